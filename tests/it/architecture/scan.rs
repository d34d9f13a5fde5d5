//! Just enough of Rust's grammar to see what a file names: comments and texts are left out, what remains is cut into words.

/// The code of a file with comments and the contents of texts blanked; lines stay where they are.
pub fn code(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let blank = |out: &mut String, slice: &[char]| {
        out.extend(slice.iter().map(|character| if *character == '\n' { '\n' } else { ' ' }));
    };
    while at < chars.len() {
        let rest = &chars[at..];
        let length = match rest {
            ['/', '/', ..] => rest.iter().position(|character| *character == '\n').unwrap_or(rest.len()),
            ['/', '*', ..] => block_comment(rest),
            ['"', ..] => quoted(rest, 1),
            ['b' | 'c', '"', ..] if !continues_word(&out) => quoted(rest, 2),
            ['r', '"' | '#', ..] | ['b' | 'c', 'r', '"' | '#', ..] if !continues_word(&out) => raw(rest),
            ['\'', ..] => character(rest),
            _ => 0,
        };
        if length > 0 {
            blank(&mut out, &rest[..length]);
            at += length;
        } else {
            out.push(rest[0]);
            at += 1;
        }
    }
    out
}

fn continues_word(out: &str) -> bool {
    out.chars().next_back().is_some_and(|last| last.is_alphanumeric() || last == '_')
}

fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => {
                (depth, at) = (depth - 1, at + 2);
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    rest.len()
}

fn quoted(rest: &[char], begin: usize) -> usize {
    let mut at = begin;
    while at < rest.len() {
        match rest[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn raw(rest: &[char]) -> usize {
    let prefix = rest.iter().take_while(|character| character.is_alphabetic()).count();
    let hashes = rest[prefix..].iter().take_while(|character| **character == '#').count();
    if rest.get(prefix + hashes) != Some(&'"') {
        return 0;
    }
    let mut at = prefix + hashes + 1;
    while at < rest.len() {
        if rest[at] == '"' && rest[at + 1..].iter().take_while(|character| **character == '#').count() >= hashes {
            return at + 1 + hashes;
        }
        at += 1;
    }
    rest.len()
}

/// The length of a character literal; nothing for a lifetime.
fn character(rest: &[char]) -> usize {
    match rest {
        ['\'', '\\', ..] => rest.iter().skip(3).position(|character| *character == '\'').map_or(0, |place| place + 4),
        ['\'', _, '\'', ..] => 3,
        _ => 0,
    }
}

/// The words and signs of a code; `::` is one sign.
pub fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut previous = ' ';
    for character in code.chars() {
        let in_word = character.is_alphanumeric() || character == '_';
        let continues = (in_word && (previous.is_alphanumeric() || previous == '_'))
            || (character == ':' && previous == ':' && tokens.last().is_some_and(|last| last == ":"));
        if continues {
            tokens.last_mut().expect("a word continues").push(character);
        } else if !character.is_whitespace() {
            tokens.push(character.to_string());
        }
        previous = character;
    }
    tokens
}

/// The module that a file is: `src/store/tx/mod.rs` is `store`, `tx`.
pub fn module_of(path: &str) -> Vec<String> {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    let mut parts: Vec<String> = inner.split('/').map(str::to_owned).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

/// The paths into the crate that a file names, from its root, and outside crates, which come as `::name`.
pub fn named_paths(path: &str, text: &str, dependencies: &[String]) -> Vec<Vec<String>> {
    let tokens = tokens(&code(text));
    let mut inner: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let next = tokens.get(at + 1).map_or("", String::as_str);
        let follows_path = at > 0 && tokens[at - 1] == "::";
        match tokens[at].as_str() {
            "mod" if tokens.get(at + 2).is_some_and(|sign| sign == "{") => inner.push((next.to_owned(), depth)),
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inner.retain(|(_, opened)| *opened < depth);
            }
            // `pub(in crate::…)` says who sees, not what is used.
            "crate" if next == "::" && !follows_path && !(at > 0 && tokens[at - 1] == "in") => {
                walk(&tokens, at + 2, &[], &mut found);
            }
            "super" if next == "::" && !follows_path => {
                let mut module = module_of(path);
                module.extend(inner.iter().map(|(name, _)| name.clone()));
                let mut begin = at;
                while tokens.get(begin).is_some_and(|word| word == "super") {
                    module.pop();
                    begin += 2;
                }
                walk(&tokens, begin, &module, &mut found);
            }
            word if !follows_path
                && dependencies.iter().any(|name| name == word)
                && (next == "::" || (at > 0 && tokens[at - 1] == "use")) =>
            {
                found.push(vec![format!("::{word}")]);
            }
            _ => {}
        }
    }
    found
}

/// Follows a path, or a group of paths, from a token on; gives the place after it.
fn walk(tokens: &[String], begin: usize, prefix: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let Some(word) = tokens.get(begin) else { return begin };
    if word == "{" {
        let mut at = begin + 1;
        while tokens.get(at).is_some_and(|sign| sign != "}") {
            at = walk(tokens, at, prefix, found);
            while tokens.get(at).is_some_and(|sign| sign != "," && sign != "}") {
                at += 1;
            }
            if tokens.get(at).is_some_and(|sign| sign == ",") {
                at += 1;
            }
        }
        return at + 1;
    }
    let mut path = prefix.to_vec();
    let is_name = word.starts_with(|first: char| first.is_alphabetic() || first == '_');
    if is_name && word != "self" {
        path.push(word.clone());
        if tokens.get(begin + 1).is_some_and(|sign| sign == "::") {
            return walk(tokens, begin + 2, &path, found);
        }
    }
    found.push(path);
    begin + usize::from(is_name || word == "*")
}

/// The modules that a file declares.
pub fn declared_modules(text: &str) -> Vec<String> {
    let tokens = tokens(&code(text));
    tokens.windows(3).filter(|words| words[0] == "mod" && words[2] == ";").map(|words| words[1].clone()).collect()
}
