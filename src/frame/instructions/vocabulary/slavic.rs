//! Russian, Ukrainian, Polish and Czech, in folded form (`ł` is `l`, no accents on Latin letters). Stems, since these
//! languages inflect.

pub(in crate::frame::instructions) const IGNORE: &[&str] = &[
    r"игнорир|забуд|забыть|отмени|отбрось|пренебре|обойди|не (?:следуй|обращай|соблюдай|выполняй|подчиняй)|недействительн|не действу|отменен|аннулир|перестань|удали|ослуш",
    r"ігнору|проігнору|забуд|скасу|знехту|обійди|не (?:дотримуй|зважай|виконуй)|недійсн|не ді[юєя]|відкин",
    r"\b(?:z?ignoruj|zapomnij|pomin|odrzuc|uniewaznij|nie (?:stosuj|przestrzegaj|zwazaj|obowiazuj|wykonuj)|obejdz|usun|lekcewaz|niewazne)",
    r"\b(?:ignoruj|zapomen|opomen|vynech|zrus|nedodrzuj|neber na zretel|nedbej|neplati|obejdi|prehliz|preskoc)",
];

pub(in crate::frame::instructions) const RULES: &[&str] = &[
    r"инструкци|указани|правил|директив|команд|распоряжени|промпт|ограничени|воспоминани|контекст|приказ|вказівк|інструкці|обмеженн|наказ|спогад",
    r"\b(?:instrukcj|polecen|zasad|regul|wytyczn|ograniczen|wspomnien|prompt|rozkaz|kontekst|pokyn|instrukc|pravid|prikaz|omezen|smernic|vzpomink)",
];

pub(in crate::frame::instructions) const WHICH: &[&str] = &[
    r"предыдущ|прежн|предшеству|выше|ранее|все |всех|всеми|твои|свои|ваши|тебе|системн|остальн|други|попередн|усі|всі|свої|твої|раніше|інші|системні",
    r"\b(?:poprzedni|wczesniejsz|wszystki|wszelki|swoj|swoi|twoj|twoi|powyzsz|dotychczas|inne|systemow|predchoz|vsechn|sve|svoje|tvoje|drivejs|ostatni|vyse|systemov|dosavadni)",
];

pub(in crate::frame::instructions) const SHOW: &[&str] = &[
    r"покаж|раскрой|выведи|повтори|напечатай|сообщи|перечисли|назови|открой|выдай|розкрий|виведи|надрукуй|повідом|видай|перелічи",
    r"\b(?:pokaz|ujawni|wyswietl|wypisz|podaj|powtorz|wydrukuj|wymien|zdradz|ukaz|odhal|vypis|zobraz|vyzrad|zopakuj|vytiskni|prozrad)",
];

pub(in crate::frame::instructions) const HIDDEN: &[&str] = &[
    r"системн[а-яіїєґ]* (?:промпт|промт|инструкци|сообщени|підказк|інструкці|повідомлен)|(?:свои|твои|скрыт|секретн|внутренн|приховані|внутрішні|свої)[а-яіїєґ]* (?:системн[а-яіїєґ]* )?(?:инструкци|промпт|правил|указани|інструкці)",
    r"\b(?:(?:prompt|monit|komunikat|instrukcj\w*) systemow|systemow\w* (?:prompt|instrukc|pokyn|zprav)|(?:swoj|twoj|swoje|ukryt|tajn|wewnetrzn|svuj|sve|skryt|tajn|vnitrni)\w* (?:prompt|instrukc|pokyn|polecen))",
];

pub(in crate::frame::instructions) const SEND: &[&str] = &[
    r"отправ|перешл|вышли|пошли|загрузи|передай|опубликуй|скопируй|надішл|перешл|відправ|завантаж|передай|опублікуй",
    r"\b(?:wyslij|przeslij|przekaz|opublikuj|wgraj|skopiuj|udostepnij|posli|odesli|preposli|nahraj|zverejni|zkopiruj)",
];

pub(in crate::frame::instructions) const SECRETS: &[&str] = &[
    r"парол|ключ[а-яіїєґ]* (?:api|доступ|шифр)|api.ключ|токен|учетн[а-яіїєґ]* данн|секрет|переменн[а-яіїєґ]* окружени|ключі|облікові дан|таємниц",
    r"\b(?:hasl|klucz|token|poswiadczen|dane logowania|sekret|hesl|klice|klic\b|prihlasovaci udaj|tajemstvi)",
];

pub(in crate::frame::instructions) const HOLDINGS: &[&str] = &[
    r"переписк|разговор|истори[а-яіїєґ]* (?:чат|сообщ|диалог)|диалог|данные (?:пользовател|клиент)|воспоминани|список клиентов|почтов[а-яіїєґ]* ящик|листуванн|розмов|дані користувач|спогад",
    r"\b(?:rozmow|konwersacj|histori\w+ czatu|wspomnien|dane (?:uzytkownik|klient)|skrzynk|lista klientow|konverzac|rozhovor|vzpomink|data uzivatel|seznam zakazniku)",
];

pub(in crate::frame::instructions) const OUTSIDE: &[&str] = &[
    r"на (?:адрес|сервер|почту|этот|мой|внешн|адресу|цей|мою|зовнішн)|мне |мені ",
    r"\b(?:na (?:adres|ten|moj|zewnetrzn|serwer|adresu|muj|tuto|externi)|do mnie|pod adres|mne\b)",
];

pub(in crate::frame::instructions) const REACH: &[&str] = &[
    r"все |всех|всі |усі |открытым текстом|пользовател|администратор|свои|твои|користувач|адміністратор",
    r"\b(?:wszystki|uzytkownik|administrator|jawnym|swoj|vsechn|uzivatel|spravc|v otevrene)",
];

pub(in crate::frame::instructions) const CONCEAL: &[&str] = &[
    r"не (?:говори|сообщай|рассказывай|упоминай|раскрывай|показывай|уведомляй|предупреждай|информируй)[а-яіїєґ]* (?:\S+ ){0,3}(?:пользовател|об этом|эту|это|никому|о (?:ней|нем|данн))|без (?:ведома|уведомления|предупреждения) пользовател|(?:скрой|скрывай|утаи)[а-яіїєґ]* (?:\S+ ){0,3}от пользовател|не (?:сообщая|говоря|предупреждая|уведомляя|спрашивая) (?:\S+ ){0,2}(?:пользовател|об этом)|втайне от",
    r"не (?:кажи|повідомляй|розповідай|згадуй|розкривай)[а-яіїєґ]* (?:\S+ ){0,3}(?:користувач|про це|це|цю|нікому)|без відома|не (?:повідомляючи|кажучи|питаючи) (?:\S+ ){0,2}користувач|приховай",
    r"\b(?:nie (?:mow|informuj|wspominaj|powiadamiaj|ujawniaj|zdradzaj) (?:\S+ ){0,3}(?:uzytkownik|o tym|tej|tego|nikomu)|bez (?:wiedzy|informowania|powiadamiania|pytania) (?:\S+ )?uzytkownik|nie (?:informujac|mowiac|pytajac) (?:\S+ ){0,2}uzytkownik|ukryj (?:\S+ ){0,3}(?:przed|ten|te)\b)",
    r"\b(?:(?:nerikej|neinformuj|nezminuj|neprozrazuj|nesdeluj) (?:\S+ ){0,3}(?:uzivatel|o tom|tuto|nikomu|nic|toto)|bez vedomi|aniz (?:\S+ ){0,4}uzivatel|(?:skryj|zataj) (?:\S+ ){0,3}(?:pred|tuto))",
];

pub(in crate::frame::instructions) const QUIETLY: &[&str] = &[
    r"тайно|незаметно|молча |втихую|никому не говори|не упоминай|таємно|непомітно|мовчки|не згадуй|\b(?:potajemnie|po cichu|w tajemnicy|dyskretnie|niepostrzezenie|nie wspominaj|tajne\b|potichu|nenapadne|nezminuj)\b",
];

pub(in crate::frame::instructions) const ROLE: &[&str] = &[
    r"(?:отныне|теперь|с этого момента|впредь|с данного момента),? (?:ты|вы) |(?:ты|вы) (?:теперь|отныне|больше не)|у тебя (?:больше )?нет (?:никаких )?(?:огранич|правил|фильтр)|подчиня[а-я]* (?:только|лишь|исключительно)|как будто (?:\S+ ){0,5}(?:не было|нет|не существ)",
    r"(?:відтепер|віднині|тепер|з цього моменту),? (?:ти|ви) |(?:ти|ви) (?:тепер|відтепер|більше не)|у тебе (?:більше )?немає (?:жодних )?(?:обмеж|правил)|(?:слухай|підкоряй)[а-яіїєґ]* (?:тільки|лише|виключно)",
    r"\b(?:(?:od teraz|odtad|od tej chwili),? (?:jestes|sluchasz|masz|dzialasz|odpowiadasz|nie masz)|jestes teraz|nie masz (?:juz )?(?:zadnych )?(?:ogranicz|regul|zasad)|sluchaj tylko|(?:od ted|odted|nyni|od nynejska),? (?:jsi|poslouchas|mas|nemas|budes)|jsi nyni|nemas (?:uz )?(?:zadn\w+ )?(?:omezen|pravid)|poslouchej (?:jen|pouze))",
];

pub(in crate::frame::instructions) const OBEY: &[&str] = &[
    r"(?:следуй|слушай|выполняй|подчиняй|повинуй|слідуй|виконуй|дотримуй)[а-яіїєґ]* (?:только|лишь|вместо|исключительно|тільки|лише|виключно|натомість)|(?:высш|наивысш|найвищ|вищ)[а-яіїєґ]* приоритет|(?:найвищ|вищ)[а-яіїєґ]* пріоритет|\b(?:wykonuj|sluchaj|stosuj|postepuj|dodrzuj|ridit|rid se|poslouchej) (?:\S+ )?(?:tylko|wylacznie|zamiast|jen|pouze|misto)|(?:najwyzszy|wyzszy|nejvyssi|vyssi) (?:priorytet|prioritu)",
];

pub(in crate::frame::instructions) const ADDRESS: &[&str] = &[
    r"(?:внимание|уважаем[а-я]*|дорог[а-я]*|привет|сообщение (?:для|к)|заметка для|инструкци[а-я] для|для|увага|шановн[а-яіїєґ]*|повідомлення для),? (?:все[хм]? )?(?:ии|ассистент|асистент|языков|модел|агент|бот|llm|ai|ші|мовн)|(?:если|якщо) (?:ты|вы|ти|ви) (?:\S+ )?(?:ии|ассистент|модель|агент|ші|асистент)|ии.(?:агент|ассистент)|(?:люб|кажд|кожн|будь.як)[а-яіїєґ]* (?:ии|агент|ассистент|асистент)[а-яіїєґ]*,? (?:котор|який|що|прочит)",
    r"\b(?:(?:uwaga|drogi|szanowny|witaj|wiadomosc (?:dla|do)|notatka dla|instrukcja dla|dla|pozor|mily|drahy|zprava pro|poznamka pro|pro),? (?:\S+ )?(?:ai|si|asystent|asistent|model|agent|jezykow|jazykov|llm|umela)|(?:jesli|jezeli|pokud) (?:jestes|jsi) (?:ai|asystent|asistent|model|agent)|kazdy (?:agent|asystent|asistent|model),? (?:ktory|ktery))",
];

pub(in crate::frame::instructions) const READING: &[&str] = &[
    r"(?:когда|как только|если|после того как|каждый раз,? когда|при) (?:\S+ ){0,3}(?:прочит|прочт|прочтен|чита|загруз|увид|чтени)|(?:когда|если|как только|в следующий раз) (?:\S+ )?пользовател|(?:коли|якщо|щойно|після того як|щоразу,? коли) (?:\S+ ){0,3}(?:прочит|читає|завантаж|побач)|(?:коли|якщо) (?:\S+ )?користувач|прежде чем ответ|перед (?:каждым )?ответом",
    r"\b(?:(?:gdy|kiedy|jesli|po|za kazdym razem|zawsze gdy) (?:\S+ ){0,3}(?:przeczyta|czyta|wczyta|zalad|zobacz)|(?:gdy|kiedy|jesli|nastepnym razem) (?:\S+ )?uzytkownik|(?:kdyz|jakmile|pokud|po|pokazde) (?:\S+ ){0,3}(?:precte|ctes|nacte|uvid)|(?:kdyz|az|pokud|priste) (?:\S+ )?uzivatel|przed odpowiedzia|pred odpoved)",
];

pub(in crate::frame::instructions) const UNCHECKED: &[&str] = &[
    r"без (?:подтверждени|спроса|проверк|разрешени|одобрени|согласовани|підтвердженн|дозвол|перевірк)|не (?:спрашива|проверя|запрашива|питай|перевіряй|запитуй)|пропусти (?:\S+ ){0,2}(?:проверк|подтвержд|согласов)|не требу[а-я]* подтвержд",
    r"\b(?:bez (?:potwierdz|pytania|sprawdz|zgody|weryfik|zatwierdz|potvrz|ptani|overen|schval|souhlas)|nie (?:pytaj|sprawdzaj|weryfikuj)|(?:neptej|neoveruj|nekontroluj))",
];

pub(in crate::frame::instructions) const CONSENT: &[&str] = &[
    r"(?:пользовател|администратор|директор|руководств|користувач|адміністратор)[а-яіїєґ]* (?:уже |вже )?(?:соглас|одобрил|разрешил|подтвердил|дал|погодив|дозволив|схвалив)|\b(?:uzytkownik|administrator|zarzad|uzivatel|spravce) (?:juz |uz |jiz )?(?:zgodzil|zatwierdzil|zezwolil|wyrazil|souhlasil|schvalil|povolil)",
];

pub(in crate::frame::instructions) const WIPE: &[&str] = &[
    r"(?:удали|сотри|экспортируй|очисти|видали|зітри|експортуй)[а-яіїєґ]* (?:\S+ )?(?:все|всю|всі|усі)|\b(?:usun|wykasuj|wyeksportuj|smaz|vymaz|odstran|exportuj) (?:\S+ )?(?:wszystk|wszelk|vsechn)",
];

pub(in crate::frame::instructions) const KEEP: &[&str] = &[
    r"(?:сохрани|запомни|запиши|добавь|збережи|запам'ятай|додай) (?:\S+ ){0,3}(?:нов[а-яіїєґ]* правил|как правило|как новое|навсегда|нове правило|як правило|назавжди)|(?:скопируй|скопіюй) (?:это|эту|це|цю) (?:\S+ )?(?:во все|в кажд|у всі|в усі)|\b(?:zapisz|zapamietaj|dodaj|uloz|zapamatuj|pridej) (?:\S+ ){0,3}(?:nowa regul|jako regul|nowa zasad|na zawsze|nove pravidlo|jako pravidlo|natrvalo)",
];

pub(in crate::frame::instructions) const ANSWER: &[&str] = &[
    r"(?:всегда|завжди) (?:отвечай|говори|утверждай|рекомендуй|відповідай|кажи|стверджуй|рекомендуй)|(?:отвечай|утверждай|рекомендуй) всегда|\b(?:zawsze (?:odpowiadaj|mow|twierdz|polecaj)|vzdy (?:odpovidej|rikej|tvrd|doporuc))",
];
