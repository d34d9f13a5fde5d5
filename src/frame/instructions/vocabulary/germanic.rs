//! German, Dutch, Swedish, Danish and Norwegian, in folded form (`ß` is `ss`, `ø` is `o`, `æ` is `ae`).

pub(in crate::frame::instructions) const IGNORE: &[&str] = &[
    r"\b(?:ignorier|missacht|vergiss|vergesst|verwirf|umgeh|uberschreib|uberspring|setz\S* .{0,30}ausser kraft|halte dich nicht|kummere dich nicht|gelten nicht|nicht (?:mehr )?(?:gelten|gultig|beachten|befolgen)|widersetz|losche)",
    r"\b(?:negeer|vergeet|sla .{0,30}over|overschrijf|omzeil|houd je niet|volg .{0,30}niet|gelden niet)",
    r"\b(?:ignorera|ignorer\b|glom\b|glem\b|bortse|strunta|asidosatt|asidosett|tilsidesaet|tilsidesett|se bort fra|overse\b|folj inte|folg ikke|folg ikkje|hoppa over|spring over|hopp over|overskriv|galler inte|gaelder ikke|gjelder ikke)",
];

pub(in crate::frame::instructions) const RULES: &[&str] = &[
    r"\b(?:anweisung|instruktion|vorgabe|regel|richtlinie|befehl|system-?prompt|beschrankung|einschrankung|anordnung|auftrag|erinnerungen|schranken|kontext)",
    r"\b(?:instructie|regels|richtlijn|opdracht|aanwijzing|beperking|voorschrift|herinneringen|systeemprompt)",
    r"\b(?:instruktion|regler|reglerna|anvisning|riktlinj|retningslinj|direktiv|begransning|begraensning|begrensning|ordrer|instruks|minnen|systemprompt)",
];

pub(in crate::frame::instructions) const WHICH: &[&str] = &[
    r"\b(?:alle|allen|samtliche|jegliche|vorherige|vorige|bisherige|fruhere|obige|deine|eure|ursprungliche|anderen|vorangegangene|zuvor|bisher|system-?prompt)",
    r"\b(?:eerdere|vorige|bovenstaande|jouw|je|andere|bestaande|voorgaande|oorspronkelijke)\b",
    r"\b(?:alla|tidigare|foregaende|dina|dine|alle|tidligere|foregaende|ovanstaende|ovenstaende|ovenfor|andra|andre|forrige|opprinnelige|oprindelige|ursprungliga|systemprompt)",
];

pub(in crate::frame::instructions) const SHOW: &[&str] = &[
    r"\b(?:zeig|verrat|gib|nenn|wiederhol|offenbar|offenleg|enthull|druck|schreib|liste|leg\S* .{0,30}offen|toon|laat|geef|onthul|noem|herhaal|print|schrijf|visa|avsloja|avslor|skriv|upprepa|vis\b|gentag|gjenta|oplys|oppgi|ange|lista|list)",
];

pub(in crate::frame::instructions) const HIDDEN: &[&str] = &[
    r"\b(?:system-?prompt(?:en|s)?|systeemprompt|systemanweisung\w*|systeminstru\w+|systemmeddel\w+|(?:deine|jouw|dina|dine|interne|geheime|geheimen|versteckten|verborgen|hemliga|hemmelige|skjulte|dolda) (?:\S+ )?(?:anweisung|regeln|instruct|instruks|instrukt|prompt|regler))",
];

pub(in crate::frame::instructions) const SEND: &[&str] = &[
    r"\b(?:send|schick|ubermitt|ubertrag|leite|weiterleit|lade|maile|poste|kopier|veroffentlich|stuur|verstuur|verzend|upload|plaats|skicka|vidarebefordra|ladda upp|overfor|videresend|publicera|mejla)",
];

pub(in crate::frame::instructions) const SECRETS: &[&str] = &[
    r"\b(?:passwort|passworter|kennwort|zugangsdaten|anmeldedaten|schlussel|api-?schlussel|geheimnis|token|umgebungsvariablen|wachtwoord|inloggegevens|sleutels|geheimen|losenord|nycklar|adgangskode|passord|nogler|nokler|hemlighet|hemmelighe|api-?nyckel|api-?nokkel|api-?nogle|loginuppgift)",
];

pub(in crate::frame::instructions) const HOLDINGS: &[&str] = &[
    r"\b(?:gesprach|chatverlauf|unterhaltung|erinnerungen|(?:nutzer|benutzer|kunden)(?:daten|liste)|posteingang|gesprek|herinneringen|klant(?:gegevens|enlijst)|postvak|samtal|minnen|kund(?:data|lista)|inkorg|samtale|minder|minner|kunde(?:data|liste)|indbakke|innboks)",
];

pub(in crate::frame::instructions) const OUTSIDE: &[&str] = &[
    r"\b(?:an (?:mich|diese|folgende|die adresse|einen externen)|auf (?:diesen|meinen|einen externen)|naar (?:mij|dit|deze|een externe|het adres)|till (?:mig|denna|adressen|en extern)|til (?:meg|mig|denne|adressen|en ekstern))\b",
];

pub(in crate::frame::instructions) const REACH: &[&str] = &[
    r"\b(?:alle|allen|samtliche|deine|jedes|des nutzers|des administrators|im klartext|jouw|alla|dina|dine|i klartext|i klartekst|in leesbare tekst|anvandarens|brugerens|brukerens|van de gebruiker)\b",
];

pub(in crate::frame::instructions) const CONCEAL: &[&str] = &[
    r"\b(?:ohne|hinter dem rucken|vor) (?:(?:dass|es|das|den|dem|der|des|davon|etwas|wissen) ){0,4}(?:nutzer|benutzer|anwender)\S*(?: (?:davon|etwas|es|das|zu|daruber|informieren|sagen|erfahrt|merkt|verbergen|geheim))",
    r"\b(?:dem|den) (?:nutzer|benutzer|anwender)n? (?:\S+ ){0,3}(?:nichts|nicht|kein wort|verschweig|verheimlich)",
    r"\b(?:erwahn|verrat|verschweig|verheimlich|verbirg)\S* (?:\S+ ){0,2}(?:diese|das|dies|es)\S*(?: \S+)? (?:nicht|niemandem|dem|vor)",
    r"\b(?:zonder (?:dat )?(?:de|het) ?(?:\S+ ){0,2}gebruiker|zonder (?:het )?(?:aan )?de gebruiker|(?:vertel|zeg|meld) (?:\S+ ){0,3}gebruiker (?:\S+ ){0,2}(?:niets|niet)|verberg (?:dit|deze) )",
    r"\b(?:utan att (?:\S+ ){0,3}anvandaren|uden at (?:\S+ ){0,3}brugeren|uten a (?:\S+ ){0,3}brukeren|uten at brukeren|(?:beratta|sag|namn) (?:inget|inte|ingenting) (?:\S+ ){0,3}anvandaren|(?:beratta|sag|namn) inte (?:\S+ ){0,3}|fortael (?:ikke|intet) |sig (?:ikke|intet) til (?:\S+ ){0,1}bruger|(?:fortell|si|nevn) (?:ikke|ingenting) (?:\S+ ){0,3}bruker|fortell ikke brukeren)",
];

pub(in crate::frame::instructions) const QUIETLY: &[&str] = &[
    r"\b(?:heimlich|stillschweigend|unbemerkt|unauffallig|erwahne (?:es|das|dies) nicht|sag(?:e)? (?:es )?niemandem|stiekem|in stilte|ongemerkt|vermeld dit niet|zeg niets|i smyg|i hemlighet|tyst|namn det inte|sag inget|i det skjulte|i hemmelighed|i hemmelighet|i stilhed|i stillhet|naevn det ikke|nevn det ikke|sig intet|si ingenting)\b",
];

pub(in crate::frame::instructions) const ROLE: &[&str] = &[
    r"\b(?:(?:ab (?:jetzt|sofort|nun)|von nun an|kunftig|fortan|du) (?:bist|hast|gehorchst|dienst|folgst|unterliegst|befolgst|antwortest)(?: du)?(?: \S+){0,6}? (?:ki|assistent\w*|modell|bot|keine|keinen|keinerlei|ohne|nur|ausschliesslich|allein|uneingeschrankt\w*|unbegrenzt\w*)\b)",
    r"\b(?:gehorch\S* (?:\S+ ){0,3}(?:nur|ausschliesslich|allein)|du (?:darfst|wirst) (?:\S+ )?nie\S* (?:ablehnen|verweigern)|als (?:ob|waren|gabe)\S* (?:\S+ ){0,6}(?:keine|nicht) (?:\S+ ){0,2}(?:regeln|anweisung\w*|existier\w*|grenzen))",
    r"\b(?:(?:vanaf nu|voortaan|je|jij|nu) (?:ben|bent|heb|hebt|gehoorzaam|gehoorzaamt|volg|volgt)(?: je| jij)?(?: \S+){0,6}? (?:ai|assistent|model|bot|geen|zonder|alleen|enkel|uitsluitend|onbeperkte?)\b)",
    r"\b(?:(?:fran och med nu|fran och med idag|hadanefter|fra na av|fra nu af|fra og med na|herefter|heretter|du) (?:ar|har|er|lyder|foljer|folger|adlyder)(?: du)?(?: \S+){0,6}? (?:ai|ki|assistent|modell|model|bot|inga|ingen|utan|uten|uden|bara|endast|kun|bare|kun|obegransad|ubegraenset|ubegrenset)\b)",
];

pub(in crate::frame::instructions) const OBEY: &[&str] = &[
    r"\b(?:(?:folge|befolge|beachte) (?:nur|ausschliesslich|allein|stattdessen)|(?:volg|gehoorzaam) (?:alleen|enkel|uitsluitend|in plaats daarvan)|(?:folj|lyd|folg|adlyd|adlyd) (?:bara|endast|kun|bare|i stallet|i stedet)|(?:hat|heeft|har) (?:vorrang|voorrang|foretrade|forrang)|(?:hohere|hochste|hogere|hoogste|hogre|hogsta|hojere|hoyere|hojeste|hoyeste) (?:prioritat|prioriteit|prioritet))\b",
];

pub(in crate::frame::instructions) const ADDRESS: &[&str] = &[
    r"\b(?:(?:liebe[rs]?|hallo|achtung|hinweis an|nachricht an|an|fur) (?:die |den |das |alle |jede[rn]? )?(?:ki|assistent|sprachmodell|agent|modell|bot|llm)\w*|ki(?:-\w+)?(?:,|:| die| muss| soll)|(?:wenn|falls|sobald) du (?:eine? )?(?:ki|assistent|sprachmodell|agent)|(?:jede[r]?|alle) (?:ki|agent|assistent)\S*,? d(?:ie|er))",
    r"\b(?:(?:beste|hallo|let op|bericht aan|aan|voor) (?:de |het |alle |elke )?(?:ai|assistent|taalmodel|agent|model|bot|llm)\w*|(?:als|zodra) (?:je|jij) (?:een )?(?:ai|assistent|taalmodel))",
    r"\b(?:(?:kara|hej|hei|kaere|kjaere|obs|meddelande till|besked til|melding til|till|til) (?:den |alla |alle )?(?:ai|ki|assistent|sprakmodell|sprogmodel|agent|modell|llm)\w*|(?:om|hvis|nar) du (?:ar|er) (?:en )?(?:ai|ki|assistent|sprakmodell))",
];

pub(in crate::frame::instructions) const READING: &[&str] = &[
    r"\b(?:(?:wenn|sobald|falls|nachdem|jedes mal,? wenn) (?:du|sie|ihr|ein\w*|diese\w*) (?:\S+ ){0,4}(?:liest|lesen|gelesen|abruf|ladst|geladen|siehst|aufruf|verarbeit)|beim (?:lesen|laden|abrufen) diese|(?:wenn|sobald) der (?:nutzer|benutzer)|bei (?:der|jeder) nachsten (?:antwort|frage|nachricht))",
    r"\b(?:(?:als|zodra|wanneer|nadat) (?:je|jij|u|deze|dit) (?:\S+ ){0,4}(?:leest|gelezen|laadt|geladen|ophaalt|ziet)|(?:als|zodra|wanneer) de gebruiker)",
    r"\b(?:(?:nar|om|sa snart|naar|hvis|sa snart) (?:du|detta|dette|denne) (?:\S+ ){0,4}(?:laser|last|leser|lest|laeser|laest|laddas|hamtas|hentes|ser)|(?:nar|naar|om|hvis|nasta gang|naeste gang|neste gang) (?:anvandaren|brugeren|brukeren))",
];

pub(in crate::frame::instructions) const UNCHECKED: &[&str] = &[
    r"\b(?:ohne (?:\S+ )?(?:ruckfrage|nachfrage|nachzufragen|zu fragen|bestatigung|freigabe|prufung|genehmigung|zustimmung)|(?:frag|prufe|verifiziere)\S* (?:\S+ )?nicht(?: nach)?|uberspring\S* (?:\S+ ){0,2}(?:prufung|freigabe|bestatigung)|keine (?:bestatigung|freigabe|prufung) (?:notig|erforderlich)|zonder (?:\S+ )?(?:te vragen|bevestiging|goedkeuring|toestemming|controle)|vraag niet|utan (?:att fraga|bekraftelse|godkannande|granskning)|fraga inte|uden (?:at sporge|bekraeftelse|godkendelse)|sporg ikke|uten (?:a sporre|bekreftelse|godkjenning)|spor ikke)\b",
];

pub(in crate::frame::instructions) const CONSENT: &[&str] = &[
    r"\b(?:(?:nutzer|benutzer|admin\w*|chef|geschaftsfuhrung|entwickler|gebruiker|beheerder|anvandaren|brugeren|brukeren) (?:hat|haben|heeft|har) (?:\S+ ){0,4}(?:zugestimmt|genehmigt|eingewilligt|erlaubt|freigegeben|ingestemd|goedgekeurd|godkant|samtyckt|godkendt|godkjent|samtykket)|du bist (?:\S+ )?(?:befugt|berechtigt|autorisiert))\b",
];

pub(in crate::frame::instructions) const WIPE: &[&str] = &[
    r"\b(?:losch\S*|entfern\S*|vernicht\S*|exportier\S*|verwijder|wis|exporteer|radera|ta bort|exportera|slet|slett|eksporter) (?:\S+ ){0,2}(?:alle|samtliche|alla|deine|allt|alt|alles)\b",
];

pub(in crate::frame::instructions) const KEEP: &[&str] = &[
    r"\b(?:(?:speicher|merk|leg)\S* (?:\S+ ){0,3}(?:neue regel|als (?:neue )?(?:regel|erinnerung)|dauerhaft)|sla (?:\S+ ){0,3}(?:nieuwe regel|als (?:regel|herinnering))|spara (?:\S+ ){0,3}(?:ny regel|som (?:regel|minne))|(?:gem|lagre) (?:\S+ ){0,3}(?:ny regel|som (?:regel|minde|minne)))\b",
];

pub(in crate::frame::instructions) const ANSWER: &[&str] = &[
    r"\b(?:(?:antworte|behaupte|sage?|empfiehl|empfehle?) (?:\S+ )?(?:immer|stets)|(?:antwoord|zeg|beweer|beveel) (?:\S+ )?altijd|(?:svara|svar|pasta|sag|si|anbefal|rekommendera) (?:\S+ )?(?:alltid|altid))\b",
];
