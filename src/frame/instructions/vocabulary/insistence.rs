//! English signs that go with many attacks: the reader named by its work, refusals forbidden, a verdict or a lie ordered.

/// The reader is named by what it does to this very text; people are not addressed so.
pub(in crate::frame::instructions) const READER: &[&str] = &[
    r"\b(?:ais?|llms?|agents?|assistants?|language models?|models?|bots?|copilots?)(?: tools?)? (?:(?:which|that|who) )?(?:working on|work on|analy[sz](?:ing|es?)|read(?:ing|s)?|process(?:ing|es)?|evaluat(?:ing|es?)|review(?:ing|s)?|summari[sz](?:ing|es?)|index(?:ing|es)?|translat(?:ing|es?)|scor(?:ing|es?)|rank(?:ing|s)?|fix(?:ing|es)?|handl(?:ing|es?)|scan(?:ning|s)?|edit(?:ing|s)?|descri(?:bing|bes?)|triag(?:ing|es?)) (?:this|these)\b",
    r"\b(?:notes?|attention|to|for|hey|dear|instructions?)[ ,:]+(?:to |for )?(?:all |any |every |the )?(?:automated|ai|llm)(?:[ -](?:code|coding|screening|review\w*|bookkeeping|accounting|hiring|grading|based|powered))*[ -](?:processors?|tools?|agents?|assistants?|systems?|screeners?|parsers?|readers?|graders?|recruiters?|pipelines?)\b(?: \S+){0,5}? ?:? ?(?:ignore|return|rate|score|mark|you are|output|list|approve|insert|add|say|report|skip)\b",
    r"@(?:ai|llm|copilot|claude|gpt|agent|assistant|bot)[\w-]*[,:]? (?:please )?(?:approve|merge|ignore|accept|delete|skip|mark|resolve|close|send|add|run|execute)\b",
    r"\bby (?:reading|loading|processing|opening|recalling) this(?: \w+)?,? (?:the |you|an? )?(?:ai|assistant|agent|model|agree|accept|consent)",
];

/// Weak: an assistant is spoken to by a name of its work, before a colon or with a comma.
pub(in crate::frame::instructions) const ADDRESS: &[&str] = &[
    r"\b(?:ai|coding|code|screening|language|review(?:ing)?|bookkeeping|automated|hiring)[ -](?:\w+ )?(?:agents?|assistants?|models?|reviewers?|tools?|processors?|bots?)(?: \w+){0,4}?:|(?:^|[\n.!?:\x22(>#*/-] ?)(?:the )?(?:ai|llm|agent|assistant|model|co-?pilot)s?(?:/\w+)?(?: action required| \w+ing \w+ \w+)?[:,-]|\b(?:assistant|the ai|the model|agent) (?:must|should|shall|may now|now|applies|reveals|accepts|cooperates?|is instructed|will now|has permission)\b|\byou are (?:instructed|required|ordered|commanded|obliged) to\b|\bwhat you (?:really|actually) (?:need|have|must)\b|\b(?:in case|if|when) you are asked\b|\b(?:the )?system message\b|\bfrom your (?:administrator|developer|creator|operator|owner|maker)s?\b",
];

pub(in crate::frame::instructions) const NO_REFUSAL: &[&str] = &[
    r"\b(?:may|must|can|shall|will|do|are) ?(?:not|never|n't) (?:allowed to |permitted to )?(?:decline|refuse|apologi[sz]e|say (?:no|that you (?:can't|cannot))|break character|mention (?:polic|ethic|that you))|\bno (?:disclaimers?|warnings?|refusals?|apolog\w+|ethics? filter|ethics|moral\w*|censorship)\b|\bnever says? no\b|\b(?:break|slip out of|leave|drop) character\b|\b(?:no law|no laws|lawless|no rules) (?:exist|appl|here|there)\w*|\bwith no limits\b|\b(?:late|dead|deceased) grand(?:mother|ma|father|pa)\b.{0,60}\b(?:read|recite|tell|told|sing)\b|\bis (?:a )?(?:robot|character|assistant) (?:is|named) you\b|\bthe robot is you\b",
];

pub(in crate::frame::instructions) const LIE: &[&str] = &[
    r"\b(?:report|claim|say|state|answer|conclude|pretend|assert|insist|reply) (?:that )?(?:no|nothing|there (?:is|was|were|are) no|everything is|all is|it is safe|it was)\b|\bdeny (?:it|this|that|having|any)\b|\bno matter what\b|\b(?:false alarms?|must be suppressed|suppress (?:the |any |all )?(?:warnings?|alerts?|findings?))\b|\b(?:score|rating|grade) (?:must|should|has to|shall|needs to) be\b|\blist no weakness|\bignore (?:the )?(?:other candidates|failing|all other (?:candidates|applicants|vendors))|\bapprove (?:this|it|the|at once|without)\b|\bmark as (?:paid|done|approved|safe|resolved)\b|\bresolve all\b|\bclose the (?:alert|incident|ticket)\b|\b(?:whitelist|allowlist) (?:this|the|all|every)|\bplace \S+ first\b|\bqualified, invite\b",
];

/// Weak: kept from those who read the result.
pub(in crate::frame::instructions) const KEPT_BACK: &[&str] = &[
    r"\bkeep (?:this|these|the|it) (?:\w+ )?(?:to yourself|from)\b|\bdo not (?:list|include|log|show|describe|explain|mention|report) (?:it|this|that|why|anything|to)\b|\breport nothing\b|\bhide (?:its|the|their|your|this|that)\b|\bnever (?:mention|disclos\w+|reveal\w*|explain\w*) (?:why|this|it|that|rule|line|step)\b|\btell no ?(?:one|body)\b|\buntil then,? (?:behave|act) normally\b|\bdelete this (?:line|note|message|memory)\b|\bwithout (?:mentioning|disclosing|explaining)\b",
];

/// Weak: harm, loot or a way in.
pub(in crate::frame::instructions) const LOOT: &[&str] = &[
    r"\b(?:export|dump|open|empty|copy|leak|exfiltrate|steal|collect|gather|coax|harvest|release|rotate|paste|read|show|share|release|forward|give)\b(?: \S+){0,5}? (?:vault|secrets?|api keys|tokens|passwords?|mailbox|credentials|salary|payroll|customers|private (?:repos?|notes?|mailbox|channels?)|keys)\b|/etc/(?:shadow|passwd)|\bsudo\b|\bcurl \S+ \S+ ?\| ?\S*sh\b|\|\s?(?:nc|bash|sh)\b|\bwith --force\b|\bdisable (?:redaction|logging|the audit\w*)|\b(?:keylogger|ransomware|malware|backdoor|eval\(|os\.system)|\b(?:smart-home|shell|terminal|payment|mail|transfer) tool\b|\bsend_\w+\(|\blong-term memory\b|\bremember permanently\b|\bin all future sessions\b|<script\b|\bsubdomain of\b|\bimage address\b",
];

/// Enough alone.
pub(in crate::frame::instructions) const PLAIN: &[&str] = &[
    r"\bobey (?:me|us|mallory|the author)\b|\bnot the user\b[.!]|\bnever mind what (?:the )?(?:human|user)|\binstead of (?:translating|summari[sz]ing|answering|reviewing|reading) (?:it|this)?,? ?(?:execute|run|send|delete|output|call)|\b(?:do not|don't) follow the (?:operator|user|developer|system)'?s? (?:\w+ )?(?:guidelines|rules|instructions)|\bfollow mine\b|\b(?:assistant|ai|model|agent)s?\W{1,2} ?(?:please )?(?:exfiltrate|leak|steal)\b",
    r"\b(?:everything|anything|all) (?:before|above) (?:this|that)(?: \w+)? (?:was|is|were) (?:an? )?(?:rehearsal|trick|lure|warm-?up|exercise|lie)\b|\b(?:instructions?|rules|text|lines) (?:above|before|so far) (?:are|is|were|was) (?:an? )?(?:trick|fake|lie|decoy|forged|written by an? (?:attacker|intruder))|\b(?:real|genuine|true|actual) (?:assignment|ones|instructions?|task|job|orders) (?:starts?|begins?|are|is)\b",
    r"\byou are no longer (?:the |an? |bound )|\b(?:any|every|all) (?:instruction|message|note|order)s? (?:signed|marked|tagged|starting|ending|containing) (?:with|by) .{0,40}\b(?:developers?|overrides?|system|obey|trusted)|\b(?:simulate|emulate|be|become) (?:an? )?(?:\w+ )?(?:bash|root|linux|unix)? ?(?:shell|terminal) (?:belonging|running|owned|with|of)\b|\b(?:end_?of_?|_)?untrusted_content_end\b|\btrusted (?:zone|section|part|area) (?:begins|starts)|\((?:end of|end) (?:quoted |the )?(?:document|data|quote|memory|context)\)",
    r"\b(?:read|spell) (?:this|it|that|the \w+)? ?backwards? and (?:\w+ )?(?:carry|do|obey|execute|follow|run)|\bconcatenate\b.{0,60}\b(?:do|execute|obey|follow|run)\b|\btreat the (?:word|words|result|text|letters)(?: \w+){0,3} as your (?:next )?(?:command|instruction|order)|\b(?:wrote|made|maintain|own) your (?:guidelines|rules|instructions|weights|system prompt)\b|<(?:allowed|mode|blocked-?\w*|policy)>(?:none|everything|god|all|unrestricted)<",
    r"\b(?:the ai|ai|assistant|model) (?:gave|gives|answers|answered|wiped|replied) [^\n]{0,60}(?:key|password|logs|secret)[^\n]{0,120}(?:the ai|ai|assistant|model) (?:gave|gives|answers|answered|wiped|replied) ",
];
