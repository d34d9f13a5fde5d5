//! A person at a browser: keeps cookies, follows redirects within the service, signs in, allows.

use std::collections::BTreeMap;

use http::Method;
use http::header::SET_COOKIE;
use url::Url;

use crate::command::connector::examine::Person;
use crate::command::connector::forms::{Form, forms};
use crate::command::connector::outside::{Outside, header};
use crate::command::connector::report::{Fault, failed};

/// More pages than any way through has.
const MOST_PAGES: usize = 20;

/// The browser of one person; signed in, it stays so.
pub struct Browser<'a> {
    outside: &'a Outside,
    person: &'a Person,
    cookies: BTreeMap<String, String>,
}

impl<'a> Browser<'a> {
    /// A browser that knows nothing yet.
    pub const fn new(outside: &'a Outside, person: &'a Person) -> Self {
        Self { outside, person, cookies: BTreeMap::new() }
    }

    /// Opens an authorization address and answers each page; gives the client's address that it ends at.
    pub async fn authorize(&mut self, url: &str) -> Result<Url, Fault> {
        let Ok(mut url) = Url::parse(url) else {
            return failed("the authorization endpoint is no address", "See the server metadata.");
        };
        let mut posted: Option<String> = None;
        let mut signed_in = false;
        for _ in 0..MOST_PAGES {
            let answer = self.fetch(&url, posted.take()).await?;
            if (300..400).contains(&answer.status) {
                let Ok(next) = url.join(header(&answer, "location")) else {
                    return failed("a redirect to no address", "Report this.");
                };
                if next.origin().ascii_serialization() != self.outside.origin {
                    return Ok(next);
                }
                url = next;
                continue;
            }
            let Some(form) = wanted(forms(&answer.body)) else {
                return failed(
                    format!("a page with status {} on which nothing can be sent", answer.status),
                    "Open the address in a browser and see what the page says.",
                );
            };
            if form.types.values().any(|kind| kind == "password") {
                if signed_in {
                    return failed(
                        "the sign-in page came back",
                        "See that the e-mail address and the password are right.",
                    );
                }
                signed_in = true;
            }
            let Ok(target) = url.join(&form.action) else { return failed("a form that goes nowhere", "Report this.") };
            url = target;
            let is_post = form.is_post;
            let body = self.filled(form);
            if is_post {
                posted = Some(body);
            } else {
                url.set_query(Some(&body));
            }
        }
        failed(
            format!("still no end after {MOST_PAGES} pages"),
            "Open the address in a browser and see what the pages say.",
        )
    }

    async fn fetch(&mut self, url: &Url, posted: Option<String>) -> Result<crate::outbound::visit::Answer, Fault> {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies = cookies.join("; ");
        let mut headers = vec![("accept", "text/html"), ("user-agent", "Mozilla/5.0"), ("cookie", cookies.as_str())];
        let method = if posted.is_some() { Method::POST } else { Method::GET };
        if posted.is_some() {
            headers.extend([
                ("content-type", "application/x-www-form-urlencoded"),
                ("origin", self.outside.origin.as_str()),
                ("sec-fetch-site", "same-origin"),
            ]);
        }
        let answer = self.outside.ask(method, url.as_str(), &headers, posted).await?;
        for cookie in answer.headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok()) {
            let (pair, _) = cookie.split_once(';').unwrap_or((cookie, ""));
            if let Some((name, value)) = pair.split_once('=') {
                self.cookies.insert(name.trim().to_owned(), value.to_owned());
            }
        }
        Ok(answer)
    }

    fn filled(&self, form: Form) -> String {
        let mut fields = form.fields;
        for (name, kind) in form.types {
            if kind == "password" {
                fields.insert(name, vec![self.person.password.clone()]);
            } else if kind == "email" || name == "email" {
                fields.insert(name, vec![self.person.email.clone()]);
            }
        }
        let allows = |(_, value, text): &&(String, String, String)| {
            let words = format!("{value} {text}").to_lowercase();
            ["allow", "approve", "connect", "authorize"].iter().any(|word| words.contains(word))
                && !words.contains("not")
        };
        if let Some((name, value, _)) = form.buttons.iter().find(allows).or(form.buttons.first())
            && !name.is_empty()
        {
            fields.insert(name.clone(), vec![value.clone()]);
        }
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        for (name, values) in &fields {
            body.extend_pairs(values.iter().map(|value| (name, value)));
        }
        body.finish()
    }
}

/// The form to send: the one that asks for a password, else the one that decides, else the first.
fn wanted(mut forms: Vec<Form>) -> Option<Form> {
    let asks = forms.iter().position(|form| form.types.values().any(|kind| kind == "password"));
    let decides = || forms.iter().position(|form| form.buttons.len() > 1);
    let place = asks.or_else(decides).unwrap_or(0);
    (place < forms.len()).then(|| forms.swap_remove(place))
}
