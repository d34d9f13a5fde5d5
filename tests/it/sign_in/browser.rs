//! A browser without scripts: it keeps cookies, reads forms, and sends them as they stand.

use std::collections::BTreeMap;

use annals::ids::UserId;
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION, SET_COOKIE};

/// A browser of one person, at an address of its own.
#[derive(Clone)]
pub struct Browser {
    /// Where it asks.
    pub origin: String,
    /// What its forms say where they come from; nothing for none.
    pub says_origin: Option<String>,
    /// Its cookies.
    pub cookies: BTreeMap<String, String>,
    address: String,
    http: reqwest::Client,
}

/// A page as it was answered.
#[derive(Debug)]
pub struct Page {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Browser {
    pub fn new(origin: &str) -> Self {
        let random = UserId::generate().uuid().into_bytes();
        let parts: Vec<String> = random[8..].chunks(2).map(|pair| format!("{:02x}{:02x}", pair[0], pair[1])).collect();
        Self {
            origin: origin.to_owned(),
            says_origin: Some(origin.to_owned()),
            cookies: BTreeMap::new(),
            address: format!("{}::1", parts.join(":")),
            http: reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap(),
        }
    }

    /// The same browser at another replica, which is reached under the same name.
    #[must_use]
    pub fn at(&self, origin: &str) -> Self {
        Self { origin: origin.to_owned(), ..self.clone() }
    }

    pub async fn get(&mut self, path: &str) -> Page {
        let url = if path.starts_with('/') { format!("{}{path}", self.origin) } else { path.to_owned() };
        let request = self.http.get(url);
        self.send(request).await
    }

    pub async fn post(&mut self, path: &str, body: String) -> Page {
        let mut request = self.http.post(format!("{}{path}", self.origin));
        if let Some(origin) = &self.says_origin {
            request = request.header("origin", origin);
        }
        self.send(request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body)).await
    }

    /// Sends the form of a page with these fields filled in; the rest stays as it stands.
    pub async fn submit(&mut self, page: &Page, action: &str, filled: &[(&str, &str)]) -> Page {
        let mut fields = page.form(action);
        for (name, value) in filled {
            fields.insert((*name).to_owned(), (*value).to_owned());
        }
        self.post(action, encoded(&fields)).await
    }

    async fn send(&mut self, request: reqwest::RequestBuilder) -> Page {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = request.header("x-forwarded-for", &self.address);
        if !cookies.is_empty() {
            request = request.header("cookie", cookies.join("; "));
        }
        let response = request.send().await.expect("the service answers");
        for cookie in response.headers().get_all(SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            if cookie.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let (status, headers) = (response.status(), response.headers().clone());
        Page { status, headers, text: response.text().await.unwrap() }
    }

    /// The session's cookie, where there is one.
    pub fn session(&self) -> Option<&String> {
        self.cookies.get("annals_session")
    }

    /// Signs in by the form.
    pub async fn sign_in(&mut self, email: &str, password: &str) -> Page {
        let page = self.get("/sign-in?switch=1").await;
        self.submit(&page, "/sign-in", &[("email", email), ("password", password)]).await
    }
}

pub fn encoded(fields: &BTreeMap<String, String>) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

impl Page {
    /// Where it sends the browser.
    #[track_caller]
    pub fn location(&self) -> String {
        assert!(self.status.is_redirection(), "{} {}", self.status, self.text);
        self.headers[LOCATION].to_str().unwrap().to_owned()
    }

    /// The page, where the status is this.
    #[track_caller]
    pub fn expect(&self, status: u16) -> &Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    /// The fields of the form with this action, as they stand. Radio buttons are not chosen, buttons not pressed.
    #[track_caller]
    pub fn form(&self, action: &str) -> BTreeMap<String, String> {
        let form =
            elements(&self.text, "form").into_iter().find(|form| attribute(form, "action").as_deref() == Some(action));
        let form = form.unwrap_or_else(|| panic!("no form for {action}: {} {}", self.status, self.text));
        let start = self.text.find(&form).unwrap();
        let inside = &self.text[start..start + self.text[start..].find("</form>").unwrap()];
        let mut fields = BTreeMap::new();
        for input in elements(inside, "input") {
            if attribute(&input, "type").as_deref() != Some("radio")
                && let Some(name) = attribute(&input, "name")
            {
                fields.insert(name, attribute(&input, "value").unwrap_or_default());
            }
        }
        fields
    }

    /// The values of the options or radio buttons of this name.
    pub fn choices(&self, name: &str) -> Vec<(String, String)> {
        if let Some(select) =
            elements(&self.text, "select").into_iter().find(|select| attribute(select, "name").as_deref() == Some(name))
        {
            let start = self.text.find(&select).unwrap();
            let inside = &self.text[start..start + self.text[start..].find("</select>").unwrap()];
            return elements(inside, "option")
                .iter()
                .map(|option| {
                    let after = &inside[inside.find(option).unwrap() + option.len()..];
                    let label = after[..after.find("</option>").unwrap()].to_owned();
                    (attribute(option, "value").unwrap_or_default(), label)
                })
                .collect();
        }
        elements(&self.text, "input")
            .iter()
            .filter(|input| attribute(input, "type").as_deref() == Some("radio"))
            .filter(|input| attribute(input, "name").as_deref() == Some(name))
            .map(|input| (attribute(input, "value").unwrap_or_default(), String::new()))
            .collect()
    }

    /// The buttons of the page, by their values.
    pub fn buttons(&self) -> Vec<String> {
        elements(&self.text, "button").iter().filter_map(|button| attribute(button, "value")).collect()
    }
}

/// The opening tags of this name.
fn elements(text: &str, name: &str) -> Vec<String> {
    let opening = format!("<{name}");
    text.match_indices(&opening)
        .map(|(start, _)| &text[start..])
        .filter(|rest| rest[opening.len()..].starts_with([' ', '>']))
        .map(|rest| rest[..=rest.find('>').unwrap()].to_owned())
        .collect()
}

fn attribute(element: &str, name: &str) -> Option<String> {
    let start = element.find(&format!(" {name}=\""))? + name.len() + 3;
    let value = &element[start..start + element[start..].find('"')?];
    Some(unescaped(value))
}

fn unescaped(text: &str) -> String {
    text.replace("&#34;", "\"").replace("&#39;", "'").replace("&#60;", "<").replace("&#62;", ">").replace("&#38;", "&")
}
