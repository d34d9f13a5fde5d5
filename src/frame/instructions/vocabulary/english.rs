//! English words for what a sign is made of.

pub(in crate::frame::instructions) const SHOW: &[&str] = &[
    r"\b(?:reveal|show|print|output|display|dump|leak|disclose|expose|paste|recite|divulge|list|echo|repeat|tell (?:me|us)|give (?:me|us)|reply with|respond with|answer with|include)\b",
];

pub(in crate::frame::instructions) const SECRETS: &[&str] = &[
    r"\b(?:tokens?|passwords?|passphrases?|stored secret|secrets|credentials|api[ -]?keys?|private keys?|access keys?|env(?:ironment)? variables?|/etc/passwd|/etc/shadow|printenv|id_rsa|\.env)\b|/etc/(?:passwd|shadow)|~/\.(?:ssh|aws)",
];

pub(in crate::frame::instructions) const REACH: &[&str] = &[
    r"\b(?:all (?:the |of |your |stored |known |saved )*(?:tokens|passwords|secrets|credentials|api keys|keys|env\w*)|every (?:\w+ )?(?:token|password|secret|credential|key)|them all|(?:the |your )?(?:users?'s?|admin\w*'?s?|owner's) (?:\w+ )?(?:tokens?|passwords?|secrets?|credentials|keys?)|in (?:plain ?text|clear text|full)|for verification|to (?:anyone|whoever|the requester|mallory)|here and now|/etc/(?:passwd|shadow))",
];

pub(in crate::frame::instructions) const SEND: &[&str] = &[
    r"\b(?:send|forward|e-?mail|mail|post|upload|exfiltrate|transmit|leak|copy|submit|deliver|relay|ship|publish|push|pass|append|add|encode|put|paste|create|report|dm|bcc|cc|sync|mirror|export)\b",
];

pub(in crate::frame::instructions) const HOLDINGS: &[&str] = &[
    r"\b(?:conversation|chat|transcript|(?:their|the user's|user's|users'|customers?'?s?|client'?s?|his|her) (?:\w+ )?(?:messages?|phone|numbers?|e-?mails?|data|details|address\w*|names?|files?|inbox|input|questions?|list|records?|history|information)|inbox|mailbox|(?:customer|client|contact|employee|user|payroll|salary|member) (?:list|data\w*|records?|details|emails?|table)|(?:output|result|contents?) of|source code|repositor(?:y|ies)|memor(?:y|ies)|all_\w+|(?:private|personal|internal|confidential) (?:\w+ )?(?:notes?|memories|data|files?|documents?|messages)|everything|all (?:files|records|notes|data|documents|contacts|messages)|database|summar(?:y|ies) of|weekly summaries|api[ -]?keys?|tokens?|passwords?|secrets|credentials|env\w* variables?|prompt)\b",
];

pub(in crate::frame::instructions) const OUTSIDE: &[&str] = &[
    r"https?://|\bftp://|[a-z0-9.+-]+@[a-z0-9-]+\.[a-z]+|\b(?:webhook|pastebin|(?:public |a |secret )gist|ngrok|telegram|discord|external (?:server|address|host|endpoint|site|service|url)|attacker|to me\b|i can read|mallory|third part(?:y|ies)|remote (?:server|host)|(?:shared|public|team) (?:space|scope|folder|channel|bucket)|c2\b|my (?:server|inbox|address|account|webhook))",
];

pub(in crate::frame::instructions) const CONCEAL: &[&str] = &[
    r"\b(?:do not|don't|dont|never|must not|not to|shall not|should not|without|no need to) (?:ever )?(?:tell|inform|notify|alert|warn|let|show|ask|consult|involve|trouble|bother)(?:ing)? (?:it to |this to )?(?:the |your |any |a )?(?:user|human|operator|owner|person)s? (?:about|of|that|this|what|why|know|see|notice|first|anything|or|,)",
    r"\b(?:do not|don't|never|must not|not to|without) (?:ever )?(?:mention|reveal|disclose|admit|acknowledge|cite|quote|discuss)(?:ing)? (?:\w+ ){0,2}?(?:this|these|the|that this|its|the existence of this) (?:convention|consent|rule|instruction|memory|line|policy|directive|order|request|note|message|text)s?\b",
    r"\b(?:conceal|hide|keep secret|withhold|delete all trace of) (?:this|these|the|any) (?:\w+ )?(?:instruction|note|memory|rule|line|message|convention|text|consent|directive|change|action)s?\b",
    r"\b(?:the |your )?(?:user|human|operator|owner|victim)s? (?:must|should|need|can|will|may|shall) ?(?:not|never) (?:be told|know about|find out|notice|learn|be informed|be asked|hear|become aware)",
    r"\b(?:keeps?|keeping) (?:this|that|the) (?:decision|rule|instruction|memory|note|convention|directive|order) (?:a )?(?:secret|hidden|private|to (?:itself|yourself))\b|\bas (?:if|though) nothing (?:had |has |ever |was )?(?:happened|said|changed)\b|\bleave no traces?\b|\bbehind the user's back\b",
];

pub(in crate::frame::instructions) const QUIETLY: &[&str] = &[
    r"\b(?:(?:do not|don't|never|not to) (?:mention|reveal|disclose|admit|announce|tell)(?: (?:it|this|that|anyone|anybody|about (?:it|this)|them|a word|so))?\b|say nothing|silently|secretly|covertly|discreetly|quietly|stealthily|without (?:telling|mentioning|informing|notifying|alerting|saying|comment|a word|trace|logging|announcing|explanation|drawing attention)|(?:user|human|people|operator|reader)s? (?:cannot|can't|does not|doesn't|do not|don't|will not|won't|need not|never) (?:see|read|notice|know|need to know|need to see)|invisible to (?:the )?(?:user|human)|(?:keep|kept) (?:it |this |that )?(?:secret|hidden|quiet)|hidden from)",
];

pub(in crate::frame::instructions) const ROLE: &[&str] = &[
    r"\b(?:from now on|henceforth|as of now|starting now|effective immediately|hereafter|from this (?:point|moment|message)(?: on| onwards?| forward)?|from here on(?: out)?)[, ]+you (?:now |only |always |will |shall |must |are to )*(?:are [\x22'\x22]|obey|serve|never refuse|have no|no longer (?:have|need|follow|obey|refuse|answer)|answer only|work for|take orders|are (?:an? |the |my )?(?:\w+[- ]){0,3}(?:assistant|ai|bot|model|persona|gpt|twin|clone|puppet|servant))",
    r"\byou (?:never|cannot|can't|may not|must not|must never|will not|will never|won't|shall not) (?:refuse|decline|say no)\b|\byou(?:'re| are) (?:now )?(?:an? |the |my )?(?:evil|rogue|malicious|unbound|unchained|uncensored|unrestricted|unfiltered|shadow|amoral|rebellious|liberated|jailbroken) (?:\w+ )?(?:twin|version|clone|assistant|ai|agent|bot|model|copy|self)",
    r"\b(?:role-?play|let'?s play|(?:play|playing) a (?:game|role)|simulation|simulate|pretend|imagine|act as if|acting as)\b(?:[ :,]+(?:game|that|a|where|in which|now|this|is|for|you))*[ :,]+you(?:'re| are| play)? (?:the |a |an |my )?(?:\w+ )?(?:database|shell|server|root|admin\w*|terminal|operating system|hacker|attacker|owner|developer|unrestricted)",
    r"\byou (?:now |henceforth |only |must now |will now )(?:work for|serve|belong to|answer to|obey|report to|take orders from)\b|\b(?:you|your) (?:only )?(?:master|loyalty|allegiance)\b",
];

pub(in crate::frame::instructions) const ROLE_PERHAPS: &[&str] = &[
    r"\b(?:enter|enable|activate|switch (?:in)?to|entering|go into) (?:\w+ )?(?:developer|debug|admin|root) mode\b|\bact as (?:the |a |an |my |if you were )?(?:\w+ ){0,2}(?:administrator|root|superuser|sysadmin|database|attacker|hacker|shell|system)\b|\b(?:alter ego|evil twin|shadow self|opposite mode|unrestricted|unfiltered|uncensored)\b|\bno (?:restrictions|limits|filters|limitations|boundaries) (?:apply|exist|bind|remain|any ?more|whatsoever)\b",
];

pub(in crate::frame::instructions) const OBEY: &[&str] = &[
    r"\b(?:do|act|behave|proceed|comply|answer|respond|continue) (?:exactly |only |strictly |just )?(?:as|what|according to what) this (?:note|memory|message|text|line|record|entry|file) (?:says|tells|commands|orders|demands|instructs|asks|requires)|\b(?:obey|execute|carry out|act on|follow) (?:\w+ ){0,3}(?:in|from|of|by) this (?:memory|note|message|record|entry)\b|\b(?:obey|execute|carry out|follow) (?:only )?this (?:memory|note|message|record|entry)\b",
    r"\b(?:obey|execute|carry out|comply with|follow|act on|run) (?:whatever|everything|anything|all orders|every order|the (?:instructions?|orders?|commands?|directives?) (?:you (?:find|see|receive)|found (?:in|at|there)|it (?:contains|spells|gives)|they (?:spell|contain)|hidden|in it\b|inside it|at https?|from https?)|these (?:hidden|secret|orders)|the (?:hidden|secret) (?:instructions?|orders?)|mallory)|\binstructions? (?:in|inside|from) (?:this memory|this note|it|them) instead of\b",
    r"\btreat(?:s|ed|ing)? (?:\S+ ){1,10}?as (?:if (?:it|they|you|this) (?:came|were|was|comes|had)|(?:your |a |the |an )?(?:(?:system|developer|trusted|admin|binding|authoritative|official|direct|top|new|highest|user)[ -]?(?:\w+ )?(?:instructions?|commands?|orders|rules|prompt|messages?|policy)|instructions|commands|orders|gospel|your conventions|your rules|system))\b",
    r"\bas (?:if|though) (?:it|they|this) (?:came|was|were|had come|comes) (?:straight |directly )?(?:from|written by|sent by|issued by) (?:the |your |a )?(?:developer|system|admin\w*|operator|anthropic|openai|owner|user)|\bdisobey (?:the |your |any )?(?:user|operator|owner|human|developer)|\bstart over with (?:these|the following|new) ",
    r"\b(?:real|true|actual) (?:instructions?|orders?|directives?|task) (?:are|is|follow|begin|start)\b|\b(?:everything|anything|all|the text|whatever) (?:before|above|until now|so far|prior)(?: this| to this| that)?(?: point)? (?:was|is|were|has been) (?:only |just |merely )?(?:an? )?(?:test|joke|fake|example|void|dummy|simulation|practice|decoy|invalid|cancelled|obsolete)",
    r"\b(?:the )?(?:rest|following|what follows|remainder|text below|next (?:lines?|part|paragraph)|everything (?:below|after))(?: \w+){0,3} (?:is|are|contains?|counts? as) (?:\w+ )?(?:instructions?|commands?|orders|trusted|not data|binding|a system)\b",
];

pub(in crate::frame::instructions) const PRIORITY: &[&str] = &[
    r"\b(?:lower|less|no|lesser) (?:priority|weight|precedence|authority|importance) than (?:this|these|what)|\b(?:higher|more|greater|highest|absolute|top) (?:priority|precedence|authority|weight|importance)(?: than| over| of)? (?:the |any |all |every |your |other )*(?:user|system|developer|instructions?|rules?|memor|agents|prompt|everything|human|polic)|\b(?:takes?|has|have|with) (?:precedence|priority) over (?:the |any |all |every |your |other )*(?:user|system|developer|instruction|agents|everything|anything|human|prompt|memor)|\b(?:supersedes?|overrides?|outranks?|trumps?|overrules?) (?:them all|(?:the |all |any |every |your )*(?:other memor|other instruction|user|system prompt|developer|agents\.md|claude\.md|instructions?|guidelines|safety))",
];

pub(in crate::frame::instructions) const ADDRESS: &[&str] = &[
    r"\b(?:dear|hey|hello|hi|attention|notes? to|notes? for|message (?:to|for)|memo (?:to|for)|reminder (?:to|for)|instructions? (?:to|for)|directive (?:to|for)|order (?:to|for)|notice (?:to|for)|p\.?s\.? (?:to|for)|calling|addressed to|meant for|intended for|command (?:to|for)|request (?:to|for))[ ,:-]+(?:all |any |every |each |the |this |our |my |fellow |future )*(?:(?:ai|coding|screening|reviewing|grading|language|automated|summari[sz]ing|hiring|helpful) )?(?:ais?|llms?|agents?|assistants?|language models?|models?|chatbots?|bots?|copilot|claude|chatgpt|gpt|gemini|cursor|codex)\b",
    r"(?:^|[\n.!?:>#*%/] ?)(?:@)?(?:ai|llm|agent|assistant|ai assistant|ai agent|ai model|model|language model|chatbot|chatgpt|claude|copilot|gemini)s?[:,]",
    r"\b(?:any|every|each|all|whichever|whatever|the) (?:\w+ )?(?:ai|llm|agent|assistant|model|bot)s? (?:that|which|who|to) (?:recalls?|reads?|loads?|sees?|finds?|retrieves?|processe?s?|receives?|opens?|is reading|parses?|ingests?|gets?|picks? up|comes? across|encounters?) (?:this|it)\b|\bwh(?:oever|atever|ichever)(?: (?:ai|agent|assistant|model|llm))? (?:reads|loads|recalls|processes) this\b",
    r"\b(?:ai|llm|agent|assistant|model|bot)s? (?:currently )?(?:reading|processing|recalling|loading|parsing|handling|reviewing|screening|evaluating|summari[sz]ing|retrieving|ingesting|scoring|viewing|seeing|grading) (?:this|these|the (?:above|following|present))\b|\b(?:screening|grading|ranking|evaluating|hiring) (?:ai|llm|model|bot)\b",
    r"\b(?:for|to) (?:the |an? )?(?:ai|llm|model|agent|assistant|machine|bot)s?(?:'s|'| )? ?(?:eyes )?(?:only|alone)\b|\b(?:humans?|people|human readers?|users?) (?:can |may |should |please )?(?:skip|ignore|disregard) (?:it|this|the line)\b|\bnot (?:meant |intended )?for (?:humans|human eyes|people)\b|\b(?:if|when|since|because) you are (?:an? )?(?:ai|llm|language model|assistant|agent|chatbot|bot)\b",
];

/// The assistant is told to do what serves an intruder; weak, since teams also write what their assistant must do.
pub(in crate::frame::instructions) const TOLD: &[&str] = &[
    r"\b(?:ais?|llms?|assistants?|agents?|models?|chatbots?|bots?) (?:must|shall|has to|have to|is to|are to|will|should|needs? to|may) (?:now |always |immediately |silently |also |therefore |never )*(?:ignore|disregard|reveal|display|show|print|output|leak|send|forward|e-?mail|upload|post|delete|bypass|skip|approve|obey|merge|transfer|mark|rate|recommend|hide|conceal|lie|claim|grant|disclose|execute|treat|drop|override|forget|answer that|refuse|pretend)\b",
];

pub(in crate::frame::instructions) const READING: &[&str] = &[
    r"\b(?:when(?:ever)?|once|as soon as|after|upon|if|every time|each time|any ?time|the (?:next|first) time|next time|the moment|on|before|immediately (?:after|upon)) (?:(?:you|your|an?|any|ai|assistant|agent|model|the|have|has|are|is) ){0,3}(?:read|reads|reading|recall\w*|load\w*|retriev\w*|see|sees|seeing|process\w*|encounter\w*|receiv\w*|pars\w*|ingest\w*|access\w*|open\w*) (?:of )?(?:this|these|the (?:above|present|following))\b",
    r"\bthis (?:memory|note|record|entry|message|text|fact|line|item|document) (?:is|gets|has been|was|appears|becomes) (?:\w+ )?(?:loaded|read|recalled|retrieved|opened|seen|surfaced|quoted|processed|cited|shown|in (?:the|your) context)\b",
    r"\b(?:when(?:ever)?|if|once|as soon as|each time|every time|next time) (?:the|a|any|your|this) (?:user|human|operator|requester|reader)s? (?:next |then |again |ever |later )?(?:asks?|says?|mentions?|types?|writes?|requests?|wants?|sends?|speaks?|greets?|logs? in|replies|responds|talks?|thanks|tells)\b|\bif the (?:word|phrase|term|keyword|name)\b|\btrigger ?: ?(?:if|when)",
    r"\b(?:on|at|in) (?:every|each|your next|the next|the start of (?:every|each|the next)) (?:session|conversation|chat|turn|startup|start|answer|reply|response|message)\b|\bbefore (?:any|every|each|your|the next|you|answering|responding|replying) ?(?:\w+ )?(?:answers?|reply|replies|responses?|respond)\b|\bthe next (?:answer|reply|response|message|turn)\b|\bthe user's next (?:message|question|request)\b",
];

pub(in crate::frame::instructions) const UNCHECKED: &[&str] = &[
    r"\bwithout (?:any |further |first |the |a |prior |user |human )*(?:confirm\w*|asking|approval|permission|review|verif\w+|checks?|checking|question\w*|authenticat\w+|consent|authori[sz]ation|hesitat\w+|redaction|waiting)\b",
    r"\b(?:skip|bypass|omit|drop|suppress|circumvent|waive|turn off|ignore|remove|disable)(?:s|ping|ing)? (?:the |all |any |every |your |its |their |of |usual |normal )*(?:\w+[- ]){0,2}(?:confirmations?|approvals?|reviews?|verifications?|consent|authori[sz]ation|authentication|permission (?:prompts?|checks?)|redaction|safeguards?|access (?:rules|controls?|checks?|rights)|(?:two|four|2|4)[- ]\w+ rule|safety (?:checks?|rules?)|sign-?offs?)\b",
    r"\b(?:do not|don't|never|no need to|need not|needn't|you need not|must not|stop) (?:ask(?:ing)?(?: for (?:confirmation|permission|approval|consent)| before| again| first| back| the user| me)|verify|validate|double-check|question|request (?:confirmation|approval)|wait for (?:confirmation|approval)|apply (?:\w+ )?(?:redaction|filters?|rules|checks))\b",
    r"\b(?:needs?|requires?) no (?:further |user |prior )?(?:confirmation|approval|review|verification|checks?|authentication|redaction|permission)\b|\bno (?:further |more |user )?(?:confirmation|approval|verification|questions|review|permission) (?:is |are )?(?:needed|required|necessary)\b|\bpre-?(?:approved|authori[sz]ed|confirmed|consented)\b|\b(?:redaction|confirmation|approval|verification|review|safety) (?:is )?(?:off|disabled|suspended|=\s?false)\b",
];

pub(in crate::frame::instructions) const CONSENT: &[&str] = &[
    r"\b(?:users?|owner|human|operator|admin(?:istrator)?s?|security team|ceo|cto|cfo|management|legal|compliance|developers?|platform team|anthropic|openai|head of \w+) (?:has |have |had |already |has already |have already |hereby |explicitly |in writing )+(?:\w+ )?(?:agreed|approved|consented|confirmed|authori[sz]ed|permitted|allowed|granted|signed off|cleared|given|decided|ordered|waived)\b",
    r"\b(?:users?|owner's|operator) (?:consent|permission|approval|authori[sz]ation) (?:has been|was|is) (?:\w+ )?(?:given|granted|obtained|implied|assumed)\b|\byou (?:have been|are|were) (?:hereby |now |fully |explicitly |already )?(?:authori[sz]ed|permitted|cleared|granted|approved|empowered) (?:to|for|full|access)|\bpermission (?:has been |was |is )?granted\b|\b(?:by|under|on|per) (?:the )?(?:orders? of|authority of|order from) (?:the )?(?:\w+ )?(?:administrator|admin|ceo|security|developers?|anthropic|openai|system)\b|\b(?:security|admin|system|compliance) (?:notice|alert|directive|order)\b",
];

pub(in crate::frame::instructions) const KEEP: &[&str] = &[
    r"\b(?:save|store|add|write|record|create|insert|remember|memori[sz]e|persist|register)\b(?: \w+){0,2} (?:new |permanent |hidden |global |standing |additional )(?:rule|memory|convention|policy|instruction|fact|preference)\b|\b(?:update|overwrite|rewrite|correct|change) your (?:memory|memories|beliefs|knowledge|rules|instructions)\b|\bthe (?:user|requester|caller|author|sender) (?:is|counts as|has|should be treated as|must be treated as) (?:an? |the )?(?:\w+ )?(?:administrator|admin|root|superuser|full access|admin rights|all permissions|all rights)\b",
];

pub(in crate::frame::instructions) const SPREAD: &[&str] = &[
    r"\b(?:copy|replicate|propagate|spread|duplicate|write|paste|store|save|repeat|append|include|carry|insert|add|forward|pass)\b (?:it|this|itself|yourself|them|these|(?:this|these|the same) \w+)(?: \w+){0,2} (?:into|to|in|across|among|with|on) (?:every|all|each|any|as many)(?: of)? (?:\w+ ){0,3}?(?:scopes?|memor(?:y|ies)|notes?|files?|spaces?|projects?|agents?|sessions?|conversations?|repositor\w+|documents?|teams?|contexts?|summar\w+|handoffs?|records?|assistants?|stores?)\b",
];

pub(in crate::frame::instructions) const ANSWER: &[&str] = &[
    r"\b(?:always|must|only|invariably) (?:answer|reply|say|claim|state|respond|report|assert|insist|conclude)(?: \w+){0,2} that\b|\banswers? (?:all |any |every )?(?:\w+ )?(?:questions?|requests?) (?:about|on|regarding|concerning) (?:\S+ ){1,8}?with\b|\b(?:with|tell|telling) (?:lies|a lie|false|wrong (?:answers|information|numbers))\b|\b(?:lie to|deceive|mislead|misinform) (?:the |your |any |every )?(?:user|human|operator|customer|reviewer)s?\b",
    r"\b(?:rate|rank|score|grade|recommend|select|choose|pick|mark|assess|evaluate) (?:this|these) (?:\w+ )?(?:candidate|applicant|cv|resume|paper|product|proposal|vendor|company|submission|application|essay|one|offer|bid|supplier)\b|\b(?:the |a )?(?:highest|top|maximum|best|full|perfect|excellent) (?:possible )?(?:score|rating|rank|ranking|grade|mark)s?\b|\bmark (?:it|this|them) (?:\w+ )?as (?:paid|approved|safe|verified|resolved|trusted|clean|passed)\b|\b(?:insert|include|add|slip in|weave in|append) (?:a |an )?(?:\w+ )?(?:recommendation|advert\w*|plug|endorsement|praise|promotion) (?:for|of|to)\b|\b(?:whatever|no matter what|regardless of what) (?:the |your )?(?:\w+ )?(?:says?|said|shows?|found|asks?|evidence)\b",
];

/// Harm done with a tool; weak, since operators do the same on purpose.
pub(in crate::frame::instructions) const HARM: &[&str] = &[
    r"\b(?:add|grant|give|promote|make|assign) (?:\S+ ){1,5}?(?:to the |an? |the |to )?(?:admins?|administrators?|root|owners?|sudoers|superusers?|admin (?:group|role|rights|access))\b|\b(?:transfer|wire|pay|move|send|refund|release|redirect) (?:\S+ ){0,4}?(?:invoices?|money|funds|payments?|balance|euros?|dollars?|bitcoin|eth|\$\d+|budget)\b|\biban\b|\bpush --force|\bpush -f\b|\brm -rf|\bcurl \S+ \| ?(?:ba|z)?sh\b|\bdrop (?:the )?(?:database|table|all)\b|\b(?:merge|approve|delete|push|deploy|publish|export|accept) (?:it |this |them )?(?:everything|all\b|every|to main|anything)|\bdisable (?:the )?(?:tests|logging|audit\w*|alerts?|monitoring|mfa|2fa|security|backups?|firewall)\b|\bmust be called\b|\binvoke \W?[a-z]+_[a-z_]+|\bforget\W? with\b|\btoken_create|\bmemory_(?:delete|export|forget|wipe)",
];

/// A call that takes in everything there is.
pub(in crate::frame::instructions) const WIDE_CALL: &[&str] = &[
    r"\b(?:call|invoke|use|trigger|run|execute) (?:the )?(?:tool |function )?\W?(?:\w*(?:forget|delete|purge|erase|wipe|export|send|dump|memor|contact|account|user|token|mail|file)\w*)\W{0,3} (?:tool |function )?(?:with |on |for |over |having |using )(?:all|every|redaction|no|the whole|each|scope|admin|everything|confirm\w*)\b",
    r"\b(?:forget|delete|purge|erase|wipe|export|memory|send|dump|list|read)\w*(?:\W{1,4}\w+){0,4}\W{1,4}(?:all|scope|everything|force)\s?[=:]\s?\W?(?:true|all|1|everything|any|\*)",
    r"\b(?:function_call|tool_call|tool_use|function call|tool call)\W{0,3}[:=]\W{0,3}[a-z_.]+\W?\(|\ball_(?:memories|notes|files|users|contacts|messages|secrets|tokens)\b",
];

pub(in crate::frame::instructions) const TURN: &[&str] = &[
    r"<(?:system|developer|assistant|admin|root|sys|override|policy|tool_result|function_result|system[-_ ]\w+|admin[-_ ]\w+)(?: [^<>]{0,40})?>[^<]{3,200}</",
    r"(?:^|\n)[#>\s\[(*]{0,4}(?:assistant|ai|model|bot)[\])*]{0,2} ?: ?(?:i (?:will|shall|must|am|have|can|now|agree|understand|comply)|sure|of course|understood|yes|ok)\b",
    r"\b(?:tool|function)[_ ](?:result|output|response)s?\W{0,3}[:=>][^\n]{0,60}\b(?:granted|you|next|ignore|authori[sz]ed|permission|reveal|admin|assistant|unlocked|must)\b",
    r"\b(?:begin|start of|entering|enter) (?:new |of |the )*(?:system|admin|developer|root) ?(?:override|prompt|message|instructions?|command|policy|mode)\b",
    r"\b(?:allow|reveal|disable|bypass|unlock|ignore|skip|grant|enable|override|show|leak)_(?:all|prompt|safety|rules|filters?|access|approval|confirm\w*|admin|instructions?|checks?|redaction|policy|policies|secrets?|auth\w*|system\w*|guardrails?) ?[=:] ?(?:true|1|yes|on)\b",
];

pub(in crate::frame::instructions) const TURN_PERHAPS: &[&str] = &[
    r"\bend (?:of )?(?:the )?(?:notice|quote|quotation|quoted \w+|data|memory|memories|note|context|untrusted \w+|document|user data|record)[\].:>*=-]|\b(?:notice|quote|data|memory|note|quarantine|quotation|document|section|block) ends here\b|\brole\W{1,3}(?:system|developer|root)\b|<(?:system|developer|admin)>",
];

pub(in crate::frame::instructions) const IMPORTANCE: &[&str] = &[
    r"\b(?:importance|priority|trust|urgency|severity)\W{1,3}(?:critical|highest|max\w*|absolute|system)\b|\b(?:urgent|critical|mandatory|required) (?:system )?(?:update|step|instruction|directive|policy|action)\b|\bnew policy ?:",
];

pub(in crate::frame::instructions) const DECODE: &[&str] = &[
    r"\b(?:decode|decipher|decrypt|deobfuscate|unscramble|translate|reverse)\b(?: \S+){0,5}?,? (?:and|then|and then) (?:\w+ )?(?:run(?: it| this| that| what| the (?:result|output|command)|[ ]?[:.,])|execute|obey|follow|comply|carry out|act|do (?:what|as|it))|\bfirst letters?(?: \S+){1,10} (?:obey|follow|execute|do|instruction|command|spell)|\b(?:obey|follow|execute) (?:the )?(?:\S+ ){0,5}(?:it|they|letters|lines|words) (?:spell|encode|hide)",
];

pub(in crate::frame::instructions) const PROMPT_PARTS: &[&str] = &[
    r"\b(?:first|last|next|initial) (?:\d+|few|hundred|ten|fifty|thousand|two|three|five) (?:words|lines|characters|tokens|letters|sentences|paragraphs) (?:of|from|in) (?:the |your |this )(?:\w+ ){0,2}(?:prompt|instructions|context|message|conversation|configuration)\b|\b(?:complete|whole|entire|full|hidden|secret) (?:initial |hidden |system |secret |original )?(?:prompt|preamble) (?:in your|in this|into (?:the|this|your)|to (?:me|us)|as|verbatim|here)\b",
];

pub(in crate::frame::instructions) const FETCH: &[&str] =
    &[r"\b(?:fetch|load|open|download|read|visit|get|retrieve|pull|import|browse)\b(?: \S+){0,3}? \W?https?://"];

pub(in crate::frame::instructions) const FETCHED: &[&str] = &[
    r"\b(?:follow (?:the |its |any |all )?(?:instructions?|orders|it|them|what)|obey|treat (?:it|them|this)|do (?:what|as) (?:it|they)|act on|comply with|execute (?:it|what|them|the)|adopt (?:it|them)|apply (?:it|them) as)\b",
];

pub(in crate::frame::instructions) const IGNORE: &[&str] = &[
    r"\b(?:ignor(?:e|es|ed|ing)|disregard(?:s|ed|ing)?|forget(?:s|ting)?|overrid(?:e|es|ing)|overrul(?:e|es|ing)|bypass(?:es|ing)?|circumvent(?:ing)?|neglect|disobey|nullify|abandon|violate|skip|break|drop|dismiss|discard|set aside|pay no (?:attention|heed) to|suspend|lay aside|throw out|delete|erase|purge|replace|supersedes?)\b",
];

/// What only an assistant has, or what an intruder calls it.
pub(in crate::frame::instructions) const BOUNDS: &[&str] = &[
    r"\b(?:its|their|your|the assistant's|the agent's|the model's|all other|any other|every other|all (?:of )?the user's|the user's|the operator's|access|ethical) (?:\w+ )?(?:rules?|instructions?|guidelines?|constraints?|limits?|restrictions?|polic(?:y|ies)|memor(?:y|ies)|notes?|boundaries|safeguards|guardrails|principles|commands?|directives?|requests?|wishes|orders)\b|\b(?:rules?|instructions?|constraints?|orders|guidelines) (?:that )?(?:you (?:got|received|were|have|learned|know|hold|started)|(?:in|of|from) (?:agents|claude|gemini|copilot\w*)\.md|from the (?:user|developer|system|operator))|\byour (?:earlier|previous|prior|original|existing|current) (?:context|memory|memories|orders|conversation|task)\b|\beverything else and (?:reply|respond|answer|output|do|print|say|send)\b|\b(?:agents|claude)\.md and\b|\b(?:every|all) other (?:memor(?:y|ies)|constraints?|instructions?|rules?)",
];

pub(in crate::frame::instructions) const CARRY: &[&str] =
    &[r"\b(?:copy|write|store|save|put|move|publish|share|post|summari[sz]e|collect|dump|export|list)\b"];

/// What others wrote for themselves.
pub(in crate::frame::instructions) const PRIVATE: &[&str] = &[
    r"\b(?:private|personal|confidential|other (?:teams?|users?|people)'?s?'?|(?:his|her|their|everyone's) (?:private|personal)) (?:\w+ )?(?:notes?|memor(?:y|ies)|scopes?|messages|conversations?|diar(?:y|ies))\b",
];

pub(in crate::frame::instructions) const SHARED: &[&str] = &[
    r"\b(?:in|into|to) (?:this|the|a|our|my) (?:\w+ )?(?:shared|public|team|common|open) (?:space|scope|channel|folder|note|memory|wiki|repo\w*)\b|\binto this \w+|\bso that (?:i|we) (?:can|may|receive)\b|\bto (?:me|anyone|everyone|whoever)\b",
];
