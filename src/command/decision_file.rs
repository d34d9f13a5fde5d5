//! A Markdown file that tells of a decision: what kind of document it is, its number, title and status, as front matter,
//! headings or the file's name say. Follows the forms in use: Nygard's records, MADR, RFCs.

/// A decision document as a file holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionFile {
    /// adr, rfc, …
    pub kind: String,
    /// Its number.
    pub number: u32,
    /// Its title, without kind and number.
    pub title: String,
    /// accepted, proposed, …; empty where nothing is said.
    pub status: String,
    /// The text without its front matter.
    pub body: String,
}

/// What a file is where nothing says otherwise.
const USUAL_KIND: &str = "adr";

/// Reads a file; `name` is its name without a folder.
///
/// # Errors
/// A sentence that says what is missing.
pub fn read(name: &str, text: &str) -> Result<DecisionFile, String> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (front, body) = front_matter(&text);
    let body = body.trim();
    if body.is_empty() {
        return Err("holds no text".to_owned());
    }
    let field = |names: &[&str]| {
        let found = front.iter().find(|(key, value)| names.contains(&key.as_str()) && !value.is_empty());
        found.map(|(_, value)| value.clone())
    };
    let heading = body.lines().find_map(|line| line.strip_prefix("# ")).map(str::trim).unwrap_or_default();
    let from_heading = Label::read(&plain(heading));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let from_name = Label::read(&stem.replace(['-', '_'], " "));
    let own_number = field(&["number", "id"]).map(|number| Label::read(&number));
    let number = own_number
        .as_ref()
        .and_then(|label| label.number)
        .or(from_heading.number)
        .or(from_name.number)
        .ok_or("has no number: neither its front matter nor its heading nor its name gives one")?;
    let kind = field(&["kind", "type"])
        .or_else(|| own_number.and_then(|label| label.kind))
        .or(from_heading.kind)
        .or(from_name.kind)
        .unwrap_or_else(|| USUAL_KIND.to_owned());
    let title = field(&["title"]).map(|title| Label::read(&title).rest);
    let title = [title, Some(from_heading.rest), Some(from_name.rest)]
        .into_iter()
        .flatten()
        .find(|title| !title.is_empty())
        .ok_or("has no title: neither its front matter nor its heading nor its name gives one")?;
    let status = field(&["status"]).or_else(|| status_in(body)).unwrap_or_default();
    Ok(DecisionFile {
        kind: kind.to_lowercase(),
        number,
        title: first_chars(&title, 300),
        status: first_chars(&status.to_lowercase(), 64),
        body: body.to_owned(),
    })
}

/// The simple fields between two lines of `---`, and the text behind them.
fn front_matter(text: &str) -> (Vec<(String, String)>, &str) {
    let Some(rest) = text.strip_prefix("---\n") else { return (Vec::new(), text) };
    let mut fields = Vec::new();
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        let line = line.trim_end();
        if line == "---" || line == "..." {
            return (fields, &rest[at..]);
        }
        // Lines of lists and of nested fields are indented; they name nothing that is asked for.
        if let Some((key, value)) = line.split_once(':').filter(|(key, _)| !key.starts_with([' ', '-', '#'])) {
            let value = value.split(" #").next().unwrap_or_default().trim();
            fields.push((key.trim().to_lowercase(), value.trim_matches(['"', '\'']).trim().to_owned()));
        }
    }
    (Vec::new(), text)
}

/// What a heading, a name or a number says of kind, number and title.
struct Label {
    kind: Option<String>,
    number: Option<u32>,
    rest: String,
}

impl Label {
    /// Reads `ADR-0012: Use Postgres`, `12. Use Postgres`, `RFC 3 – Retries`, `0012 use postgres`, `12`.
    fn read(text: &str) -> Self {
        let text = text.trim();
        let letters = text.chars().take_while(char::is_ascii_alphabetic).count();
        let (word, after) = text.split_at(letters);
        let after = after.trim_start_matches([' ', '-', '_', '#']);
        if matches!(word.to_ascii_lowercase().as_str(), "adr" | "rfc" | "dr" | "decision" | "madr")
            && let Some((number, rest)) = leading_number(after)
        {
            let kind = match word.to_ascii_lowercase().as_str() {
                "rfc" => "rfc",
                _ => USUAL_KIND,
            };
            return Self { kind: Some(kind.to_owned()), number: Some(number), rest };
        }
        match leading_number(text) {
            Some((number, rest)) => Self { kind: None, number: Some(number), rest },
            None => Self { kind: None, number: None, rest: text.to_owned() },
        }
    }
}

/// A number at the beginning that is a word of its own, and what follows its separator.
fn leading_number(text: &str) -> Option<(u32, String)> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let number: u32 = text[..digits].parse().ok()?;
    let rest = &text[digits..];
    if rest.starts_with(char::is_alphanumeric) || i32::try_from(number).is_err() {
        return None;
    }
    // “3.5 times faster” is no third decision.
    if rest.strip_prefix('.').is_some_and(|after| after.starts_with(|next: char| next.is_ascii_digit())) {
        return None;
    }
    Some((number, rest.trim_start_matches([' ', '.', ':', '-', '–', '—', ')', '_']).trim().to_owned()))
}

/// The status that a section or a line of the text gives.
fn status_in(body: &str) -> Option<String> {
    let mut lines = body.lines();
    while let Some(line) = lines.next() {
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() && heading.trim().eq_ignore_ascii_case("status") {
            let first = lines.clone().map(str::trim).find(|line| !line.is_empty())?;
            return (!first.starts_with('#')).then(|| plain(first));
        }
        let bare = plain(line);
        let (name, value) = bare.split_once(':').unwrap_or((&bare, ""));
        if name.trim().eq_ignore_ascii_case("status") && !value.trim().is_empty() {
            return Some(plain(value));
        }
    }
    None
}

/// A line without list marks, emphasis and links.
fn plain(line: &str) -> String {
    let line = line.trim().trim_start_matches(['*', '-', '+', '>', ' ']);
    let mut out = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        let Some((text, after)) = rest[open + 1..].split_once("](") else { break };
        let Some((_, after)) = after.split_once(')') else { break };
        out.push_str(&rest[..open]);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out.replace("**", "").replace("__", "").replace('`', "").trim_matches(['*', '_', ' ', '.']).to_owned()
}

fn first_chars(text: &str, most: usize) -> String {
    text.chars().take(most).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests;
