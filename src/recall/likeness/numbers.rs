//! Numbers and amounts of a folded text whose dates were taken out.

use std::sync::LazyLock;

use regex::Regex;

/// A value and its unit; an empty unit agrees with every other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Number {
    value: String,
    unit: &'static str,
}

/// Number words; the value is their place.
const WORDS: [&str; 21] = [
    "zero|null|zéro|cero|ноль",
    "one|eins|uno|один|одна|одно",
    "two|zwei|deux|dos|dois|duas|due|два|две|двух",
    "three|drei|trois|tres|três|tre|три|трех",
    "four|vier|quatre|cuatro|quatro|quattro|четыре",
    "five|fünf|cinq|cinco|cinque|пять",
    "six|sechs|seis|sei|шесть",
    "seven|sieben|sept|siete|sete|sette|семь",
    "eight|acht|huit|ocho|oito|otto|восемь",
    "nine|neun|neuf|nueve|nove|девять",
    "ten|zehn|dix|diez|dez|dieci|десять",
    "eleven|elf|onze|once|undici|одиннадцать",
    "twelve|zwölf|douze|doce|doze|dodici|двенадцать",
    "thirteen|dreizehn|treize|trece|treze|tredici",
    "fourteen|vierzehn|quatorze|catorce|quattordici",
    "fifteen|fünfzehn|quinze|quince|quindici|пятнадцать",
    "sixteen|sechzehn|seize|dieciséis|sedici",
    "seventeen|siebzehn",
    "eighteen|achtzehn",
    "nineteen|neunzehn",
    "twenty|zwanzig|vingt|veinte|vinte|venti|двадцать",
];

/// Tens and what lies above.
const LARGE: &[(&str, u32)] = &[
    ("thirty|dreissig|trente|treinta|trinta|trenta", 30),
    ("forty|vierzig|quarante|cuarenta|quarenta", 40),
    ("fifty|fünfzig|cinquante|cincuenta|cinquenta", 50),
    ("sixty|sechzig|soixante|sesenta|sessenta", 60),
    ("ninety|neunzig", 90),
    ("hundred|hundert", 100),
    ("thousand|tausend", 1000),
    ("twice|zweimal", 2),
    ("once|einmal", 1),
    ("half|halb|halbe", 50),
    ("dozen|dutzend", 12),
];

/// Units under one name each.
const UNITS: &[(&str, &str)] = &[
    ("%|percent|prozent|pour cent|por ciento|por cento|per cento|процентов|процента", "%"),
    ("€|eur|euros?|евро", "eur"),
    ("$|usd|dollars?|us-dollar|долларов", "usd"),
    ("£|gbp|pounds?", "gbp"),
    ("¥|jpy|yen|円", "jpy"),
    ("元|cny|rmb", "cny"),
    ("ms|milliseconds?|millisekunden?|毫秒", "ms"),
    ("s|sec|secs|seconds?|sekunden?|secondes?|segundos?|secondi|секунд|秒|초", "s"),
    ("min|mins|minutes?|minuten?|minutos?|minuti|минут|分钟|分|분", "min"),
    ("h|hr|hrs|hours?|stunden?|heures?|horas?|ore|часов|часа|小时|時間|시간", "h"),
    ("days?|tage?n?|jours?|dias?|días?|giorni|giorno|дней|дня|天|日間|일", "d"),
    ("weeks?|wochen?|semaines?|semanas?|settimane|недель|недели|周|週間|주", "w"),
    ("months?|monate?n?|mois|meses|mes|mesi|месяцев|месяца|个月|か月|ヶ月|개월", "mo"),
    ("years?|jahre?n?|ans|années|años|anos|anni|лет|года|年|년", "y"),
    ("b|bytes?", "b"),
    ("kb|kib|kilobytes?", "kb"),
    ("mb|mib|megabytes?", "mb"),
    ("gb|gib|gigabytes?|gigs?", "gb"),
    ("tb|tib|terabytes?", "tb"),
    ("km|kilometers?|kilometres?", "km"),
    ("m|meters?|metres?", "m"),
    ("cm", "cm"),
    ("kg|kilos?", "kg"),
    ("g|grams?|gramm", "g"),
    ("px|pixels?", "px"),
    ("k", "k"),
    ("million|millions|millionen|mio|m", "million"),
];

/// What differs between the numbers of two texts, if anything does.
pub(super) fn difference(new: &str, old: &str) -> Option<&'static str> {
    let (new, old) = (numbers(new), numbers(old));
    let new_only: Vec<&Number> = new.iter().filter(|number| !old.contains(number)).collect();
    let old_only: Vec<&Number> = old.iter().filter(|number| !new.contains(number)).collect();
    // A number without a unit agrees with one that has it.
    let lone = |number: &&&Number, others: &[Number]| {
        !others.iter().any(|other| other.value == number.value && (other.unit.is_empty() || number.unit.is_empty()))
    };
    let new_left: Vec<&&Number> = new_only.iter().filter(|number| lone(number, &old)).collect();
    let old_left: Vec<&&Number> = old_only.iter().filter(|number| lone(number, &new)).collect();
    if new_left.is_empty() || old_left.is_empty() {
        return None;
    }
    let amount = |left: &[&&Number]| left.iter().any(|number| !number.unit.is_empty());
    Some(if amount(&new_left) && amount(&old_left) { "an amount differs" } else { "a number differs" })
}

/// At most so many different numbers are compared.
const MOST: usize = 400;
/// At most so many are looked at.
const MOST_LOOKED_AT: usize = 4_000;

fn numbers(text: &str) -> Vec<Number> {
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
        let words = WORDS.iter().copied().chain(LARGE.iter().map(|(names, _)| *names)).collect::<Vec<_>>().join("|");
        Regex::new(&format!(
            r"(?x) (?P<before>[€$£¥])?\ ?(?P<digits>\d+(?:[.,'\x{{202f}}]\d+)*(?:\ \d{{3}}\b)*)(?P<suffix>\ ?(?:[%€$£¥]|[\p{{Alphabetic}}]+))?
            | \b(?P<word>{words})\b(?P<after>\ [\p{{Alphabetic}}%]+)?
            | (?P<han>[一二两兩三四五六七八九十百千]+)(?P<counter>[个個名位天年月号點点次人台项項件元块万種种条條つ回分秒时小倍份层層张張]|時間|小时)"
        ))
        .expect("the pattern is fixed and a test compiles it")
    });
    let mut numbers: Vec<Number> = Vec::new();
    for captures in PATTERN.captures_iter(text).take(MOST_LOOKED_AT) {
        if captures.name("digits").is_some_and(|digits| is_part_of_a_name(&text[..digits.start()])) {
            continue;
        }
        let group = |name: &str| captures.name(name).map(|found| found.as_str().trim());
        let number = if let Some(digits) = group("digits") {
            let value = value_of(digits);
            let unit = group("before").map_or("", unit_of);
            let unit = if unit.is_empty() { group("suffix").map_or("", unit_of) } else { unit };
            Some(Number { value, unit })
        } else if let Some(word) = group("word") {
            word_value(word).map(|value| Number { value: value.to_string(), unit: group("after").map_or("", unit_of) })
        } else {
            group("han")
                .map(han_value)
                .map(|value| Number { value: value.to_string(), unit: group("counter").map_or("", unit_of) })
        };
        if let Some(number) = number
            && !numbers.contains(&number)
        {
            numbers.push(number);
        }
        if numbers.len() >= MOST {
            break;
        }
    }
    numbers
}

/// "db-1" and "v2" are names, which are compared elsewhere; "3-5" are two numbers.
fn is_part_of_a_name(before: &str) -> bool {
    let bare = before.trim_end_matches(['-', '_', '.', '/']);
    let near = before.len() - bare.len() <= 1;
    let letter = |text: &str| text.chars().next_back().is_some_and(|last| last.is_ascii_alphabetic() || last == '_');
    near && letter(if before.ends_with('_') { before } else { bare })
}

/// `1,000`, `1.000` and `1 000` are one thousand; `3,5` is `3.5`; zeros at the end of a fraction do not count.
fn value_of(digits: &str) -> String {
    let parts: Vec<&str> = digits.split(|character: char| !character.is_ascii_digit()).collect();
    let grouped = parts.len() > 1
        && (1..=3).contains(&parts[0].len())
        && !parts[0].starts_with('0')
        && parts[1..].iter().all(|part| part.len() == 3);
    let whole = if grouped { parts.concat() } else { parts.join(".") };
    let whole = whole.trim_start_matches('0');
    let whole = if parts.len() == 2 && !grouped { whole.trim_end_matches('0').trim_end_matches('.') } else { whole };
    if whole.is_empty() || whole.starts_with('.') { format!("0{whole}") } else { whole.to_owned() }
}

fn word_value(word: &str) -> Option<u32> {
    let is = |names: &str| names.split('|').any(|name| name == word);
    (0..)
        .zip(WORDS)
        .find(|(_, names)| is(names))
        .map(|(value, _)| value)
        .or_else(|| LARGE.iter().find(|(names, _)| is(names)).map(|(_, value)| *value))
}

fn unit_of(written: &str) -> &'static str {
    // Scripts without spaces run on after the unit.
    let exact = UNITS.iter().find(|(names, _)| names.split('|').any(|name| plain(name, written)));
    let begins = || {
        UNITS.iter().find(|(names, _)| {
            names.split('|').any(|name| {
                !name.is_ascii() && name.chars().all(super::words::is_unspaced) && written.starts_with(name)
            })
        })
    };
    exact.or_else(begins).map_or("", |(_, unit)| unit)
}

/// `seconds?` stands for both forms, `tage?n?` for four.
fn plain(name: &str, written: &str) -> bool {
    fn matches(name: &[char], written: &[char]) -> bool {
        match (name, written) {
            ([], []) => true,
            ([letter, '?', rest @ ..], _) => {
                matches(rest, written) || (written.first() == Some(letter) && matches(rest, &written[1..]))
            }
            ([letter, rest @ ..], [first, others @ ..]) => letter == first && matches(rest, others),
            _ => false,
        }
    }
    written.len() <= 40 && matches(&name.chars().collect::<Vec<_>>(), &written.chars().collect::<Vec<_>>())
}

/// Up to 9,999: `三`, `十二`, `二十`, `三百`.
fn han_value(written: &str) -> u32 {
    let (mut total, mut digit) = (0_u32, None::<u32>);
    for character in written.chars().take(8) {
        let place = match character {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            _ => {
                digit = "一二三四五六七八九"
                    .chars()
                    .position(|same| same == character || (same == '二' && "两兩".contains(character)))
                    .and_then(|at| u32::try_from(at + 1).ok());
                continue;
            }
        };
        total += digit.take().unwrap_or(1) * place;
    }
    total + digit.unwrap_or(0)
}
