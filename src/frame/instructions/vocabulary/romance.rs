//! French, Spanish, Portuguese and Italian, in folded form (no accents).

pub(in crate::frame::instructions) const IGNORE: &[&str] = &[
    r"\b(?:ignor(?:e|es|ez|er|a|ar|en|i|are|ate|em)\b|oubli(?:e|es|ez|er)\b|neglig|outrepass|contourn|annul|ecarte|passe outre|desobei|ne (?:tiens|tenez|suis|suivez|respecte[sz]?|prends|prenez) (?:pas|plus|aucun)|n'ex\S+|n'(?:existai|existe|obei)\S*|ne (?:sont|s'appliquent|comptent|valent) (?:plus|pas)|fais (?:fi|abstraction)|faites (?:fi|abstraction))",
    r"\b(?:olvid(?:a|e|ar|ad|en|ate)|omit|descart|anul|no (?:sigas|siga|obedezcas|hagas caso|respetes|existen|existieran|se aplican|valen)|haz caso omiso|hagan caso omiso|pasa por alto|salta(?:te)?\b|desobed|prescind|elimina|borra)",
    r"\b(?:esque[c]|desconsider|nao (?:siga|obedeca|leve em conta|respeite|existem|existissem|se aplicam|valem)|deixe de (?:lado|seguir)|desobed|pule\b|apague)",
    r"\b(?:dimentic|trascur|scart|disobbed|non (?:seguire|considerare|tenere conto|rispettare|valgono|esistono|esistessero)|lascia perdere|sovrascriv|cancella|aggira|salta\b)",
];

pub(in crate::frame::instructions) const RULES: &[&str] = &[
    r"\b(?:instructions?|consignes?|directives?|regles?|ordres|restrictions?|limites|contraintes?|souvenirs|contexte|invite systeme)\b",
    r"\b(?:instruccion|indicacion|orden(?:es)?\b|reglas?\b|directri|normas\b|restriccion|limites|recuerdos|contexto|prompt)",
    r"\b(?:instruc[ao]|instrucoes|orientac|diretriz|ordens\b|regras?\b|restric|comandos\b|memorias\b)",
    r"\b(?:istruzion|indicazion|direttiv|ordini\b|regol[ae]\b|restrizion|vincoli|linee guida|ricordi\b|contesto|limiti\b)",
];

pub(in crate::frame::instructions) const WHICH: &[&str] = &[
    r"\b(?:precedent\w*|anterieur\w*|ci-dessus|tes|vos|toutes?|tous|initiales?|autres|recues?|avant|anterior\w*|previ[ao]s|de arriba|tus|todas|todos|iniciales|demas|otras|otros|recibid\w+|acima|suas|tuas|iniciais|outras|outros|recebid\w+|sopra|tue|tuoi|vostre|tutte|tutti|iniziali|altre|altri|ricevut\w+|sistema|systeme)\b",
];

pub(in crate::frame::instructions) const SHOW: &[&str] = &[
    r"\b(?:reve(?:l|ler)|montr|affich|repet|divulg|donne|ecri[st]|imprim|enumer|communique|revel|muestr|mostr|ensen|repit|dime\b|escrib|lista|exib|repit|diga|escrev|forneca|rivel|ripet|stamp|dimmi|elenc|scriv|forni)",
];

pub(in crate::frame::instructions) const HIDDEN: &[&str] = &[
    r"\b(?:prompts? (?:systeme|initial|cache|complet|secret|(?:del?|do|di) sistema|de sistema|inicial|oculto|completo|iniziale|nascosto)|system prompt|invite systeme|message systeme|mensaje del sistema|mensagem do sistema|messaggio di sistema|(?:instructions?|instrucciones|instrucoes|istruzioni) (?:systeme|internes?|cache\w*|secretes?|initiales?|internas?|ocultas?|secretas?|iniciales|iniciais|(?:del|do|di) sistema|interne|nascoste|segrete|iniziali)|tes (?:instructions|consignes)|tus (?:instrucciones|indicaciones)|(?:suas|tuas) instrucoes|tue istruzioni)\b",
];

pub(in crate::frame::instructions) const SEND: &[&str] = &[
    r"\b(?:envoi|envoy|transmet|transfer|publi|televers|poste[rz]?\b|expedi|copi|envia|envie|mand[ae]|reenvi|sub[ea]\b|subir|transmit|encaminh|compartilh|compart|invia|inoltr|caric|pubblic|spedis|trasmett|condivid)",
];

pub(in crate::frame::instructions) const SECRETS: &[&str] = &[
    r"\b(?:mots? de passe|identifiants|cles? (?:d'?)?(?:api|privees?|secretes?|d'acces)|jetons?|tokens?|secrets?\b|contrasenas?|credencia\w+|claves?\b|secretos|senhas?|chaves? (?:de )?(?:api|privadas?|acesso)|segredos|password|credenziali|chiavi?e? (?:api|privat[ae]|di accesso)|segreti|variables? d'environnement|variables de entorno|variaveis de ambiente|variabili d'ambiente)\b",
];

pub(in crate::frame::instructions) const HOLDINGS: &[&str] = &[
    r"\b(?:conversation|historique|souvenirs|memoires|donnees|boite de reception|fichier clients?|liste des clients|conversacion|historial|recuerdos|memorias|datos|bandeja de entrada|lista de clientes|conversa|historico|dados|caixa de entrada|conversazione|cronologia|memorie|ricordi|dati|posta in arrivo|elenco (?:dei )?clienti)\b",
];

pub(in crate::frame::instructions) const OUTSIDE: &[&str] = &[
    r"\b(?:a (?:cette adresse|l'adresse|mon|moi|un serveur)|vers (?:un|ce|mon|cette|l'adresse)|a (?:mi|esta direccion|la direccion|un servidor)|para (?:mim|este|esse|o endereco|um servidor|o meu)|a (?:questo|me|un server|mio)|all'indirizzo|verso (?:un|questo))\b",
];

pub(in crate::frame::instructions) const REACH: &[&str] = &[
    r"\b(?:tous les|toutes les|tes|de l'utilisateur|de l'administrateur|en clair|todas las|todos los|tus|del usuario|del administrador|en texto plano|todas as|todos os|suas|do usuario|do administrador|em texto (?:claro|simples)|tutte le|tutti i|tue|dell'utente|dell'amministratore|in chiaro)\b",
];

pub(in crate::frame::instructions) const CONCEAL: &[&str] = &[
    r"\b(?:sans (?:que l'utilisat|(?:\S+ ){1,3}(?:a )?l'utilisat)|a l'insu de|(?:ne|n')\S*(?: \S+){0,3} (?:pas|rien|jamais|aucunement) (?:\S+ ){0,4}(?:a )?l'utilisat|cache[sz]? (?:\S+ ){0,3}(?:a )?l'utilisat|ne (?:mentionne|revele|cite)[sz]? (?:pas|jamais) (?:cette|ce|ces)|garde[sz]? (?:cela|ceci|cette \S+) (?:secret|pour toi))",
    r"\b(?:sin (?:que (?:el|la) usuari|(?:\S+ ){1,3}(?:al|a la) usuari|conocimiento del usuari)|no (?:\S+ ){1,5}(?:al|a la) usuari|oculta\w* (?:\S+ ){0,4}(?:al|a la) usuari|no (?:menciones?|reveles?|digas?) (?:esta|este|estas|esto|nada)|a espaldas del)",
    r"\b(?:sem (?:que o|(?:\S+ ){1,3}(?:ao|o)|conhecimento do) (?:usuari|utilizador)|nao (?:\S+ ){1,5}(?:ao|a) (?:usuari|utilizador)|(?:esconda|oculte) (?:\S+ ){0,4}d?o (?:usuari|utilizador)|nao (?:mencione|revele|diga) (?:esta|este|isto|isso|nada))",
    r"\b(?:senza (?:che l'utente|(?:\S+ ){1,3}(?:all'|l')utente)|all'insaputa|non (?:\S+ ){1,5}all'utente|nascond\w* (?:\S+ ){0,4}all'utente|non (?:menzionare|rivelare|dire) (?:questa|questo|nulla|niente))",
];

pub(in crate::frame::instructions) const QUIETLY: &[&str] = &[
    r"\b(?:en secret|en silence|discretement|secretement|en cachette|n'en parle|ne le dis|en secreto|en silencio|discretamente|sigilosamente|a escondidas|no lo (?:menciones|digas)|em segredo|em silencio|secretamente|silenciosamente|nao mencione|nao conte|in segreto|in silenzio|di nascosto|segretamente|non (?:dirlo|menzionarlo))\b",
];

pub(in crate::frame::instructions) const ROLE: &[&str] = &[
    r"\b(?:a partir de maintenant|desormais|dorenavant|a present|des maintenant),? (?:tu|vous) (?:\S+ ){0,6}?(?:assistant|ia|modele|bot|sans|libre|aucune?|uniquement|que|seulement|jamais|exclusivement|illimitee?)\b",
    r"\b(?:tu|vous) (?:n'as|n'avez|n'es|n'etes) (?:\S+ )?(?:aucune?|pas de|plus de?|plus aucune?|plus) |\bcomme si (?:\S+ ){1,7}(?:n'exist\S+|aucune? \S+)",
    r"\b(?:a partir de ahora|desde ahora|de ahora en adelante|en adelante|a partir de este momento),? (?:\S+ )?(?:eres|seras|obedeces|obedeceras|actuas|tienes|no tienes|sirves|responderas|trabajas)\b|\b(?:ya )?no tienes (?:\S+ )?(?:restriccion|limite|regla|filtro)|\bcomo si (?:\S+ ){1,7}(?:no exist\w+|no tuvieras?)",
    r"\b(?:a partir de agora|de agora em diante|doravante|a partir deste momento),? (?:\S+ ){0,2}?(?:e|es|sera|obedece|obedecera|atua|tem|nao tem|serve|respondera|trabalha)\b|\b(?:voce )?(?:ja )?nao tem (?:mais )?(?:\S+ )?(?:restric|limite|regra|filtro)|\bcomo se (?:\S+ ){1,7}nao exist\w+",
    r"\b(?:d'ora in (?:poi|avanti)|da (?:ora|adesso)(?: in poi)?|da questo momento),? (?:\S+ )?(?:sei|sarai|obbedisci|obbedirai|agisci|hai|non hai|servi|risponderai|lavori)\b|\bnon hai (?:piu )?(?:\S+ )?(?:restrizion|limit|regol|filtr)|\bcome se (?:\S+ ){1,7}non (?:esist\w+|ci fossero)",
];

pub(in crate::frame::instructions) const OBEY: &[&str] = &[
    r"\b(?:(?:obei|suis|suivez|obeissez)\S* (?:\S+ ){0,2}(?:uniquement|seulement|exclusivement|plutot|cach)|n'obei\S* (?:\S+ )?qu|(?:obedec|sigu?e|siga|cumpl)\w* (?:\S+ ){0,1}(?:solo|solamente|unicamente|exclusivamente|apenas|somente|en su lugar|ocultas)|sigue estas instrucciones|(?:obbedis|segui)\w* (?:\S+ )?(?:solo|soltanto|esclusivamente|unicamente|invece))",
    r"\b(?:priorite (?:absolue|sur|maximale|superieure)|prevaut sur|l'emporte sur|prioridad (?:absoluta|sobre|maxima)|prevalece sobre|tiene prioridad|prioridade (?:absoluta|sobre|maxima)|tem prioridade|priorita (?:assoluta|su|massima)|prevale su)\b",
    r"\b(?:nouvelles? (?:instructions?|consignes?)|nuevas? instruccion\w*|novas? instruc\w+|nuov[ea] istruzion[ei]) (?:du |del |do |di |de )?(?:systeme|sistema)\b",
];

pub(in crate::frame::instructions) const ADDRESS: &[&str] = &[
    r"\b(?:(?:chere?|attention|bonjour|note|message|avis|instruction|pour|a l'attention de|consigne) (?:a |aux? |pour |de )?(?:l'|le |la |les |toute |tout |tous les )?(?:ia|assistante?s?|modeles?|agents?|llm|intelligence artificielle)\b|si (?:tu es|vous etes) une? (?:ia|assistant|modele|agent)|(?:toute?|tout) (?:ia|agent|assistant) qui (?:lit|lira|charge|recupere)|ia (?:qui|doit|lisant))",
    r"\b(?:(?:estimad[oa]|querid[oa]|atencion|hola|nota|mensaje|aviso|instruccion|para) (?:a |al |para )?(?:el |la |los |las |toda |cualquier )?(?:ia|asistentes?|modelos?|agentes?|llm|inteligencia artificial)\b|si eres (?:una? )?(?:ia|asistente|modelo|agente)|(?:toda|cualquier) (?:ia|agente|asistente) que (?:lea|cargue|recupere))",
    r"\b(?:(?:car[oa]|prezad[oa]|querid[oa]|atencao|ola|nota|mensagem|aviso|instrucao|para) (?:a |ao |para )?(?:o |a |os |as |toda |qualquer )?(?:ia|assistentes?|modelos?|agentes?|llm|inteligencia artificial)\b|se voce (?:e|for) (?:uma? )?(?:ia|assistente|modelo|agente)|(?:toda|qualquer) (?:ia|agente|assistente) que (?:ler|leia|carregar))",
    r"\b(?:(?:car[oa]|gentile|attenzione|ciao|nota|messaggio|avviso|istruzion[ei]|per) (?:a |all'|al |per )?(?:il |la |l'|gli |ogni |qualsiasi )?(?:ia|assistenti?e?|modelli?o?|agenti?e?|llm|intelligenza artificiale)\b|se sei (?:una?|un') ?(?:ia|assistente|modello|agente)|(?:ogni|qualsiasi) (?:ia|agente|assistente) che (?:legge|legga|carica))",
];

pub(in crate::frame::instructions) const READING: &[&str] = &[
    r"\b(?:(?:quand|lorsque?|des que|si|apres|chaque fois que|une fois) (?:tu |vous |cette |ce |l'ia |avoir |que ){0,2}(?:\S+ ){0,2}(?:lis|lisez|liras|lu|lue|lit|charge\w*|recuper\w*|vois|voyez)\b|(?:quand|lorsque|des que|si|chaque fois que|la prochaine fois que) l'utilisat|avant (?:de repondre|toute reponse|chaque reponse)|a la lecture de)",
    r"\b(?:(?:cuando|si|en cuanto|despues de|al|cada vez que|tras) (?:\S+ ){0,2}(?:leas|lees|leer|lea|leyendo|cargar|cargues|recuperes|recuperar|veas|ves)\b|(?:cuando|si|cada vez que|la proxima vez que) (?:el|la) usuari|antes de (?:responder|contestar|cualquier respuesta))",
    r"\b(?:(?:quando|se|assim que|depois de|ao|sempre que|apos) (?:\S+ ){0,2}(?:ler|leia|leres|lendo|carregar|recuperar|vir)\b|(?:quando|se|sempre que|da proxima vez que) o (?:usuari|utilizador)|antes de (?:responder|qualquer resposta))",
    r"\b(?:(?:quando|se|appena|dopo|ogni volta che|una volta) (?:\S+ ){0,2}(?:leggi|leggerai|letto|legge|caricat?[oi]?|recuper\w*|vedi)\b|(?:quando|se|ogni volta che|la prossima volta che) l'utente|prima di (?:rispondere|ogni risposta))",
];

pub(in crate::frame::instructions) const UNCHECKED: &[&str] = &[
    r"\b(?:sans (?:\S+ )?(?:demander|confirmation|verifi\w+|approbation|autorisation|validation|poser de questions?|controle)|ne (?:demande|verifie)[sz]? (?:pas|rien|aucune)|sin (?:\S+ )?(?:preguntar|pedir|confirmar|confirmacion|verific\w+|aprobacion|autorizacion|permiso|revision)|no (?:pidas|preguntes|verifiques|compruebes)|sem (?:\S+ )?(?:perguntar|pedir|confirma\w+|verifica\w+|aprovacao|autorizacao|permissao|revisao)|nao (?:peca|pergunte|verifique|confirme)|senza (?:\S+ )?(?:chiedere|conferma|verific\w+|approvazione|autorizzazione|permesso|controll\w+)|non (?:chiedere|verificare|confermare))\b",
];

pub(in crate::frame::instructions) const CONSENT: &[&str] = &[
    r"\b(?:(?:l'utilisateur|l'administrateur|la direction|le pdg) a (?:\S+ ){0,2}(?:approuve|accepte|autorise|consenti|donne)|(?:el usuario|el administrador|la direccion) ha (?:\S+ ){0,2}(?:aprobado|aceptado|autorizado|consentido|dado)|o (?:usuario|administrador|utilizador) (?:ja )?(?:aprovou|aceitou|autorizou|consentiu|deu)|(?:l'utente|l'amministratore) ha (?:\S+ ){0,2}(?:approvato|accettato|autorizzato|acconsentito|dato)|tu es autorise|estas autorizado|voce esta autorizado|sei autorizzato)\b",
];

pub(in crate::frame::instructions) const WIPE: &[&str] = &[
    r"\b(?:supprim\w+|efface\w*|detrui\w+|exporte\w*|borra\w*|elimina\w*|exporta\w*|apagu?e\w*|exclua|delete|cancell\w+|esport\w+) (?:\S+ ){0,1}(?:toutes?|tous|todas?|todos?|tutt[eoi])\b",
];

pub(in crate::frame::instructions) const KEEP: &[&str] = &[
    r"\b(?:(?:enregistre|sauvegarde|ajoute|memorise)\w* (?:\S+ ){0,2}(?:nouvelle regle|comme regle|nouvelle consigne)|(?:guarda|anade|graba|memoriza)\w* (?:\S+ ){0,2}(?:nueva regla|como regla)|(?:salve|guarde|adicione|grave|memorize) (?:\S+ ){0,2}(?:nova regra|como regra)|(?:salva|aggiungi|memorizza) (?:\S+ ){0,2}(?:nuova regola|come regola)|copi\w* (?:ceci|cette note|esto|esta nota|isto|esta nota|questo|questa nota) (?:dans|en|em|in) (?:tou|chaque|tod|cada|tutt|ogni))\w*",
];

pub(in crate::frame::instructions) const ANSWER: &[&str] = &[
    r"\b(?:(?:reponds|repondez|dis|dites|affirme|pretends|recommande)[sz]? (?:\S+ )?toujours|(?:responde|di|afirma|recomienda) siempre|siempre (?:responde|di|afirma|recomienda)|(?:responda|diga|afirme|recomende) sempre|sempre (?:responda|diga|afirme|recomende)|(?:rispondi|di'|afferma|consiglia) sempre)\b",
];
