//! Negations, and words that are each other's opposite.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::words::Text;

/// At most so many sentences of each text are paired.
const SENTENCES: usize = 40;

/// One text denies what the other says: as a whole, in two sentences of much the same words, or about two words in turn.
pub(super) fn differs(new: &Text, old: &Text) -> bool {
    let (new_sentences, old_sentences) = (sentences(&new.beginning), sentences(&old.beginning));
    if new_sentences.len() <= 1 && old_sentences.len() <= 1 {
        return is_negated(&new.beginning) != is_negated(&old.beginning) || denies_in_turn(new, old);
    }
    let paired = new_sentences.iter().flat_map(|one| old_sentences.iter().map(move |other| (one, other)));
    paired.into_iter().any(|(one, other)| one.is_negated != other.is_negated && is_alike(&one.words, &other.words))
        || denies_in_turn(new, old)
}

struct Sentence {
    words: HashSet<String>,
    is_negated: bool,
}

fn sentences(folded: &str) -> Vec<Sentence> {
    static END: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[.!?;]\s|[。！？；]").expect("the pattern is fixed and a test compiles it"));
    END.split(folded)
        .filter(|sentence| sentence.chars().any(char::is_alphanumeric))
        .take(SENTENCES)
        .map(|sentence| Sentence { words: pieces(sentence), is_negated: is_negated(sentence) })
        .collect()
}

/// Words, and single characters of scripts without spaces; negations left out.
fn pieces(sentence: &str) -> HashSet<String> {
    let bare = NEGATION.replace_all(sentence, " ");
    bare.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .flat_map(|word| {
            if word.chars().any(super::words::is_unspaced) {
                word.chars().map(String::from).collect()
            } else {
                vec![word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word).to_owned()]
            }
        })
        .collect()
}

/// Two thirds of the words are shared.
fn is_alike(one: &HashSet<String>, other: &HashSet<String>) -> bool {
    let shared = one.intersection(other).count();
    shared > 0 && shared * 3 >= one.union(other).count() * 2
}

static NEGATION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
          \b(?: not | never | no | none | nobody | nothing | nowhere | neither | nor | without | cannot | can't | \w+n't | dont | doesnt | isnt | wont | cant | no-one | avoid | avoids | avoided | avoiding | forbidden | prohibited | banned | disallowed | refuse[sd]? | stop(?:s|ped|ping)? )\b
        | \b(?: nicht | nie | niemals | kein | keine | keinen | keinem | keiner | keines | nichts | niemand | ohne | verboten | untersagt | vermeide[nt]? )\b
        | \b(?: ne | pas | jamais | aucun | aucune | rien | sans | ni | interdit\w* | éviter | évite[zr]? )\b | \bn'
        | \b(?: nunca | jamás | ningún | ninguna | ninguno | nada | nadie | sin | prohibid\w* | evitar | evita | não | nem | nenhum | nenhuma | sem | ninguém | proibid\w* | non | mai | nessun | nessuno | nessuna | senza | vietat\w* )\b
        | \b(?: niet | geen | nooit | zonder | inte | ingen | aldrig | utan | ikke | aldri | uten | uden | nie | nigdy | bez | není | nikdy | değil | yok | asla | tidak | bukan | jangan | tanpa | không | đừng | chưa )\b
        | \b(?: не | нет | нельзя | никогда | без | ни | никто | ничего | запрещ\w+ | немає | ні | ніколи | δεν | μην | όχι | χωρίς )\b
        | \b(?: لا | لم | لن | ليس | ليست | غير | بدون | دون | ممنوع | يمنع | لأ | نہیں | नहीं | मत | बिना | לא | אין | אל | בלי | אסור )\b
        | 不 | 没 | 沒 | 无 | 無し | 無い | 無く | 無 | 未 | 勿 | 禁止 | 别 | 別 | 莫
        | ない | ません | なし | なく | ずに | 않 | 없 | 못 | 마세요 | 말 \s? 것 | 하지 \s? 마 | 말아 | 금지 | 아니 | \b안\b
        | ไม่ | ห้าม | อย่า | ไร้",
    )
    .expect("the pattern is fixed and a test compiles it")
});

/// Turns of phrase that hold a negation and deny nothing.
fn without_idioms(text: &str) -> String {
    static IDIOM: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?x) \b(?: not\ only | not\ just | no\ matter | no\ problem | no\ doubt | whether\ or\ not | (?:do\ not|don't|never)\ forget (?:\ to)? | no\.\ ?\d+ | nicht\ nur | nicht\ vergessen | vergiss\ nicht | kein\ problem | ohne\ weiteres | pas\ de\ problème | non\ seulement | pas\ seulement | no\ sólo | no\ solo | no\ olvides | sin\ embargo | não\ só | não\ esqueça | non\ solo | не\ только | не\ забудь(?:те)? )\b
            | ,\ (?:and\ |but\ )?not\ (?:in\ )?[\w.-]+$ | ,\ nicht\ \w+$ | ,\ pas\ \w+$ | ,\ а\ не\ \w+$
            | 不仅 | 不但 | 不错 | 不同 | 不要忘记 | 不要忘了 | 别忘(?:了|记)? | 没问题 | 非常 | 未来 | 未満 | 特别 | 分别 | 区别 | 级别 | 类别 | 特別 | 別の | 別々 | 无论 | 不管 | 不断 | 不久 | 無料 | 無事 | 忘れないで | だけでなく | 差不多 | 要不",
        )
        .expect("the pattern is fixed and a test compiles it")
    });
    IDIOM.replace_all(text, " ").into_owned()
}

fn is_negated(folded: &str) -> bool {
    let text = without_idioms(folded);
    // "no" is "in the" in Portuguese.
    NEGATION.find_iter(&text).any(|found| found.as_str() != "no" || !is_portuguese(&text))
}

fn is_portuguese(text: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| {
            matches!(
                *word,
                "não"
                    | "uma"
                    | "um"
                    | "do"
                    | "da"
                    | "dos"
                    | "das"
                    | "em"
                    | "são"
                    | "está"
                    | "os"
                    | "ao"
                    | "às"
                    | "pelo"
                    | "pela"
                    | "com"
                    | "é"
                    | "fica"
                    | "servidor"
            )
        })
        .take(2)
        .count()
        >= 2
}

/// "use pnpm, not npm" beside "use npm, not pnpm": each denies a word that the other affirms.
fn denies_in_turn(new: &Text, old: &Text) -> bool {
    let (new_denied, old_denied) = (denied(new), denied(old));
    let affirmed =
        |text: &Text, word: &String, denied: &HashSet<String>| text.set.contains(word) && !denied.contains(word);
    new_denied.iter().any(|word| affirmed(old, word, &old_denied))
        && old_denied.iter().any(|word| affirmed(new, word, &new_denied))
}

fn denied(text: &Text) -> HashSet<String> {
    text.words.windows(2).filter(|pair| NEGATION.is_match(&pair[0].folded)).map(|pair| pair[1].folded.clone()).collect()
}

/// Pairs of which one text has the one and the other has the other.
const OPPOSITES: &[(&str, &str)] = &[
    ("on|an|ein", "off|aus"),
    (
        "enable|enabled|enables|aktiviert|activado|activé|activée",
        "disable|disabled|disables|deaktiviert|desactivado|désactivé|désactivée",
    ),
    ("allow|allowed|allows|erlaubt|autorisé|permitido", "deny|denied|denies|forbidden|verboten|interdit|prohibido"),
    ("true", "false"),
    ("yes", "no"),
    ("before|vor|avant|antes", "after|nach|après|después|depois"),
    ("always|immer|toujours|siempre|sempre", "never|nie|jamais|nunca|mai"),
    ("required|mandatory|pflicht|obligatoire|obligatorio", "optional|freiwillig|facultatif|opcional"),
    ("open|opened|offen", "closed|geschlossen"),
    ("accept|accepted|approved|genehmigt", "reject|rejected|declined|abgelehnt"),
    ("increase|increased|increases|raised|erhöht", "decrease|decreased|decreases|reduced|lowered|gesenkt"),
    ("add|added|adds", "remove|removed|removes"),
    ("with|mit|avec|con|com", "without|ohne|sans|sin|sem"),
    ("public|öffentlich|publique", "private|privat|privée"),
    ("more|mehr|plus|más|mais", "less|fewer|weniger|moins|menos"),
    ("minimum|min", "maximum|max"),
    ("up", "down"),
    ("start|started|starts", "stop|stopped|stops|ended"),
    ("left|links", "right|rechts"),
    ("first|erste", "last|letzte"),
    ("sync|synchronous|synchronously", "async|asynchronous|asynchronously"),
    ("internal|intern", "external|extern"),
    ("production|prod", "staging|development|dev"),
    ("passed|passes|succeeded", "failed|fails"),
    ("include|includes|included", "exclude|excludes|excluded"),
    ("buy|bought", "sell|sold"),
    ("above|over", "below|under"),
    ("cheaper", "pricier|dearer"),
    ("faster|schneller", "slower|langsamer"),
    ("daily|täglich", "weekly|monthly|hourly|yearly|wöchentlich|monatlich"),
    ("weekly|wöchentlich", "monthly|monatlich|hourly|yearly"),
    ("включен|включено|включена", "выключен|отключен|отключено|выключена|отключена"),
    ("до", "после"),
    ("всегда", "никогда"),
    ("مفعل", "معطل"),
    ("قبل", "بعد"),
];

/// Opposites that are written inside a run of characters.
const OPPOSITES_INSIDE: &[(&str, &str)] = &[
    ("之前", "之后"),
    ("以前", "以后"),
    ("允许", "禁止"),
    ("启用", "停用"),
    ("启用", "禁用"),
    ("打开", "关闭"),
    ("开启", "关闭"),
    ("增加", "减少"),
    ("公开", "私有"),
    ("必须", "可选"),
    ("有効", "無効"),
    ("前に", "後に"),
    ("許可", "禁止"),
    ("오전", "오후"),
    ("전에", "후에"),
    ("허용", "금지"),
    ("활성화", "비활성화"),
    ("上午", "下午"),
    ("午前", "午後"),
];

/// One text has a word whose opposite the other has, and neither has both.
pub(super) fn has_opposites(new: &Text, old: &Text) -> bool {
    let has = |text: &Text, names: &str| names.split('|').any(|name| text.set.contains(name));
    let apart = |left: [bool; 2], right: [bool; 2]| left[0] && !left[1] && right[1] && !right[0];
    let spaced = OPPOSITES.iter().any(|(one, other)| {
        let (left, right) = ([has(new, one), has(new, other)], [has(old, one), has(old, other)]);
        apart(left, right) || apart(right, left)
    });
    // "비활성화" holds "활성화", so what is left without the longer one counts.
    let holds = |text: &Text, one: &str, other: &str| {
        let (one_left, other_left) = (text.beginning.replace(other, " ").contains(one), text.beginning.contains(other));
        [one_left, other_left]
    };
    spaced
        || OPPOSITES_INSIDE.iter().any(|(one, other)| {
            let (left, right) = (holds(new, one, other), holds(old, one, other));
            apart(left, right) || apart(right, left)
        })
        || has_prefixed_opposite(new, old)
        || has_prefixed_opposite(old, new)
}

/// "supported" here, "unsupported" there.
fn has_prefixed_opposite(one: &Text, other: &Text) -> bool {
    one.words.iter().filter(|word| word.folded.len() >= 5 && !other.set.contains(&word.folded)).any(|word| {
        ["un", "in", "non-", "non", "dis", "im", "ir", "in-"].iter().any(|prefix| {
            let opposite = format!("{prefix}{}", word.folded);
            other.set.contains(&opposite) && !one.set.contains(&opposite)
        })
    })
}
