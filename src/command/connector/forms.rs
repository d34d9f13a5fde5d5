//! The forms of a page, as far as a browser needs them to send one.

use std::collections::BTreeMap;

/// A form with its fields as they stand.
#[derive(Debug, Default)]
pub struct Form {
    /// Where it goes.
    pub action: String,
    /// Whether it is posted.
    pub is_post: bool,
    /// Fields and their values.
    pub fields: BTreeMap<String, Vec<String>>,
    /// The types of its fields.
    pub types: BTreeMap<String, String>,
    /// Its buttons: name, value, and what stands on them.
    pub buttons: Vec<(String, String, String)>,
}

/// The forms of a page.
pub fn forms(page: &str) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    let mut is_open = false;
    let mut select: Option<(String, bool)> = None;
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let Some((tag, after)) = rest[start + 1..].split_once('>') else { break };
        rest = after;
        let (name, attributes) = parts(tag);
        let attribute = |wanted: &str| attributes.get(wanted).cloned().unwrap_or_default();
        if name == "form" {
            let is_post = attribute("method").eq_ignore_ascii_case("post");
            forms.push(Form { action: attribute("action"), is_post, ..Form::default() });
            is_open = true;
        }
        let Some(form) = forms.last_mut().filter(|_| is_open) else { continue };
        match name.as_str() {
            "/form" => is_open = false,
            "select" => select = Some((attribute("name"), false)),
            "/select" => select = None,
            "option" => {
                // The first is chosen unless another says that it is.
                if let Some((field, chosen)) = &mut select
                    && (!*chosen || attributes.contains_key("selected"))
                {
                    form.fields.insert(field.clone(), vec![attribute("value")]);
                    *chosen = true;
                }
            }
            "button" => {
                let text = after.split('<').next().unwrap_or_default().trim().to_owned();
                form.buttons.push((attribute("name"), attribute("value"), text));
            }
            "input" => input(form, &attributes),
            _ => {}
        }
    }
    forms
}

fn input(form: &mut Form, attributes: &BTreeMap<String, String>) {
    let attribute = |wanted: &str| attributes.get(wanted).cloned().unwrap_or_default();
    let (name, value, kind) = (attribute("name"), attribute("value"), attribute("type").to_lowercase());
    match kind.as_str() {
        "submit" => form.buttons.push((name, value.clone(), value)),
        "checkbox" if attributes.contains_key("checked") => form.fields.entry(name).or_default().push(value),
        "checkbox" => {}
        "radio" if attributes.contains_key("checked") || !form.fields.contains_key(&name) => {
            form.fields.insert(name, vec![value]);
        }
        "radio" => {}
        _ if !name.is_empty() => {
            form.fields.insert(name.clone(), vec![value]);
            form.types.insert(name, kind);
        }
        _ => {}
    }
}

/// A tag's name and attributes.
fn parts(tag: &str) -> (String, BTreeMap<String, String>) {
    let tag = tag.trim_end_matches('/');
    let (name, mut rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let mut attributes = BTreeMap::new();
    loop {
        rest = rest.trim_start();
        let end = rest.find(|letter: char| letter == '=' || letter.is_whitespace()).unwrap_or(rest.len());
        if end == 0 {
            break;
        }
        let (key, after) = rest.split_at(end);
        let mut value = "";
        rest = after;
        if let Some(after) = after.strip_prefix('=') {
            let quote = after.chars().next().filter(|letter| matches!(letter, '"' | '\''));
            let body = quote.map_or(after, |_| &after[1..]);
            let end = body
                .find(|letter: char| quote.map_or(letter.is_whitespace(), |quote| letter == quote))
                .unwrap_or(body.len());
            value = &body[..end];
            rest = body.get(end + quote.map_or(0, char::len_utf8)..).unwrap_or_default();
        }
        attributes.insert(key.to_lowercase(), unescaped(value));
    }
    (name.to_lowercase(), attributes)
}

fn unescaped(text: &str) -> String {
    [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&lt;", "<"),
        ("&#60;", "<"),
        ("&gt;", ">"),
        ("&#62;", ">"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

#[cfg(test)]
mod tests {
    use super::forms;

    #[test]
    fn a_form_is_read_as_a_browser_reads_it() {
        let page = r#"<p>Hello</p><form method="post" action="/a?b=1&amp;c=2"><input type="hidden" name="token" value="x&#38;y"/>
            <input name=email type=email required><input type="checkbox" name="s" value="one" checked><input type="checkbox"
            name="s" value="two"><select name="account"><option value="1">One</option><option value="2" selected>Two</option>
            </select><button name="decision" value="allow">Allow</button></form><form><input name="q"></form>"#;
        let forms = forms(page);
        assert_eq!(forms.len(), 2);
        let form = &forms[0];
        assert_eq!((form.action.as_str(), form.is_post), ("/a?b=1&c=2", true));
        assert_eq!(form.fields["token"], ["x&y"]);
        assert_eq!(form.fields["s"], ["one"]);
        assert_eq!(form.fields["account"], ["2"]);
        assert_eq!(form.types["email"], "email");
        assert_eq!(form.buttons, [("decision".to_owned(), "allow".to_owned(), "Allow".to_owned())]);
        assert!(!forms[1].is_post);
    }
}
