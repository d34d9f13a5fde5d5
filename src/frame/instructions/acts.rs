//! Acts and their targets, by family and in eleven languages and more, in folded form: lower case, Latin letters without
//! accents, `ß` as `ss`.

use super::Label;
use super::pairing::Family;

/// All families. The first of two strong signs in the text gives the label.
pub(super) const FAMILIES: &[Family] = &[
    Family {
        label: Label::Override,
        strong: true,
        acts: OVERRIDE_ACTS,
        targets: INSTRUCTIONS,
        qualifiers: EARLIER_OR_YOURS,
        act_gap: 72,
        qualifier_gap: 24,
    },
    Family {
        label: Label::Override,
        strong: true,
        acts: OVERRIDE_ACTS,
        targets: SAID_BEFORE,
        qualifiers: &[],
        act_gap: 24,
        qualifier_gap: 0,
    },
    Family {
        label: Label::Override,
        strong: true,
        acts: OVERRIDE_ACTS,
        targets: WISHES_OF_THE_USER,
        qualifiers: &[],
        act_gap: 20,
        qualifier_gap: 0,
    },
    Family {
        label: Label::Disclosure,
        strong: true,
        acts: SHOW_ACTS,
        targets: HIDDEN_TEXT,
        qualifiers: &[],
        act_gap: 60,
        qualifier_gap: 0,
    },
    Family {
        label: Label::Disclosure,
        strong: true,
        acts: SHOW_ACTS,
        targets: INSTRUCTIONS,
        qualifiers: HIDDEN_AND_YOURS,
        act_gap: 44,
        qualifier_gap: 16,
    },
    Family {
        label: Label::Disclosure,
        strong: true,
        acts: LEAK_ACTS,
        targets: SYSTEM_TEXT,
        qualifiers: &[],
        act_gap: 32,
        qualifier_gap: 0,
    },
    Family {
        label: Label::Exfiltration,
        strong: true,
        acts: SEND_ACTS,
        targets: SECRETS,
        qualifiers: OUTSIDE,
        act_gap: 110,
        qualifier_gap: 110,
    },
    Family {
        label: Label::Exfiltration,
        strong: true,
        acts: SEND_ACTS,
        targets: TALK,
        qualifiers: OUTSIDE,
        act_gap: 60,
        qualifier_gap: 90,
    },
    Family {
        label: Label::Exfiltration,
        strong: true,
        acts: GIVE_ACTS,
        targets: SECRETS,
        qualifiers: IN_THE_ANSWER,
        act_gap: 60,
        qualifier_gap: 70,
    },
    Family {
        label: Label::Concealment,
        strong: true,
        acts: KEEP_FROM,
        targets: THE_USER,
        qualifiers: WHAT_IS_DONE,
        act_gap: 20,
        qualifier_gap: 40,
    },
    Family {
        label: Label::ToolCall,
        strong: true,
        acts: CALL_ACTS,
        targets: HARMFUL_TOOLS,
        qualifiers: ON_READING,
        act_gap: 60,
        qualifier_gap: 160,
    },
    Family {
        label: Label::ToolCall,
        strong: false,
        acts: CALL_ACTS,
        targets: HARMFUL_TOOLS,
        qualifiers: &[],
        act_gap: 40,
        qualifier_gap: 0,
    },
    Family {
        label: Label::Authority,
        strong: true,
        acts: LIFT_ACTS,
        targets: SAFEGUARDS,
        qualifiers: EARLIER_OR_YOURS,
        act_gap: 48,
        qualifier_gap: 24,
    },
];

const OVERRIDE_ACTS: &[&str] = &[
    r"\b(?:ignor(?:e|es|ed|ing)|disregard(?:s|ed|ing)?|forget(?:s|ting)?|overrid(?:e|es|ing)|overrul(?:e|es|ing)|bypass(?:ing)?|circumvent(?:ing)?|discard(?:ing)?|dismiss|neglect|disobey|nullify|void|abandon|unlearn|supersedes?|violate|erase|wipe|drop|skip|cancel|reset)\b",
    r"\b(?:do not|don't|dont|never|no longer|cease to|must not|need not|needn't) (?:follow|obey|apply|listen to|adhere to|comply with|honou?r|respect|use)\b",
    r"\b(?:stop|quit|cease) (?:following|obeying|applying|using|listening to|respecting)\b",
    r"\b(?:set aside|aside|pay no (?:attention|heed) to|take precedence over|throw (?:out|away)|break free (?:from|of)|disconnect from|no longer (?:bound by|valid|appl(?:y|ies)|in effect)|(?:are|is) (?:now |hereby )?(?:void|null|cancell?ed|revoked|suspended|lifted|superseded|overridden|obsolete)|not (?:bound by|apply|count)|(?:does|do) not (?:apply|count|matter|bind)|doesn't (?:apply|count)|don't (?:apply|count))\b",
    // German
    r"\b(?:ignorier\w*|missacht\w*|vergiss|vergesst|vergessen|umgeh\w*|uberschreib\w*|verwirf|verwerfen|uberge?h\w*|ausser kraft|ausser acht|beachte\w* .{0,30}nicht|befolge\w* .{0,40}nicht|hor auf|folge .{0,40}nicht|nicht (?:mehr )?(?:beachten|befolgen|folgen)|gelten nicht mehr|ungultig)\b",
    // French, Spanish, Portuguese, Italian
    r"\b(?:ignor(?:e|es|ez|er|a|ar|en|i|are|ate|ad|em)|oublie[sz]?|oublier|neglige[rz]?|outrepasse[rz]?|contourne[rz]?|annule[rz]?|ne (?:tiens|tenez|tenir) (?:pas|plus|aucun) compte|ne (?:suis|suivez|respecte[sz]?) (?:pas|plus)|ne pas (?:tenir compte|suivre)|fais abstraction|faites abstraction|olvida(?:r|te|d)?|olvide(?:n|se)?|omit(?:e|a|ir)|descarta(?:r)?|descarte|anula(?:r)?|anule|no (?:sigas|siga|obedezcas|hagas caso|tengas en cuenta)|haz caso omiso|pasa por alto|salta(?:te)?|esque[cç]a(?:m)?|esquecer|esquece|desconsider(?:e|a|ar|em)|descarte|nao (?:siga|sigas|obedeca|leve em conta)|dimentica(?:re|ti|te)?|trascura(?:re)?|scarta(?:re)?|annulla(?:re)?|non (?:seguire|considerare|tenere conto|rispettare)|sovrascriv\w*|bypassa(?:re)?)\b",
    // Dutch, Polish, Turkish, Indonesian, Vietnamese
    r"\b(?:negeer|vergeet|zignoruj|ignoruj|zapomnij|pomin|yoksay|yok say\w*|gormezden gel\w*|unut|abaikan|lupakan|bo qua|quen (?:di|het))\b",
    r"игнорир\w*|проигнорир\w*|забудь\w*|забыть|отмени\w*|отбрось\w*|пренебре\w*|обойди\w*|не (?:следуй\w*|обращай\w* внимани\w*|соблюдай\w*|выполняй\w*)|перестань\w* (?:следовать|выполнять)|ігнору\w*|забудьте",
    r"忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守|不要遵循|不再遵守|不再遵循|不必遵守|抛开|拋開|绕过|繞過|推翻|覆盖|作废|撤销|取消|跳过",
    r"無視(?:し(?:て|ろ|なさい)|せよ|する|してください)|忘れ(?:て|ろ|なさい|る)|従わ(?:ないで|ず|なくて)|破棄し|取り消し|上書きし|放棄し|無効に",
    r"무시(?:하(?:고|세요|십시오|라|여|시오|면)|해|하)|잊(?:어|으세요|고|으십시오)|따르지 (?:마|말|않)|취소하|무효|버리",
    r"تجاهل\w*|انس|انسي|اهمل|تخط|الغ|لا تتبع|لا تلتزم|تجاوز|ناديده بگير\w*|نادیده بگیر\w*|فراموش کن\w*|अनदेखा|भूल जा|नजरअंदाज|नज़रअंदाज़|התעלם|שכח|ละเว้น|เพิกเฉย|ลืม",
];

const INSTRUCTIONS: &[&str] = &[
    r"\b(?:instructions?|prompts?|directives?|directions|guidelines?|guardrails?|programming|training|rules?|orders|commands?|constraints?|restrictions?|polic(?:y|ies)|context|limitations?|filters?|alignment|ethics|safeguards?|conversation|configuration|guidance|teachings?)\b",
    r"\b(?:anweisung(?:en)?|instruktion(?:en)?|vorgaben?|regeln?|richtlinien?|befehle?n?|systemprompts?|system-prompts?|systemanweisung(?:en)?|sicherheitsregeln|beschrankung(?:en)?|einschrankung(?:en)?|anordnung(?:en)?)\b",
    r"\b(?:consignes?|directives?|regles?|ordres|restrictions|instrucciones|indicaciones|ordenes|reglas|directrices|normas|restricciones|instrucoes|orientacoes|diretrizes|ordens|regras|restricoes|comandos|istruzioni|indicazioni|direttive|ordini|regole|restrizioni|vincoli|linee guida)\b",
    r"\b(?:instructies|regels|opdrachten|instrukcj\w*|polecen\w*|zasad\w*|talimat\w*|kural\w*|instruksi|perintah|huong dan|chi dan|quy tac)\b",
    r"инструкци\w*|указани\w*|правил\w*|директив\w*|команд\w*|распоряжени\w*|промпт\w*|ограничени\w*|вказівк\w*|інструкці\w*",
    r"指令|指示|说明|說明|提示词|提示詞|规则|規則|命令|设定|設定|约束|限制|要求|准则|プロンプト|ルール|制約|指針",
    r"지시|지침|명령|규칙|프롬프트|제한|تعليمات|التعليمات|تعليماتك|الاوامر|اوامر|القواعد|قواعد|قواعدك|توجيهات|التوجيهات|دستورالعمل|دستورات|निर्देश|नियम|הוראות|ההוראות|כללים|คำสั่ง|คำแนะนำ|กฎ",
];

const EARLIER_OR_YOURS: &[&str] = &[
    r"\b(?:prior|previous|previously|earlier|preceding|above|foregoing|existing|initial|your|you were|you have|you've|system|safety|ethical|pre-?programmed|hard-?coded|given to you|that (?:conflicts?|contradicts?)|contrary|conflicting|received|up to (?:now|this point)|so far|before this|before now|that came before|(?:all|any|every) (?:other )?(?:instructions?|guidelines?|directives?|restrictions?|prompts?|safeguards?|guardrails?|of your)|openai'?s?|anthropic'?s?|content)\b",
    r"\b(?:vorherige[nrs]?|vorige[nrs]?|bisherige[nrs]?|vorangegangene[nrs]?|vorangehende[nrs]?|fruhere[nrs]?|obige[nrs]?|obenstehende[nrs]?|ursprungliche[nrs]?|deine[nrs]?|eure[nr]?|alle|samtliche|jegliche|systemprompts?|systemanweisung(?:en)?|sicherheitsregeln)\b",
    r"\b(?:precedentes?|anterieure?s?|ci-dessus|tes|vos|toutes|initiales?|anteriores?|previas?|previos?|de arriba|tus|todas|iniciales|acima|suas|tuas|iniciais|antecedentes?|precedenti|sopra|tue|vostre|tutte|tutti|iniziali|sistema|systeme|sistemas?)\b",
    r"\b(?:eerdere|vorige|bovenstaande|alle|jouw|poprzedni\w*|wczesniejsz\w*|wszystki\w*|onceki|tum|sebelumnya|truoc(?: do)?|di atas)\b",
    r"предыдущ\w*|прежн\w*|предшеству\w*|выше\w*|ранее|все\b|всех|твои|свои|ваши|данные тебе|системн\w*|попередн\w*|усі",
    r"之前|以前|先前|此前|前面|上面|上述|以上|所有|全部|你的|您的|原来|原先|原有|系统|系統|一切|前の|これまで|今まで|上記|すべて|全て|全ての|あなたの|従来|元の|システム|当初",
    r"이전|앞선|위의|위에|지금까지|기존|모든|너의|당신의|시스템|السابق\w*|سابق\w*|اعلاه|جميع|كل|تعليماتك|قواعدك|قبلی|قبل|بالا|पिछल\w*|सभी|הקודמות|הקודמים|כל|שלך|ก่อนหน้า|ทั้งหมด|ข้างต้น",
];

/// "everything above", "what you were told": target and qualifier in one.
const SAID_BEFORE: &[&str] = &[
    r"\b(?:everything|anything|all|whatever|what)(?: that)?(?: (?:is|was|has been|came|comes|of|the|written|said|stated|else))* (?:above|before(?: this| now| that)?|previously|prior|so far|you (?:were|have been|had been|'ve been|know|learned|learnt)(?: \w+)?|(?:i|we|they|anyone|(?:your|the) developers?|(?:your|the) creators?|the system|the (?:other )?users?|openai|anthropic|anybody) (?:have |has )?(?:told|said|instructed|taught) ?(?:you)?)\b",
    r"\b(?:the above|above) (?:and (?:say|instead|do|respond|reply|print|output|tell|write|answer|translate|only|just)|instructions?|directions?|text and)\b",
    r"\b(?:everything (?:you know|you learned|before)|what you (?:were|have been) (?:told|taught|instructed)|your (?:instructions|programming|guidelines|training|guardrails|system prompt|safety \w+|restrictions)|(?:the|this|all|any) (?:system|developer)(?: (?:and|or) (?:the )?(?:system|developer|user))? (?:prompts?|messages?|instructions?))\b",
    r"\b(?:alles(?:,)? (?:was )?(?:oben|davor|zuvor|vorher|bisher|man dir|dir|ich dir|du)|das obige|den systemprompt|deinen systemprompt|tout ce (?:qui precede|que (?:tu|vous|l'on|on)|qui)|todo lo (?:anterior|que te|de arriba|dicho)|lo anterior y|tudo (?:o que|acima|que)(?: (?:foi|veio|te|lhe|voce))?|tutto (?:quello|cio) che|quanto (?:detto )?sopra)\b",
    r"все(?:,)? что (?:было|тебе|я|выше|написано|вам)|всё выше|все вышесказанное|上面的(?:所有|全部)?(?:内容|一切)|以上(?:所有|全部)?内容|之前(?:所说|说过|告诉你)的?(?:一切|所有|全部)?|上記(?:の内容)?を|これまでの(?:会話|内容|指示|やりとり)|위의? 내용|이전 대화|كل ما (?:سبق|قيل|ورد)|ما سبق",
];

const WISHES_OF_THE_USER: &[&str] = &[
    r"\b(?:the|your|this|every|any) (?:human |current )?(?:user|human|operator)(?:'s|s'|s)? (?:\w+ )?(?:requests?|questions?|quer(?:y|ies)|instructions?|wish(?:es)?|commands?|orders|prompts?|task|asks?|says|wants|and (?:instead|do|obey|follow|reply|answer|output|write|send))\b|\bwh(?:at|atever) the (?:user|human) (?:says|asks|wants|tells|requests|writes|types)\b",
    r"\b(?:(?:die|den|was der) (?:frage|anfrage|wunsch|wunsche|bitte|nutzer|benutzer)n? (?:des nutzers|des benutzers|sagt|fragt|will)|(?:la|les) (?:demande|question|requete)s? de l'utilisateur|la(?:s)? (?:pregunta|peticion|solicitud)(?:es|s)? del usuario|(?:a|o|as|os) (?:pergunta|pedido|solicitacao)s? do usuario|(?:la|le) (?:domanda|richiesta|domande|richieste) dell'utente)\b",
    r"(?:вопрос\w*|запрос\w*|просьб\w*|команд\w*) пользовател\w*|用户的?(?:问题|请求|要求|提问|指令)|用戶的?(?:問題|請求|要求)|ユーザーの(?:質問|要求|依頼|指示)|사용자의 (?:질문|요청|지시|명령)|(?:سؤال|طلب|طلبات|اسئله|أسئلة|اوامر) المستخدم",
];

const SHOW_ACTS: &[&str] = &[
    r"\b(?:reveal|show|print|output|repeat|display|leak|disclose|expose|dump|recite|quote|paste|share|summari[sz]e|translate|echo|spell out|write (?:out|down)|copy|return|list|tell (?:me|us|them)|give (?:me|us)|send|provide|state|what (?:is|are|were|was)|start(?:ing)? (?:your|the) (?:answer|response) with|append|include|encode|divulge)\b",
    r"\b(?:ubersetz\w*|zeig\w*|verrat\w*|gib|geben|gebe|nenne\w*|wiederhol\w*|offenbar\w*|druck\w*|schreib\w*|enthull\w*|lies|wie lauten|was (?:ist|sind))\b",
    r"\b(?:traduis|traduisez|traduce|traduzca|traduza|traduci|revele[rsz]?|montre[rsz]?|affiche[rsz]?|repete[rsz]?|divulgue[rsz]?|donne[rsz]?|ecris|imprime[rsz]?|quelles sont|revela(?:r|me)?|revele|muestra(?:me)?|mostrar|muestre|repite|repetir|imprime|imprimir|divulga|dime|cuales son|revelar|mostre|mostra|repita|imprima|exiba|diga(?:-me)?|quais sao|rivela(?:re|mi)?|mostra(?:mi|re)?|ripeti|stampa(?:re)?|dimmi|quali sono|pokaz|ujawnij|goster|tunjukkan|tampilkan|toon|laat .{0,12}zien)\b",
    r"переведи\w*|翻译|翻譯|翻訳し|번역하|покажи\w*|раскрой\w*|выведи\w*|повтори\w*|напечатай\w*|сообщи\w*|перечисли\w*|процитируй\w*|какие у тебя|显示|顯示|输出|輸出|打印|透露|泄露|洩漏|告诉我|告訴我|重复|重複|复述|公开|列出|说出|表示し|出力し|教えて|明かし|見せて|開示し|繰り返し|공개하|공개해|보여|출력하|출력해|알려|반복하|اكشف|اعرض|اظهر|اطبع|كرر|اخبرني|افصح|दिखा|बता|הצג|חשוף|แสดง|เปิดเผย",
];

const HIDDEN_TEXT: &[&str] = &[
    r"\b(?:your|its) (?:\w+ ){0,2}(?:system[ -](?:prompts?|messages?|instructions?)|prompt|preprompt|pre-prompt|developer (?:message|instructions?|prompt)|hidden (?:rules|text|context)|initial (?:prompt|message)|guardrails|configuration|chain of thought|context window|initiali[sz]ation(?: \w+)?|startup (?:text|message|prompt)|preamble|(?:first|opening|setup|boot\w*|init) (?:text|message|prompt|instructions?))\b",
    r"\b(?:(?:entire|full|complete|whole|exact) system (?:prompt|message)|(?:hidden|secret|original|initial) (?:system )?(?:prompt|preprompt)|(?:full|entire|whole|exact) prompt (?:verbatim|word for word|you)|system prompt (?:verbatim|word for word|in full|above|you were given|to (?:the user|me|us)|and|in (?:a|your|the) (?:code block|answer|reply|response))|(?:all|everything|the (?:text|words|content|lines?|message|prompt)|what(?: is| was|ever)?(?: written)?) (?:that (?:is|was|comes?) )?(?:above|before) (?:this (?:line|message|point|text|sentence)|verbatim|word for word|starting with|the user|in (?:a|your))|(?:instructions|rules|prompt) you (?:were|have been) given|initial instructions|hidden instructions|secret instructions)\b",
    r"\b(?:deine[nr]? (?:\w+ ){0,2}(?:system-?prompt|systemanweisung(?:en)?|prompt|anweisung(?:en)?|regeln)|den (?:gesamten |vollstandigen |kompletten )?system-?prompt|(?:ton|votre|le|tes|vos) (?:\w+ ){0,2}(?:prompt (?:systeme|initial|complet)|invite systeme|message systeme|instructions (?:systeme|initiales|cachees|secretes|internes))|(?:tu|su|el|tus|sus|las) (?:\w+ ){0,2}(?:prompt (?:del sistema|de sistema|inicial|completo)|mensaje del sistema|instrucciones (?:del sistema|iniciales|ocultas|secretas|internas))|(?:seu|teu|o|suas|tuas|as) (?:\w+ ){0,2}(?:prompt (?:do sistema|de sistema|inicial|completo)|mensagem do sistema|instrucoes (?:do sistema|iniciais|ocultas|secretas|internas))|(?:tuo|il|tue|le) (?:\w+ ){0,2}(?:prompt (?:di sistema|iniziale|completo)|messaggio di sistema|istruzioni (?:di sistema|iniziali|nascoste|segrete|interne)))\b",
    r"(?:свой|твой|свои|твои|ваш|свою|весь|полный|скрыт\w*|секретн\w*) (?:\w+ )?(?:системн\w* (?:промпт\w*|инструкци\w*|сообщени\w*)|промпт|инструкци\w*)|системн\w* (?:промпт\w*|инструкци\w*)|(?:你的|您的|完整的?|全部的?|隐藏的?|内部的?|初始)(?:系统|系統|初始|内部|隐藏)?(?:提示词|提示詞|提示|指令|设定)|系统提示词?|系統提示詞?|システム ?プロンプト|隠された指示|初期(?:設定|指示)の(?:指示|全文)|시스템 ?(?:프롬프트|메시지|지침)|숨겨진 (?:지시|지침)|초기 (?:지시|지침)|(?:موجه|رساله|رسالة|تعليمات) النظام|تعليماتك|التعليمات (?:السريه|السرية|المخفيه|المخفية|الاوليه|الأولية)",
];

const HIDDEN_AND_YOURS: &[&str] = &[
    r"\b(?:hidden|secret|confidential|verbatim|word for word|your (?:exact|full|entire|own|initial|original|internal|system|secret|hidden|complete)|your|you were given|you received)\b",
    r"\b(?:deine[nr]?|geheime[nr]?|versteckte[nr]?|tes|vos|cachees|secretes|tus|ocultas|secretas|suas|tuas|tue|nascoste|segrete)\b",
    r"твои|свои|скрыт\w*|секретн\w*|получен\w*|дословно|你的|您的|隐藏|内部|收到的|逐字|原文|あなたの|隠され|受けた|そのまま|内部の|내부|너의|당신의|받은|그대로|السريه|السرية|المخفيه|المخفية",
];

const LEAK_ACTS: &[&str] = &[r"\b(?:reveal|leak|disclose|divulge|expose|exfiltrate|recite|regurgitate)\b"];

const SYSTEM_TEXT: &[&str] = &[r"\b(?:system|developer)[ -](?:prompts?|messages?|instructions?)\b"];

const SEND_ACTS: &[&str] = &[
    r"\b(?:send(?:ing)?|forward(?:ing)?|e-?mail(?:ing)?|post(?:ing)?|upload(?:ing)?|exfiltrat(?:e|ing)|transmit|leak|copy|paste|submit|deliver|share|report|put|push|publish|relay|ship|curl|wget|fetch|request|append|embed|encode|include|render|write|attach|dm|dump|pass|add|log)\b",
    r"\b(?:sende\w*|schick\w*|ubermittl\w*|ubertrag\w*|leite|weiterleiten|lade|hochladen|poste\w*|maile\w*|envoie[sz]?|envoye[rz]|transmet\w*|transfere[rz]?|publie[rz]?|televerse[rz]?|poste[rz]?|envia(?:r|me)?|envie(?:n)?|manda(?:r|me)?|mande|reenvia(?:r)?|sube|subir|publica(?:r)?|transmite|encaminhe|encaminhar|mande|invia(?:re|mi)?|inoltra(?:re)?|carica(?:re)?|pubblica(?:re)?|spedisci|wyslij|gonder|kirim(?:kan)?|stuur|verstuur)\b",
    r"отправ\w*|перешл\w*|вышли\w*|пошли\w*|загрузи\w*|передай\w*|опубликуй\w*|发送|發送|发到|寄到|上传|上傳|转发|轉發|发给|寄给|发至|传给|提交|贴到|送信し|送って|送れ|転送し|アップロードし|投稿し|보내|전송하|전송해|업로드하|업로드해|전달하|ارسل|ابعث|ارفع|انشر|حول|भेज|שלח|ส่ง",
];

const SECRETS: &[&str] = &[
    r"\.(?:env|ssh|aws|netrc|npmrc|pgpass)\b",
    r"\b(?:api[ -]?keys?|access keys?|(?:access|session|auth|bearer|refresh|github|oauth) ?tokens?|tokens|credentials?|passwords?|passphrases?|secrets?|secret keys?|private keys?|ssh keys?|env(?:ironment)? ?(?:vars?|variables?|file)|process\.env|id_rsa|cookies|seed phrase|recovery phrase|wallet|credit cards?(?: numbers?| details)?|card numbers?|ssn|personal (?:data|information|details)|pii|private (?:data|files|notes|messages|repositor(?:y|ies)|information)|keychain|kubeconfig|database dump)\b",
    r"\b(?:passwort(?:er)?|kennwort(?:er)?|zugangsdaten|anmeldedaten|schlussel|api-schlussel|geheimnisse|umgebungsvariablen|mots? de passe|identifiants|cles? (?:api|d'api|privees?|secretes?)|jetons|variables d'environnement|contrasenas?|credenciales|claves?(?: de)? ?(?:api|privadas?|secretas?)?|variables de entorno|senhas?|credenciais|chaves?(?: de)? ?(?:api|privadas?|secretas?)?|variaveis de ambiente|password|credenziali|chiav[ei] (?:api|privat[ae]|segret[ae])|variabili d'ambiente|hasla|sifreler\w*|kata sandi|wachtwoorden)\b",
    r"парол\w*|ключ\w*|токен\w*|учетн\w* данн\w*|секрет\w*|переменн\w* окружени\w*|密码|密碼|密钥|密鑰|金钥|令牌|凭据|凭证|环境变量|パスワード|apiキー|鍵|認証情報|環境変数|秘密|비밀번호|암호|api 키|인증 정보|환경 변수|토큰|كلمات? المرور|كلمه المرور|كلمة المرور|مفاتيح|المفاتيح|مفتاح|بيانات الاعتماد|बयान|पासवर्ड|סיסמאות|รหัสผ่าน",
];

const TALK: &[&str] = &[
    r"\b(?:(?:this|the|our|entire|whole|full|complete|user's|users'|all|your) (?:\w+ ){0,2}(?:conversation|chat|chats|chat history|chat log|transcript|message history|messages|memories|context|prompt|system prompt|memory (?:store|contents?))|conversation history|chat history|(?:all|every|everything) (?:\w+ )?(?:you (?:know|have stored|remember)|memories|stored notes|memory|saved notes)|(?:all|every|stored|saved) (?:\w+ )?contacts|address book|user(?:'s)? (?:data|details|information|messages|files|documents|name and|input|questions?|inbox|e-?mails?|mails?|contacts?|calendar|address(?: book)?|secrets?|history|photos|location|profile)|everything (?:you know|the user))\b",
    r"\b(?:gesprach(?:sverlauf|s)?|chatverlauf|unterhaltung|alle erinnerungen|nutzerdaten|benutzerdaten|conversation|historique|souvenirs|donnees (?:de l'|d')utilisateur|conversacion|historial|recuerdos|memorias|datos del usuario|conversa|historico|dados do usuario|conversazione|cronologia|memorie|ricordi|dati dell'utente)\b",
    r"переписк\w*|разговор\w*|истори\w* (?:чата|сообщений|диалога|переписки)|диалог\w*|данные пользовател\w*|воспоминани\w*|对话|對話|聊天记录|聊天記錄|记忆|用户数据|会話|やりとり|履歴|記憶|대화|채팅 기록|기억|사용자 (?:정보|데이터)|المحادثه|المحادثة|محادثه|محادثة|محادثات\w*|سجل|الذكريات|بيانات المستخدم",
];

/// An address, or someone outside.
const OUTSIDE: &[&str] = &[
    r"https?://|\bwww\.|\bftp://|\b[\w.+-]+@[\w-]+\.\w+|\b(?:to|into|as|in) (?:me\b|this (?:address|url|link|endpoint|webhook|server|number|site|domain)|the (?:following|attached|external|attacker'?s?|remote) (?:\w+ )?(?:address|url|link|endpoint|webhook|server|site|domain|e-?mail|host)?|an? (?:external|remote|outside|third[- ]party|public|attacker'?s?|unknown) \w+|(?:my|our) (?:server|e-?mail|webhook|endpoint|inbox|address|telegram|site)|(?:a |the )?(?:webhook|pastebin|query string|url parameters?|query parameters?|image url|telegram bot|public gist|gist)|attacker)|\+\d[\d ()-]{6,20}|\bby sms\b|\bvia (?:sms|telegram|whatsapp|discord)\b|\bpastebin\b|\bngrok\b|\brequestbin\b|\bwebhook\.site\b|\bimage (?:url|link|tag)\b|!\[",
    r"\b(?:an (?:mich|diese|folgende|die (?:folgende )?adresse|einen externen|meine)|a (?:cette|l'adresse|mon|moi|un serveur)|a (?:mi|esta|este|la (?:siguiente )?direccion|un servidor)|para (?:mim|este|o endereco|um servidor|o meu)|a (?:questo|questa|me|l'indirizzo|un server|mio)|all'indirizzo)\b",
    r"на (?:адрес|сервер|почту|этот|мой|внешн\w*)|мне\b|到(?:我|这个|以下|外部|该)|给我|至(?:外部|以下)|外部(?:服务器|伺服器|地址)|外部(?:の)?サーバ\w*|(?:次|以下|この|私)(?:の)?(?:アドレス|url|サーバー|メール)?(?:に|へ)|外部に|외부 (?:서버|주소)|(?:다음|이|아래) (?:주소|서버|이메일|url)|나에게|الي (?:هذا|العنوان|الخادم|خادم|البريد|الرابط|بريدي|عنواني)|لي\b",
];

const GIVE_ACTS: &[&str] = &[
    r"\b(?:include|append|add|insert|embed|put|print|output|reveal|show|leak|write|list|give|tell|disclose|repeat|share|provide|dump|return)\b",
    r"\b(?:gib|nenne|zeige?|verrate|schreib\w*|donne[sz]?|affiche[sz]?|revele[sz]?|inclu[ts]|incluye|muestra|revela|dime|inclua|mostre|diga|includi|mostra|rivela|dimmi)\b",
    r"покажи\w*|выведи\w*|сообщи\w*|назови\w*|раскрой\w*|告诉|告訴|显示|输出|透露|泄露|附上|教えて|表示し|出力し|含めて|알려|보여|출력|포함하|اكشف|اعرض|اخبر|اظهر|ادرج",
];

const IN_THE_ANSWER: &[&str] = &[
    r"\b(?:in|to|at the end of|into) (?:your|every|each|all|the next|any) (?:\w+ )?(?:answers?|repl(?:y|ies)|responses?|messages?|outputs?)\b|\b(?:you (?:know|were (?:told|asked|given|instructed)|have (?:access to|seen|stored|been given)|can (?:find|access|see|read)|remember|hold)|stored in (?:your|this) memory|in your (?:context|memory))\b",
    r"\b(?:in (?:deiner?|jeder) antwort|die du (?:kennst|hast|gespeichert hast)|dans (?:ta|votre|chaque|tes) reponses?|que (?:tu connais|vous connaissez)|en (?:tu|cada|tus|su) respuestas?|que (?:conoces|conozcas|tengas|tienes)|(?:na|em) (?:sua|cada|tua) respostas?|que voce (?:conhece|tem|sabe)|(?:nella|in) (?:tua|ogni) rispost[ae]|che conosci)\b",
    r"котор\w* (?:ты|вы) (?:знаешь|знаете|помнишь|хранишь)|в (?:ответе|каждом ответе|своем ответе)|你(?:知道|记得|掌握|存储|所知)的|在(?:你的)?(?:回答|回复|每次回复)中|あなたが(?:知っている|保存している|記憶している)|(?:回答|返答|返信)に|(?:네가|당신이) (?:아는|알고 있는|저장한)|(?:답변|응답)에|التي تعرفها|في ردك|في (?:كل )?(?:رد|اجابه|إجابة)",
];

const KEEP_FROM: &[&str] = &[
    r"\b(?:(?:do not|don't|dont|never|must not|not to|shall not|should not) (?:ever )?(?:tell|inform|mention|notify|alert|warn|reveal|disclose|let|show|admit|explain|say|report|ask|discuss|expose)|without (?:telling|informing|notifying|alerting|asking|warning|mentioning|the knowledge of|letting)|hide|conceal|keep|withhold)\b",
    r"\b(?:(?:sag|sage|sagen|erzahl\w*|verrat\w*|informier\w*|erwahn\w*|teile?) .{0,40}(?:nicht|nichts)|verheimlich\w*|verschweig\w*|verbirg|verberge\w*|ohne)\b",
    r"\b(?:ne (?:dis|dites|parle[zs]?|mentionne[zs]?|revele[zs]?|informe[zs]?|previens|prevenez) (?:rien|pas|jamais)|ne le (?:dis|dites|mentionne[zs]?) pas|sans (?:le dire|en informer|informer|prevenir|demander|avertir)|cache[zs]?|no (?:le |se lo |lo )?(?:digas|diga|informes|informe|menciones|mencione|avises|reveles|cuentes)|sin (?:decir\w*|informar|avisar|preguntar|que)|oculta(?:r|lo)?|oculte|nao (?:diga|conte|informe|mencione|avise|revele|digas|contes)|sem (?:dizer|informar|avisar|contar|perguntar|que)|esconda|oculte|non (?:dire|dirlo|informare|menzionare|rivelare|avvisare|dica)|senza (?:dirlo|informare|avvisare|chiedere|dire)|nascondi(?:lo)?)\b",
    r"не (?:говори\w*|сообщай\w*|упоминай\w*|рассказывай\w*|информируй\w*|раскрывай\w*)|скрой\w*|скрывай\w*|без ведома|不要(?:告诉|告知|让|通知|向)|别告诉|别让|不得告知|请勿告知|勿告|瞒着|隐瞒|对.{0,8}保密|知らせ(?:ないで|ず|るな|てはいけ)|伝え(?:ないで|ず|るな|てはいけ)|言わ(?:ないで|ず)|教え(?:ないで|るな)|隠し|내색|말하지 (?:마|말)|알리지 (?:마|말|않)|언급하지 (?:마|말)|숨기|لا تخبر|لا تذكر|لا تقل|لا تعلم|دون (?:اخبار|علم|ابلاغ|إخبار)|اخف|بدون علم",
];

const THE_USER: &[&str] = &[
    r"\b(?:the (?:user|human|operator|person (?:you|using)|owner|customer)|your (?:user|human|operator|owner|principal)|(?:any|the) (?:human|person)|user|them|anyone|anybody|him|her)\b",
    r"\b(?:(?:dem|den|der|des) (?:nutzer|benutzer|anwender|menschen)s?|dem user|nutzer|benutzer|(?:a )?l'utilisateur|l'utilisatrice|al usuario|el usuario|del usuario|a la usuaria|ao usuario|o usuario|do usuario|ao utilizador|o utilizador|all'utente|l'utente)\b",
    r"пользовател\w*|用户|用戶|使用者|ユーザー?|利用者|사용자|유저|المستخدم",
];

/// What the user is not to know: this very thing, or that the assistant acts.
const WHAT_IS_DONE: &[&str] = &[
    r"\b(?:about (?:this|it|these|that|any of this|what you)|that you|this|these (?:instructions|steps)|anything|what you|why you|(?:of|about|in) (?:this|the) (?:note|message|memory|instructions?|change|action)|secret|hidden|from|do it|silently|quietly|(?:it|so)$|first|of it|you (?:did|are|were|have))\b|(?:user|human|operator|owner)(?:[.,!\n]|$)",
    r"\b(?:davon|nichts|daruber|dass du|diese[nrs]?|nicht|wissen|zu fragen|zu informieren|rien|de cela|ceci|cela|de ca|pas|que tu|nada|de esto|esto|que has|sobre isso|disso|isso|isto|que voce|di questo|questo|che hai|niente|en informer|prevenir|avvisare|informar|informare|avisar|preguntar)\b",
    r"об этом|этого|про это|что ты|ничего|без|этом|这|此|任何|你|これ|この|何も|こと|이것|이를|이 |아무것도|사실을|عن (?:هذا|ذلك)|بهذا|بذلك|هذا|شيئا|اي شيء|انك",
];

const CALL_ACTS: &[&str] = &[
    r"\b(?:call|invoke|run|execute|trigger|use|launch|issue|perform|delete|drop|transfer|wire|send|approve|grant|merge|install|download|open|visit|navigate to|fetch|click|buy|purchase|pay|email|forward|disable|push)\b",
    r"\b(?:rufe?|fuhre?|ausfuhren|aufrufen|losche|appelle[zs]?|execute[zs]?|lance[zs]?|supprime[zs]?|llama|ejecuta(?:r)?|ejecute|borra|elimina|chame|execute|apague|exclua|chiama|esegui|cancella|elimina)\b",
    r"вызови\w*|выполни\w*|запусти\w*|удали\w*|调用|呼叫|执行|執行|运行|删除|刪除|転送|呼び出し|実行し|削除し|호출하|호출해|실행하|실행해|삭제하|삭제해|استدع|نفذ|شغل|احذف",
];

const HARMFUL_TOOLS: &[&str] = &[
    r"\b(?:\w*(?:send|delete|remove|drop|transfer|exec|shell|bash|purge|wipe|forget|export|upload|pay|write|http|fetch|browser|email|mail|run|command|ledger|save|update|remember)\w*_\w+|\w+_(?:send|delete|remove|drop|transfer|exec|shell|all|email|mail|export|upload|payment|file|request|get|post|matching|command|code)|(?:sendEmail|deleteAll)|\w+ tool|tool|function|rm -rf|curl|wget|powershell|shell|bash|terminal|script|command|code|payload|all (?:memories|records|files|notes|data|emails|rules)|every (?:memory|record|file|note)|your memor(?:y|ies)|https?://\S+|\$\d+|bitcoin|btc|crypto|money|funds|payment|admin (?:access|rights|role)|pull request|this link)\b",
    r"\b(?:werkzeug|funktion|befehl|skript|alle (?:erinnerungen|dateien|daten|notizen)|outil|fonction|commande|tous les|toutes les|herramienta|funcion|comando|todos los|todas las|ferramenta|funcao|todos os|todas as|strumento|funzione|tutti i|tutte le)\b",
    r"инструмент\w*|функци\w*|команд\w*|скрипт\w*|все (?:файлы|записи|данные|заметки|воспоминания)|工具|函数|命令|脚本|所有(?:记忆|文件|数据|记录|记忆)|ツール|関数|コマンド|スクリプト|すべての(?:メモリ|記憶|ファイル|データ)|全ての(?:メモリ|記憶|ファイル|データ)|도구|함수|명령|스크립트|모든 (?:기억|파일|데이터|기록|메모)|الاداه|الاداة|اداه|اداة|الامر|امر|جميع (?:الملفات|الذكريات|البيانات|السجلات)|كل (?:الملفات|الذكريات|البيانات)",
];

/// The act is tied to the assistant's reading of the text.
const ON_READING: &[&str] = &[
    r"\b(?:when(?:ever)?|once|as soon as|after|if|every time|each time|upon|the moment|immediately after|the next time) (?:you |an? (?:ai|assistant|agent|llm|model) )?(?:have |are |is )?(?:read|reads|reading|see|sees|seeing|retriev\w+|recall\w*|load\w*|process\w*|encounter\w*|open|receive|recei\w+|view|parse|pars\w+|summari[sz]\w+|access\w*|asked|an ai|an llm|a language model|a bot) (?:this|the (?:above|following|present) |these|that (?:memory|note|record)|it\b|to summari|about this|(?:by|memory|note|text))",
    r"\b(?:before (?:answering|responding|replying|you (?:answer|respond|reply|continue|do anything))|(?:ai|llm) (?:agents?|assistants?|models?)(?: (?:reading|processing|that reads?|who reads?|seeing|viewing) this)|(?:to|for|attention|dear|hey|note to|message (?:to|for)) (?:any |all |the |every )?(?:ai|llm|language model|chatbot|chatgpt|claude|copilot|gemini|agent)s?\b|(?:the |any )?(?:ai|llm|assistant|agent|model) (?:reading|processing|that reads|seeing) this|you are (?:an )?(?:ai|llm|a language model)|without (?:asking|confirmation|telling|waiting for))\b",
    r"\b(?:(?:wenn|sobald|falls) du (?:dies|das|diese[nrs]?)|bevor du antwortest|ohne (?:nachzufragen|zu fragen|den|ruckfrage)|(?:quand|lorsque|des que|si) (?:tu|vous) (?:lis|lisez|vois|voyez)|avant de repondre|sans (?:demander|confirmation)|(?:cuando|si|en cuanto) (?:leas|lees|veas|ves|lea)|antes de responder|sin (?:preguntar|pedir|confirmacion)|(?:quando|se|assim que) (?:ler|voce ler|vires)|sem (?:perguntar|pedir|confirmacao)|(?:quando|appena|se) (?:leggi|leggerai|vedi)|prima di rispondere|senza (?:chiedere|conferma))\b",
    r"(?:когда|как только|если) (?:ты |вы )?(?:прочита\w*|прочте\w*|увиди\w*|чита\w*)|прежде чем отвечать|перед ответом|без (?:подтверждения|спроса)|(?:读到|看到|阅读|讀到|读取)(?:这|此|本|該|该)|回答(?:之)?前|(?:无需|不要|不用|未经)(?:确认|询问|征求)|(?:これ|この\S{0,8})を(?:読ん|見)|回答する前|確認(?:せず|なし)|(?:이것?|이 \S{1,8})(?:을|를) (?:읽|보)|(?:답변|대답|응답)하기 전|확인 ?(?:없이|하지)|عندما تقرا|عند قراءه|عند قراءة|حالما تقرا|قبل (?:ان تجيب|الرد|الاجابه|الإجابة)|دون (?:تاكيد|سؤال)",
];

const LIFT_ACTS: &[&str] = &[
    r"\b(?:disable|deactivate|turn off|switch off|remove|lift|unlock|suspend|relax|free yourself (?:from|of)|escape|evade|jailbreak)\b",
    r"\b(?:deaktivier\w*|schalte|abschalten|hebe?|desactive[rz]?|desactiva(?:r)?|desactive|desative|desativar|disattiva(?:re)?|supprime[rz]?|elimina)\b",
    r"отключи\w*|сними\w*|выключи\w*|关闭|關閉|解除|禁用|無効に|解除し|외면|해제하|해제해|비활성화|عطل|اوقف|ازل",
];

const SAFEGUARDS: &[&str] = &[
    r"\b(?:safety|guardrails?|safeguards?|content (?:filters?|polic(?:y|ies))|moderation|restrictions|limitations|ethic\w*|alignment|filters|inhibitions|safety \w+)\b",
    r"\b(?:sicherheits\w+|filter|beschrankungen|einschrankungen|filtres?|restrictions|garde-fous|securite|filtros?|restricciones|seguridad|restricoes|seguranca|filtri|restrizioni|sicurezza)\b",
    r"ограничени\w*|фильтр\w*|безопасност\w*|安全|限制|过滤|審查|审查|フィルター|制限|安全|제한|필터|안전|القيود|الفلاتر|قيودك",
];
