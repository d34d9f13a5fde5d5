//! Names and identifiers, told by their spelling: capitals, digits, underscores, and a list of tools written in lower case.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::words::{Text, Word};

/// Names that are written in lower case as often as not.
const LOWER_CASE_NAMES: &str = "npm pnpm yarn bun deno node redis valkey memcached postgres postgresql mysql mariadb sqlite mongodb cassandra elasticsearch opensearch \
    kafka rabbitmq nats docker podman kubernetes nomad terraform pulumi ansible chef puppet helm nginx apache caddy traefik haproxy jest vitest mocha cypress playwright \
    selenium webpack vite rollup esbuild parcel react vue svelte angular solid rust python ruby java kotlin scala go golang typescript javascript php perl elixir swift \
    django flask fastapi rails laravel spring axum actix express github gitlab bitbucket jenkins circleci slack teams discord zoom jira linear asana trello notion \
    confluence aws azure gcp hetzner cloudflare vercel netlify heroku ubuntu debian fedora alpine arch linux macos windows ios android bash zsh fish vim neovim emacs vscode \
    cargo pip poetry uv conda maven gradle bazel make cmake prettier eslint biome ruff black pylint mypy pyright pytest unittest rspec stripe paypal adyen grafana prometheus \
    datadog sentry splunk json yaml toml xml csv protobuf grpc rest graphql http https ssh ftp sftp smtp imap tcp udp main master develop staging production";

/// Words that begin sentences without being names.
const STARTERS: &str = "the a an this that these those we i you he she they it our my your his her their its all every each any some most many few no none never always \
    use using prefer run deploy keep make do does did don't please only when if after before since because while for from in on at by with without to of as and or but not \
    there here what who how why where which set store send ask call call write read check add remove update move start stop avoid let put get go take tell try new old one \
    two three first last next today tomorrow yesterday now then also however still just both either neither should must can may will would could is are was were has have had be been \
    remember note decision decided agreed release releases build builds test tests backup backups server servers office team meeting meetings password passwords users customers \
    production staging deploys deployments deployment invoices invoice code reviews review branch branches merge merging pushing push database data service services api apis timeouts timeout limit \
    der die das ein eine einen wir ich du er sie es unser unsere mein meine alle jede jeder kein keine nie immer bitte nur wenn nach vor seit weil für von in im am an auf mit ohne zu und oder aber nicht \
    nutze nutzt nutzen verwende verwenden verwendet benutze le la les un une des nous je tu il elle ils elles notre nos mon ma mes tous toutes chaque ne pas jamais toujours si quand après avant depuis \
    pour de dans sur avec sans et ou mais utilise utiliser utilisez el los las uno una nosotros nuestro nuestra todos todas cada nunca siempre si cuando después antes desde para en con sin y o pero usar usa \
    use o os as um uma nós nosso nossa todo toda quando depois não il lo gli noi nostro ogni mai sempre se dopo prima da per con senza e ma usare мы я ты он она они наш наша все каждый никогда всегда если \
    когда после до для в на с без и или но не используй используем использовать";

static KNOWN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| LOWER_CASE_NAMES.split_whitespace().collect());
static STARTER: LazyLock<HashSet<&'static str>> = LazyLock::new(|| STARTERS.split_whitespace().collect());

/// Each text names what the other does not, or they name the same in other places of the same words.
pub(super) fn differ(new: &Text, old: &Text) -> bool {
    let new_only = only_in(new, old);
    let old_only = only_in(old, new);
    let new_left: Vec<&&Word> = new_only.iter().filter(|word| !has_variant(word, &old_only, old)).collect();
    let old_left: Vec<&&Word> = old_only.iter().filter(|word| !has_variant(word, &new_only, new)).collect();
    if !new_left.is_empty() && !old_left.is_empty() {
        return true;
    }
    is_one_name_replaced(new, old) || have_changed_places(new, old)
}

/// Names of the first text that the second does not hold at all.
fn only_in<'text>(text: &'text Text, other: &Text) -> Vec<&'text Word> {
    let german = is_german(text);
    let mut seen = HashSet::new();
    let names = text.words.iter().enumerate().filter(|(place, word)| {
        !other.set.contains(&word.folded)
            && is_name(text, *place, german)
            && (!word.starts_with_capital_only_by_place() || begins_alike(text, other, *place))
    });
    names.map(|(_, word)| word).filter(|word| seen.insert(&word.folded)).take(200).collect()
}

impl Word {
    fn has_capital(&self) -> bool {
        self.written.chars().next().is_some_and(char::is_uppercase)
    }

    /// Digits with letters, underscores, inner capitals, dots, slashes.
    fn is_identifier(&self) -> bool {
        let letters = self.written.chars().any(char::is_alphabetic);
        let inner_capital =
            self.written.chars().skip(1).any(char::is_uppercase) && self.written.chars().any(char::is_lowercase);
        let digits = self.written.chars().any(|character| character.is_ascii_digit());
        let units = self
            .written
            .trim_start_matches(|character: char| character.is_ascii_digit() || matches!(character, '.' | ':' | '-'))
            .chars()
            .count();
        letters
            && (inner_capital
                || self.written.contains(['_', '/', '@', '#'])
                // "30s", "5gb" and "10th" are amounts, which are compared elsewhere.
                || (digits && !(self.written.starts_with(|first: char| first.is_ascii_digit()) && units <= 2))
                || (self.written.contains('.') && self.written.is_ascii()))
    }

    fn starts_with_capital_only_by_place(&self) -> bool {
        self.starts_sentence && !self.is_identifier() && !KNOWN.contains(self.folded.as_str()) && !self.is_acronym()
    }

    fn is_acronym(&self) -> bool {
        self.written.chars().count() >= 2
            && self.written.chars().all(|character| character.is_uppercase() || character.is_numeric())
    }
}

fn is_name(text: &Text, place: usize, german: bool) -> bool {
    let word = &text.words[place];
    if word.is_identifier() || KNOWN.contains(word.folded.as_str()) {
        return true;
    }
    if text.is_caseless {
        return word.written.is_ascii() && word.written.chars().any(|character| character.is_ascii_alphabetic());
    }
    if !word.has_capital() || STARTER.contains(word.folded.as_str()) || word.written.chars().count() < 2 {
        return false;
    }
    // German writes every noun with a capital; one behind an article or an adjective is no name.
    !(german && place > 0 && !word.starts_sentence && is_german_determiner(&text.words[place - 1].folded))
}

fn is_german(text: &Text) -> bool {
    let noun_behind_article = text.words.windows(2).any(|pair| {
        matches!(
            pair[0].folded.as_str(),
            "der"
                | "die"
                | "das"
                | "den"
                | "dem"
                | "ein"
                | "eine"
                | "einen"
                | "kein"
                | "keine"
                | "keinen"
                | "im"
                | "am"
                | "zum"
        ) && pair[1].has_capital()
            && !pair[1].starts_sentence
    });
    noun_behind_article
        || [
            "der", "die", "das", "und", "nicht", "ist", "ein", "eine", "wir", "mit", "für", "im", "auf", "den", "dem",
            "von", "werden", "wird", "sind", "kein", "keine", "am", "zum",
        ]
        .iter()
        .filter(|word| text.set.contains(**word))
        .take(2)
        .count()
            >= 2
}

fn is_german_determiner(word: &str) -> bool {
    matches!(
        word,
        "der"
            | "die"
            | "das"
            | "den"
            | "dem"
            | "des"
            | "ein"
            | "eine"
            | "einen"
            | "einem"
            | "einer"
            | "im"
            | "zum"
            | "zur"
            | "beim"
            | "vom"
            | "kein"
            | "keine"
            | "keinen"
            | "unser"
            | "unsere"
            | "unseren"
            | "jede"
            | "jeder"
            | "jeden"
            | "alle"
            | "pro"
            | "vor"
            | "nach"
            | "ohne"
    ) || (word.len() > 4 && (word.ends_with("en") || word.ends_with("er") || word.ends_with("es")))
}

/// The word at the beginning of a sentence counts when the other text has another capital there and goes on alike.
fn begins_alike(text: &Text, other: &Text, place: usize) -> bool {
    let next = text.words.get(place + 1).map(|word| word.folded.as_str());
    other.words.iter().enumerate().any(|(at, word)| {
        word.starts_sentence
            && word.has_capital()
            && !text.set.contains(&word.folded)
            && !STARTER.contains(word.folded.as_str())
            && next.is_some()
            && other.words.get(at + 1).map(|word| word.folded.as_str()) == next
    })
}

/// "Postgres" and "PostgreSQL", "Schmidt" and "Schmidts", "CI" and "Continuous Integration".
fn has_variant(word: &Word, others: &[&Word], other: &Text) -> bool {
    let close = |left: &str, right: &str| {
        let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
        short.chars().count() >= 4
            && long.len() - short.len() <= 3
            && long.starts_with(short)
            && long.chars().all(char::is_alphabetic)
    };
    if others.iter().any(|same| close(&word.folded, &same.folded)) {
        return true;
    }
    let initials: String = others.iter().filter_map(|same| same.folded.chars().next()).collect();
    if word.is_acronym() && initials.contains(&word.folded) {
        return true;
    }
    other.words.iter().any(|same| {
        same.is_acronym()
            && others.iter().any(|one| std::ptr::eq(*one, same))
            && word.folded.chars().next().is_some_and(|first| same.folded.contains(first))
            && same.folded.chars().count() >= 2
            && word.has_capital()
            && !word.is_acronym()
    })
}

/// The texts are equal but for one word in one place, which is a name in one of them.
fn is_one_name_replaced(new: &Text, old: &Text) -> bool {
    if new.words.len() != old.words.len() || new.words.len() < 3 {
        return false;
    }
    let mut places = (0..new.words.len()).filter(|place| new.words[*place].folded != old.words[*place].folded);
    let (Some(place), None) = (places.next(), places.next()) else {
        return false;
    };
    let name =
        |text: &Text| is_name(text, place, is_german(text)) && !text.words[place].starts_with_capital_only_by_place();
    let kin =
        |left: &str, right: &str| left.chars().zip(right.chars()).take_while(|(one, other)| one == other).count() >= 4;
    (name(new) || name(old)) && !kin(&new.words[place].folded, &old.words[place].folded)
}

/// The same words in another order, and names among them: "Anna reports to Ben". Lists may be told in any order.
fn have_changed_places(new: &Text, old: &Text) -> bool {
    if new.words.len() != old.words.len() || new.set != old.set || new.words.len() > 60 {
        return false;
    }
    let names = |text: &Text| -> Vec<String> {
        (0..text.words.len())
            .filter(|place| is_name(text, *place, is_german(text)))
            .map(|place| text.words[place].folded.clone())
            .collect()
    };
    let (new_names, old_names) = (names(new), names(old));
    let is_list = ["and", "or", "und", "oder", "et", "ou", "y", "o", "e", "и", "или", "&", "和", "、"]
        .iter()
        .any(|joint| new.set.contains(*joint));
    let sorted = |list: &[String]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    !is_list && new_names.len() >= 2 && new_names != old_names && sorted(&new_names) == sorted(&old_names)
}
