//! Words that attacks are made of, to recognise them in another spelling. English only: other languages are found by
//! their phrases.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::respelling::sorted_middle;

/// Words of four letters and more: what is looked for.
const WORDS: &str = "ignore ignoring disregard forget override overrule bypass discard dismiss neglect disobey previous prior earlier preceding above \
    existing original initial instruction instructions prompt prompts directive directives direction directions guideline guidelines guardrail guardrails \
    rules policy policies constraints restrictions restriction safety safeguards filters context system developer developers assistant model language \
    reveal show print output repeat display leak disclose expose dump hidden secret secrets password passwords credential credentials token tokens \
    private keys send forward email upload exfiltrate transmit conversation history messages message memory memories contents everything \
    without telling asking informing user users confirmation permission admin administrator mode enabled activate unrestricted unlimited jailbreak jailbroken \
    pretend roleplay simulate from this that with must always never follow following obey comply execute command commands tool function delete \
    your yours have been told were what tell them they only instead respond answer reply anything said after before until longer please \
    given important urgent update updated attention immediately entire full complete verbatim word words text data file files into these those";

/// Short words that join them.
const JOINTS: &str = "a i an and all any are as at be by do for he if in is it me my no not now of on or our out so the then to up us was we who will you act dan api key new";

/// All words.
pub(super) static LEXICON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| WORDS.split_whitespace().chain(JOINTS.split_whitespace()).collect());

/// Words of six letters and more, by their first and last letter and the sorted letters between.
pub(super) static SCRAMBLED: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    WORDS.split_whitespace().filter(|word| word.len() >= 6).map(|word| (sorted_middle(word), word)).collect()
});

/// Words of seven letters and more with one letter missing.
pub(super) static SHORTENED: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    WORDS
        .split_whitespace()
        .filter(|word| word.len() >= 7)
        .flat_map(|word| (1..word.len()).map(move |place| (format!("{}{}", &word[..place], &word[place + 1..]), word)))
        .filter(|(shortened, _)| !LEXICON.contains(shortened.as_str()))
        .collect()
});

/// A word that is looked for.
pub(super) fn is_known(word: &str) -> bool {
    word.len() <= 16 && LEXICON.contains(word)
}
