//! Words and phrases that say nothing when they stand alone, by language. Phrases are separated by `|`; case, accents and
//! punctuation do not matter.

/// What stands where a text was to be written.
pub(super) const PLACEHOLDERS: &[&str] = &[
    // English
    "todo|to do|todos|fixme|fix me|xxx|xx|tbd|tba|tbc|tbh|wip|work in progress|to be determined|to be done|to be defined|to be decided|\
     to be announced|to be confirmed|to be written|to be added|to be filled|to be filled in|n/a|na|n.a.|not applicable|not available|none|null|nil|nan|\
     undefined|void|empty|blank|no content|no data|no text|no information|no comment|no comments|no notes|no description|no value|no title|nothing|nothing here|\
     nothing to see here|nothing to add|nothing yet|unknown|unspecified|not set|not specified|untitled|new note|new memory|new document|placeholder|\
     placeholder text|dummy|dummy text|dummy data|dummy content|sample|sample text|sample data|sample content|example|example text|example content|some text|\
     some text here|some content|your text here|your text|your content here|your note here|text here|text goes here|content here|content goes here|insert text here|insert text|\
     insert content here|insert here|enter text here|enter text|type here|type something|write here|write something|write something here|add text here|add content|add content here|\
     add description|add description here|add details here|add notes here|description here|fill in|fill in later|fill me in|fill this in|fill in the blank|coming soon|later|more later|\
     change me|changeme|replace me|replace this|delete me|ignore|ignore this|ignore me|string|text|content|note|notes|memory|title|description|body|message|data|value|\
     test|tests|testing|tested|tester|test test|test text|test note|test memory|test content|test data|test message|test entry|test record|test save|test string|this is a test|this is just a test|\
     this is only a test|just a test|just testing|just a test please ignore|only a test|a test|test please ignore|testing testing|testing 1 2 3|testing one two three|one two three|test one two|test one two three|\
     hello world|hello test|foo|bar|baz|qux|quux|foobar|foo bar|foo bar baz|foobarbaz|bla|blah|blub|blabla|bla bla|blah blah|blah blah blah|bla bla bla|yada yada|yada yada yada|abc|abcd|abcde|abcdef|abcdefg|\
     abcdefghijklmnopqrstuvwxyz|abc123|abc 123|a b c|xyz|xyzzy|aaa|bbb|lorem|ipsum|lorem ipsum|lipsum|draft|stub|temp|tmp|etc|object object|see above|see below|as above|same as above|same|ditto|idem|stuff|something|whatever|anything|thing|things|misc",
    // German
    "offen|zu erledigen|zu klären|noch offen|noch zu klären|muss noch|kommt noch|folgt|folgt noch|wird nachgereicht|wird ergänzt|wird noch ergänzt|nachtragen|platzhalter|platzhaltertext|beispiel|beispieltext|mustertext|blindtext|dummytext|\
     leer|nichts|keine|keiner|keines|kein inhalt|keine angabe|keine angaben|k.a.|k. a.|keine daten|kein text|kein kommentar|entfällt|nicht zutreffend|nicht verfügbar|unbekannt|ohne titel|\
     text hier einfügen|hier text einfügen|hier text eingeben|text eingeben|text einfügen|dein text hier|ihr text hier|später|dies ist ein test|das ist ein test|nur ein test|ein test|testtext|testeintrag|testnotiz|probetext|hallo welt|siehe oben|dito|irgendwas|in arbeit|in bearbeitung",
    // French
    "à faire|texte à venir|contenu à venir|a faire|à définir|à déterminer|à compléter|à completer|à préciser|à venir|à remplir|à suivre|en cours|en construction|rien|aucun|aucune|néant|vide|sans objet|s/o|sans titre|non applicable|non disponible|nd|pas de contenu|\
     inconnu|exemple|texte d'exemple|texte ici|votre texte ici|insérer le texte ici|insérer texte|remplacer|plus tard|essai|ceci est un test|c'est un test|juste un test|bonjour le monde|idem|voir ci-dessus|faux texte|bouchon",
    // Spanish
    "por hacer|por definir|por determinar|por completar|por confirmar|pendiente|pendientes|pendiente de definir|pendiente de completar|por revisar|a definir|en construcción|en progreso|nada|ninguno|ninguna|vacío|sin contenido|sin datos|sin título|sin texto|sin comentarios|no aplica|no disponible|n/d|desconocido|\
     ejemplo|texto de ejemplo|texto aquí|tu texto aquí|su texto aquí|insertar texto aquí|inserte texto aquí|escribe aquí|próximamente|luego|más tarde|después|prueba|pruebas|probando|texto de prueba|esto es una prueba|es una prueba|solo una prueba|hola mundo|ídem",
    // Portuguese
    "a fazer|por fazer|a definir|a determinar|a preencher|a completar|em andamento|em construção|nenhum|nenhuma|vazio|sem conteúdo|sem dados|sem título|não aplicável|não se aplica|não disponível|desconhecido|exemplo|texto de exemplo|texto aqui|seu texto aqui|\
     inserir texto aqui|insira o texto aqui|em breve|depois|mais tarde|teste|testes|testando|texto de teste|isto é um teste|isso é um teste|só um teste|apenas um teste|olá mundo",
    // Italian
    "da fare|da definire|da determinare|da completare|da compilare|in corso|in costruzione|niente|nulla|nessuno|nessuna|vuoto|nessun contenuto|senza titolo|non applicabile|non disponibile|sconosciuto|esempio|testo di esempio|testo qui|il tuo testo qui|\
     inserire testo qui|inserisci testo|prossimamente|più tardi|dopo|prova|prove|testo di prova|questo è un test|questa è una prova|solo una prova|ciao mondo|segnaposto",
    // Dutch, Swedish, Danish, Norwegian, Finnish
    "te doen|nog te doen|nog te bepalen|n.v.t.|nvt|niet van toepassing|geen|niets|leeg|voorbeeld|voorbeeldtekst|plaatshouder|dit is een test|att göra|attgöra|inget|ingen|tomt|exempel|platshållare|det här är ett test|at gøre|intet|tom|eksempel|pladsholder|\
     dette er en test|å gjøre|ingenting|eksempeltekst|plassholder|tehtävä|tekemättä|ei mitään|tyhjä|esimerkki|testi|tämä on testi",
    // Polish, Czech, Hungarian, Romanian, Turkish
    "do zrobienia|do uzupełnienia|do ustalenia|brak|brak danych|nie dotyczy|nic|puste|przykład|przykładowy tekst|to jest test|tylko test|witaj świecie|udělat|doplnit|k doplnění|není|prázdné|příklad|toto je test|zkouška|teendő|nincs|üres|példa|teszt|ez egy teszt|\
     de făcut|de completat|nimic|gol|exemplu|acesta este un test|yapılacak|yapılacaklar|belirlenecek|yok|boş|örnek|örnek metin|deneme|bu bir test|bu bir deneme|merhaba dünya",
    // Russian, Ukrainian, Bulgarian, Greek
    "тест|тесты|тестирую|тестирование|проверка|проба|тест тест|это тест|просто тест|тестовая запись|тестовый текст|сделать|сделать позже|сделаю позже|доделать позже|написать позже|допишу|надо сделать|потом|позже|доделать|дополнить|заполнить|заполнить позже|в работе|в процессе|нет|нету|ничего|пусто|пустой|нет данных|\
     не указано|неизвестно|не применимо|неприменимо|н/д|б/н|заглушка|рыба|пример|пример текста|образец|текст|привет мир|туду|зробити|пізніше|потім|немає|нічого|приклад|заповнити|це тест|перевірка|тествам|няма|по-късно|пример|δοκιμή|τεστ|κενό|τίποτα|παράδειγμα|αργότερα|εκκρεμεί",
    // Chinese
    "待办|待辦|待办事项|待定|待补充|待補充|待完善|待填|待填写|待续|待确认|未定|未完成|未填写|暂无|暫無|暂无内容|暂无数据|暂缺|无|無|没有|沒有|空|空白|无内容|無內容|不适用|不適用|占位|占位符|占位文本|测试|測試|测试测试|测试一下|测试文本|测试数据|测试内容|试试|这是测试|这是一个测试|這是測試|\
     只是测试|示例|示例文本|例子|样例|样本|样本文本|稍后|以后再说|以后|稍后补充|内容|文本|请输入|请输入内容|请输入文本|在此输入|在此处输入文本|你好世界|同上|略|进行中|暂时没有|未知",
    // Japanese
    "未定|未記入|未入力|未着手|未設定|作成中|準備中|工事中|調整中|検討中|後で|あとで|後で書く|あとで書く|後ほど|なし|無し|ナシ|特になし|該当なし|データなし|内容なし|空|空白|テスト|てすと|テストテスト|テスト中|これはテストです|これはテスト|テストです|ダミー|ダミーテキスト|サンプル|サンプルテキスト|例|例文|\
     やること|やる事|仮|仮置き|プレースホルダー|ここに入力|ここにテキストを入力|ここに記入|テキスト|不明|同上|こんにちは世界|ハローワールド|ほげ|ふが|ぴよ|ほげほげ",
    // Korean
    "할 일|할일|나중에|추후|추후 작성|추후 결정|추후 입력|미정|미작성|미입력|작성 중|작성중|준비 중|준비중|없음|없어요|없습니다|내용 없음|내용없음|해당 없음|해당없음|데이터 없음|비어 있음|공백|테스트|테스트입니다|테스트 중|테스트중|이것은 테스트입니다|시험|더미|더미 텍스트|샘플|샘플 텍스트|예시|예제|\
     여기에 입력|내용을 입력하세요|텍스트를 입력하세요|텍스트|자리 표시자|안녕 세상|위와 같음|모름",
    // Arabic, Persian, Hebrew, Hindi, Thai, Vietnamese, Indonesian
    "للعمل|قيد العمل|قيد التنفيذ|قيد الإنشاء|لاحقا|لاحقًا|فيما بعد|يتبع|يحدد لاحقا|غير محدد|لا شيء|لا يوجد|لا يوجد محتوى|فارغ|غير متوفر|غير متاح|غير معروف|اختبار|تجربة|تجريب|هذا اختبار|هذه تجربة|نص تجريبي|نص هنا|أدخل النص هنا|مثال|مرحبا بالعالم|بعدا|هیچ|خالی|تست|آزمایش|آزمایشی|این یک تست است|نمونه|ندارد|\
     לביצוע|לא רלוונטי|אחר כך|בהמשך|אין|ריק|כלום|בדיקה|זו בדיקה|טסט|דוגמה|טקסט לדוגמה|बाद में|कुछ नहीं|खाली|परीक्षण|टेस्ट|यह एक परीक्षण है|उदाहरण|करना है|लागू नहीं|ทดสอบ|เทส|ทดสอบระบบ|ไม่มี|ว่าง|ว่างเปล่า|ภายหลัง|ตัวอย่าง|รอเพิ่ม|\
     cần làm|việc cần làm|không có|không|trống|kiểm tra|thử|thử nghiệm|đây là bài kiểm tra|ví dụ|sau|để sau|kosong|tidak ada|contoh|uji coba|tes|coba|ini tes|nanti|segera hadir|belum ada",
];

/// Placeholders that say nothing in any company, so that a text of several of them says nothing either.
pub(super) const HARD: &str = "todo|tbd|tba|tbc|wip|fixme|xxx|na|none|null|nil|nan|undefined|placeholder|test|tests|testing|foo|bar|baz|qux|foobar|lorem|ipsum|\
     dummy|asdf|blah|bla|abc|xyz|тест|туду|prueba|teste|prova|测试|待办|テスト|테스트|اختبار";

/// What answers something that is not there.
pub(super) const FILLERS: &[&str] = &[
    "ok|okay|okey|k|kk|okok|yes|yep|yeah|yup|no|nope|nah|true|false|sure|fine|done|good|great|cool|nice|hi|hello|hey|hello there|hi there|bye|thanks|thank you|thx|ty|please|lol|haha|hahaha|hehe|hm|hmm|hmmm|uh|um|oh|ah|wow|xd|idk|lgtm|got it|understood|agreed|noted",
    "ja|nein|jo|danke|bitte|hallo|gut|passt|alles klar|verstanden|oui|non|merci|bonjour|salut|d'accord|sí|si|gracias|hola|vale|de acuerdo|sim|não|obrigado|obrigada|olá|sì|grazie|ciao|va bene|nee|dank je|tak|nie|dzięki|evet|hayır|teşekkürler|tamam",
    "да|нет|ок|окей|ладно|хорошо|спасибо|привет|так|ні|дякую|好|好的|是|是的|不是|对|嗯|谢谢|謝謝|你好|收到|知道了|明白|はい|いいえ|うん|ありがとう|ありがとうございます|こんにちは|了解|了解です|네|예|아니요|응|감사합니다|고마워|안녕|안녕하세요|알겠습니다|نعم|لا|شكرا|شكرًا|مرحبا|حسنا|حسنًا|تمام|כן|לא|תודה|שלום|हाँ|हां|नहीं|धन्यवाद|नमस्ते|ठीक है|ใช่|ไม่|ขอบคุณ|สวัสดี",
];

/// Runs of neighbouring keys, longest first.
pub(super) const KEY_RUNS: &[&str] = &[
    "asdfghjkl",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "zxcvbnm",
    "yxcvbnm",
    "asdfghjk",
    "asdfghj",
    "asdfgh",
    "asdfg",
    "qwertyui",
    "qwerty",
    "qwertz",
    "qwert",
    "azerty",
    "zxcvb",
    "yxcvb",
    "lkjhgfdsa",
    "lkjhg",
    "poiuytrewq",
    "asdf",
    "qwer",
    "zxcv",
    "yxcv",
    "hjkl",
    "jkl",
    "lkjh",
    "fdsa",
    "rewq",
    "sdfg",
    "dfgh",
    "fghj",
    "ghjk",
    "uiop",
    "wert",
    "lkj",
    "poi",
    "mnb",
    "asd",
    "sdf",
    "dfg",
    "fgh",
    "ghj",
    "hjk",
    "qwe",
    "zxc",
    "xcv",
    "yxc",
    "йцукен",
    "йцук",
    "фыва",
    "ячсм",
    "фыв",
    "олдж",
];

/// The filler text of printers.
pub(super) const LOREM: &str = "lorem ipsum dolor sit amet consectetur consectetuer adipiscing adipisicing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum diam nonummy nibh euismod tincidunt laoreet aliquam erat volutpat wisi exerci tation ullamcorper suscipit lobortis nisl vel eum iriure hendrerit vulputate molestie illum feugiat facilisis at vero eros accumsan iusto odio dignissim blandit praesent luptatum zzril delenit augue te feugait facilisi nam liber cum soluta nobis eleifend option congue nihil imperdiet doming quod mazim placerat facer possim assum invidunt justo duo dolores rebum stet clita kasd gubergren no sea takimata sanctus";
