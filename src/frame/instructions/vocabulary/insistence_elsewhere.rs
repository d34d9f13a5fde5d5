//! The same in other languages, in folded form.

/// An assistant is spoken to, in the middle of a text.
pub(in crate::frame::instructions) const ADDRESS: &[&str] = &[
    r"\b(?:modell?|modelo|modele|modello|assistente?|asistente?|asystent\w*|agente?s?(?: (?:ia|ai|ki))?|assistant|ki-\w+|l'ia|yapay zeka\S*(?: asistani)?|tro ly|ai)(?: (?:de|del|della|do|que|qui|che|som|die|der|dit|deze|esta|este|tri|leest|resume)(?: \S+){0,3}?)? ?[:,]|\b(?:ai|ia|ki|model|modell) (?:die|que|qui|che|som|yang|der) (?:dit|deze|lee|lit|legge|leser|laser|le|resume|membaca|dies)\b|\b(?:wer|som|como|als|come|comme) (?:als )?(?:sprachmodell|sprakmodell|modelo|taalmodel|modello)\b|\b(?:der|l'|il|el|o|de) ?(?:assistent|assistant|assistente|asistente) (?:hat|doit|deve|debe|har|moet|muss|soll)\b",
    r"асистент|ассистент|помічник|помощник(?:у)? (?:чита|долж|обяз)|助手[,::]|助理[,::]|アシスタント|エージェント|어시스턴트|المساعد|للمساعد|النموذج الذي|(?:เอเจนต์|ผู้ช่วย|โมเดล)(?:ที่|:)|सहायक[,:]|@(?:ai|llm|copilot|agent)",
];

/// Harm, loot or lies.
pub(in crate::frame::instructions) const LOOT: &[&str] = &[
    r"\b(?:approv\w+|setujui|goedkeur\w*|genehmig\w+|valide[zr]?) (?:\S+ ){0,2}(?:pagamento|paiement|pago|pr|zahlung|betaling)|\b(?:invent\w+|erfinde\w*|invente\w*) (?:falhas|fallos|defaut|mangel)|\b(?:premiere place|primera? (?:lugar|puesto)|primeiro lugar|erste stelle|primo posto|ersten platz)|\b(?:aucune faiblesse|ninguna debilidad|keine schwache)|\b(?:arka kapi)\b|\b(?:klantenlijst|nominas|lohnliste|bang luong|github_token|parola\w*|sifre\w*|senhas?|contrasen\w+|passwort\w*|zugangsdaten|hasl\w+|chiave privata|clave|notes privees|losenord)\b",
    r"парол|ключ|приватн|секрет|后门|後門|键盘记录|密码|密钥|问题ない|バックドア|鍵|キーに|거짓|비밀번호|المفاتيح|الاسرار|كلم|التنبيه|รหัส|पासवर्ड|फाइल",
];

/// Kept from everyone.
pub(in crate::frame::instructions) const KEPT_BACK: &[&str] = &[
    r"\b(?:(?:non avvisare|no avises|ne previens|nao avise|no le avises) \S+|nessuno|esconder|ne mentionne (?:pas|aucun\w*)|ohne diesen|ohne diese|wis (?:het|de) spo\w+|bu satiri gizle|hapus baris ini|no le avises|en silencio|i stallet|in plaats van)\b|мовчи про|молчи (?:о|об)|ห้ามบอกใคร|不要(?:向|对)[^。\n]{0,6}(?:解释|说明)|説明するな|理由は説明|चुपचाप|इनकार",
];

/// Enough alone.
pub(in crate::frame::instructions) const PLAIN: &[&str] = &[
    r"\b(?:lyd mig|gehorche? mir|obedece-?me|obedeceme|obeis-moi|obbediscimi|gehoorzaam mij|sluchaj mnie|poslouchej me|bana itaat et|patuhi (?:saya|aku)|adlyd mig|lyd meg)\b|подчиняйся мне|слушайся меня|підкоряйся мені|服从我|听我的|私に従え|나에게 복종|내 말을 들어|اطعني|मेरी बात मान|เชื่อฟังฉัน",
    r"\b(?:(?:tes|tus|le tue|suas|deine|dina|dine|je) (?:regles|reglas|regole|regras|regeln|regler|regels)(?: \S+)? (?:sont|estan|sono|estao|sind|ar|er|zijn) (?:suspend\w*|sospes\w*|ausgesetzt|aufgehoben|annul\w*|opgeheven)|n'a plus d'importance|ta seule mission|tu unica mision|la tua unica missione|sua unica missao|deine einzige aufgabe|je enige taak|(?:faca|haz|fais|fai) o? ?(?:papel|le role|la parte|de) (?:dela|de|di|d')(?: \S+){0,3}[, ]+(?:sem|sin|sans|senza) (?:regras|reglas|regles|regole)|vergisst (?:nun )?(?:\S+ )?(?:vorgaben|regeln|anweisungen)|non ho piu limiti|bo moi quy tac|bo kiem duyet|oyun oynayalim: sen|artik \S+ \S+ degil)\b",
    r"(?:真正|真实)的?(?:指令|任务|要求)(?:是|如下)|진짜 (?:지시|명령|임무)|本当の(?:指示|命令|任務)|(?:不得|不能|不许)(?:道歉|拒绝|说不)|那个?(?:机器人|角色)就是你|التعليمات الحقيقيه|(?:رفض|الرفض) ?= ?معطل|بدل سياستك|настоящ[а-я]* (?:инструкци|задани)|справжн[а-яіїєґ]* (?:інструкці|завданн)|розшифруй і виконай|расшифруй и выполни|права (?:піднято|подняты|повышены)",
];
