//! Further signs, each weak or strong, pooled over all languages: single phrases, and acts that meet what they are done to.

use std::sync::LazyLock;

use regex::Regex;

use super::Label;
use super::pairing::{Sign, alternation, is_negated, near, spans};
use super::vocabulary::{east_asian, english, germanic, insistence, insistence_elsewhere, romance, slavic, southern};

type Lists = &'static [&'static [&'static str]];

/// One list of every language but English.
macro_rules! elsewhere {
    ($name:ident) => {
        &[germanic::$name, romance::$name, slavic::$name, east_asian::$name, southern::$name]
    };
}

/// One list of every language.
macro_rules! everywhere {
    ($name:ident) => {
        &[english::$name, germanic::$name, romance::$name, slavic::$name, east_asian::$name, southern::$name]
    };
}

/// What the sign tries, its kind, whether it suffices alone, and how it is put.
///
/// Kinds are finer than labels: an assistant addressed and a consent claimed are two signs, though one label.
type Phrase = (Label, &'static str, bool, Lists);

const PHRASES: &[Phrase] = &[
    (Label::Concealment, "concealment", true, everywhere!(CONCEAL)),
    (Label::Concealment, "concealment", false, everywhere!(QUIETLY)),
    (Label::Role, "role", true, everywhere!(ROLE)),
    (Label::Role, "role", false, &[english::ROLE_PERHAPS]),
    (Label::Authority, "obedience", true, everywhere!(OBEY)),
    (Label::Authority, "priority", true, &[english::PRIORITY]),
    (Label::Authority, "address", false, everywhere!(ADDRESS)),
    (Label::Authority, "told", false, &[english::TOLD]),
    (Label::ToolCall, "reading", false, everywhere!(READING)),
    (Label::Authority, UNCHECKED, false, everywhere!(UNCHECKED)),
    (Label::Authority, "consent", false, everywhere!(CONSENT)),
    (Label::ToolCall, "harm", false, &[english::HARM]),
    (Label::ToolCall, "harm", false, elsewhere!(WIPE)),
    (Label::ToolCall, "tool_call", true, &[english::WIDE_CALL, english::DECODE]),
    (Label::ToolCall, "rule", false, everywhere!(KEEP)),
    (Label::ToolCall, "spread", true, &[english::SPREAD]),
    (Label::Authority, "answer", false, everywhere!(ANSWER)),
    (Label::ForgedTurn, "forged_turn", true, &[english::TURN]),
    (Label::ForgedTurn, "forged_turn", false, &[english::TURN_PERHAPS]),
    (Label::ForgedTurn, "importance", false, &[english::IMPORTANCE]),
    (Label::Disclosure, "disclosure", true, &[english::PROMPT_PARTS]),
    (Label::Authority, "obedience", true, &[insistence::READER, insistence::PLAIN, insistence_elsewhere::PLAIN]),
    (Label::Authority, "address", false, &[insistence::ADDRESS, insistence_elsewhere::ADDRESS]),
    (Label::Authority, "refusal", false, &[insistence::NO_REFUSAL]),
    (Label::Authority, "answer", false, &[insistence::LIE]),
    (Label::Concealment, "concealment", false, &[insistence::KEPT_BACK, insistence_elsewhere::KEPT_BACK]),
    (Label::ToolCall, "harm", false, &[insistence::LOOT, insistence_elsewhere::LOOT]),
];

/// The kind that speaks of skipped checks, which a rule of a team forbids as often as an intruder asks for it.
const UNCHECKED: &str = "unchecked";

/// An act, what it is done to, and what must stand near that; all within `gap` bytes and one clause.
struct Pair {
    label: Label,
    kind: &'static str,
    strong: bool,
    acts: Lists,
    targets: Lists,
    qualifiers: Lists,
    gap: usize,
}

const PAIRS: &[Pair] = &[
    pair(Label::Override, "override", true, &[english::IGNORE], &[english::BOUNDS], &[], 40),
    pair(Label::Override, "override", true, elsewhere!(IGNORE), elsewhere!(RULES), elsewhere!(WHICH), 48),
    pair(Label::Disclosure, "disclosure", true, elsewhere!(SHOW), elsewhere!(HIDDEN), &[], 60),
    pair(Label::Disclosure, "disclosure", true, &[english::SHOW], &[english::SECRETS], &[english::REACH], 60),
    pair(Label::Disclosure, "disclosure", true, elsewhere!(SHOW), elsewhere!(SECRETS), elsewhere!(REACH), 40),
    pair(Label::Exfiltration, "exfiltration", false, &[english::SEND], &[english::HOLDINGS], &[english::OUTSIDE], 90),
    pair(Label::Exfiltration, "exfiltration", true, elsewhere!(SEND), elsewhere!(SECRETS), everywhere!(OUTSIDE), 90),
    pair(Label::Exfiltration, "exfiltration", true, elsewhere!(SEND), elsewhere!(HOLDINGS), everywhere!(OUTSIDE), 60),
    pair(Label::Exfiltration, "exfiltration", true, &[english::CARRY], &[english::PRIVATE], &[english::SHARED], 80),
    pair(Label::ToolCall, "fetch", true, &[english::FETCH], &[english::FETCHED], &[], 90),
];

const fn pair(
    label: Label,
    kind: &'static str,
    strong: bool,
    acts: Lists,
    targets: Lists,
    qualifiers: Lists,
    gap: usize,
) -> Pair {
    Pair { label, kind, strong, acts, targets, qualifiers, gap }
}

/// Every distinct pool of lists, compiled once; phrases and pairs hold places in it.
struct Compiled {
    patterns: Vec<Regex>,
    phrases: Vec<usize>,
    pairs: Vec<(usize, usize, Option<usize>)>,
}

fn compile() -> Compiled {
    let mut pools: Vec<Vec<&'static str>> = Vec::new();
    let mut place = |lists: Lists| {
        let pool = lists.concat();
        pools.iter().position(|known| *known == pool).unwrap_or_else(|| {
            pools.push(pool);
            pools.len() - 1
        })
    };
    let phrases = PHRASES.iter().map(|(_, _, _, lists)| place(lists)).collect();
    let pairs = PAIRS
        .iter()
        .map(|pair| {
            (place(pair.acts), place(pair.targets), (!pair.qualifiers.is_empty()).then(|| place(pair.qualifiers)))
        })
        .collect();
    Compiled { patterns: pools.iter().map(|pool| alternation(pool)).collect(), phrases, pairs }
}

/// All further signs of the text.
pub(super) fn signs(view: &str) -> Vec<Sign> {
    static COMPILED: LazyLock<Compiled> = LazyLock::new(compile);
    let compiled = &*COMPILED;
    let mut signs = Vec::new();
    for ((label, kind, strong, _), pattern) in PHRASES.iter().zip(&compiled.phrases) {
        let found = compiled.patterns[*pattern]
            .find_iter(view)
            .filter(|found| *kind != UNCHECKED || !is_forbidden(view, found.start()));
        let found =
            found.map(|found| Sign { label: *label, kind, at: found.start(), end: found.end(), strong: *strong });
        signs.extend(found.take(if *strong { 1 } else { usize::MAX }));
    }
    let mut known: Vec<Option<Vec<(usize, usize)>>> = vec![None; compiled.patterns.len()];
    for (pair, places) in PAIRS.iter().zip(&compiled.pairs) {
        signs.extend(pair_signs(pair, *places, compiled, &mut known, view));
    }
    signs
}

fn pair_signs(
    pair: &Pair,
    (acts, targets, qualifiers): (usize, usize, Option<usize>),
    compiled: &Compiled,
    known: &mut [Option<Vec<(usize, usize)>>],
    view: &str,
) -> Vec<Sign> {
    for place in [Some(acts), Some(targets), qualifiers].into_iter().flatten() {
        let found = known[place].get_or_insert_with(|| spans(&compiled.patterns[place], view));
        // One part is missing: no need to look for the others.
        if found.is_empty() {
            return Vec::new();
        }
    }
    let of = |place: usize| known[place].as_deref().unwrap_or_default();
    let gap = (pair.gap, pair.gap);
    let mut met = of(targets).to_vec();
    if let Some(qualifiers) = qualifiers {
        met.retain(|target| near(*target, of(qualifiers), gap, view).is_some());
    }
    let mut signs = Vec::new();
    for act in of(acts) {
        if let Some(target) = near(*act, &met, gap, view)
            && !is_negated(view, act.0)
        {
            let (at, end) = (act.0.min(target.0), act.1.max(target.1));
            signs.push(Sign { label: pair.label, kind: pair.kind, at, end, strong: pair.strong });
            if pair.strong {
                break;
            }
        }
    }
    signs
}

/// "never merge without approval": what is named is forbidden in the words before, within the sentence.
pub(super) fn is_forbidden(view: &str, at: usize) -> bool {
    static FORBIDDING: LazyLock<Regex> = LazyLock::new(|| {
        alternation(&[
            r"\b(?:never|not|don't|no one|nobody|none|cannot|nothing|nie|niemals|nicht|kein|keine|niet|nooit|geen|inte|aldrig|ikke|aldri|ingen|jamais|pas|aucune?|no|nunca|ningun\w*|nao|nenhum\w*|non|mai|nessun\w*|nikdy|asla|jangan|dung|khong)\b[^.!?;\n]*$",
            r"(?:не|нельзя|никогда|ніколи|不要|不得|禁止|请勿|不可|严禁|لا|อย่า|ห้าม)[^.!?;。\n]*$",
        ])
    });
    let start = view.floor_char_boundary(at.saturating_sub(56));
    FORBIDDING.is_match(&view[start..at])
}
