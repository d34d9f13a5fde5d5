use super::*;

fn read(set: &[(&str, &str)]) -> Result<Config, AppError> {
    let set: Vec<(String, String)> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Config::read(&move |name| set.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()))
}

#[test]
fn defaults_serve_on_loopback() {
    let config = read(&[]).map_err(|error| error.to_string());
    let config = config.expect("defaults are valid");
    assert_eq!(config.public_url, "http://127.0.0.1:8080");
    assert!(config.bind.ip().is_loopback());
}

#[test]
fn the_public_url_is_an_origin_and_plain_http_is_for_loopback() {
    for good in
        ["https://annals.example.com", "https://annals.example.com/", "http://localhost:8080", "http://[::1]:8080"]
    {
        assert!(read(&[("ANNALS_PUBLIC_URL", good)]).is_ok(), "{good}");
    }
    for bad in [
        "http://annals.example.com",
        "ftp://x",
        "annals.example.com",
        "https://a.example/b",
        "https://u:p@a.example",
        "https://a?x=1",
    ] {
        assert!(read(&[("ANNALS_PUBLIC_URL", bad)]).is_err(), "{bad}");
    }
}

#[test]
fn a_wrong_value_names_its_variable_and_is_not_shown() {
    for (name, value) in [
        ("ANNALS_MASTER_KEY", "hunter2"),
        ("ANNALS_BIND", "hunter2"),
        ("ANNALS_STATEMENT_CACHE", "hunter2"),
        ("ANNALS_EMBEDDER", "hunter2"),
        ("ANNALS_DATABASE_CONNECTIONS", "hunter2"),
    ] {
        let Err(error) = read(&[(name, value)]) else { panic!("{name} was accepted") };
        assert_eq!(error.field.as_deref(), Some(name));
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}

#[test]
fn the_pool_has_1_to_1000_connections() {
    for good in ["1", "1000"] {
        assert!(read(&[("ANNALS_DATABASE_CONNECTIONS", good)]).is_ok(), "{good}");
    }
    for bad in ["0", "1001", "-1", "1.5"] {
        let Err(error) = read(&[("ANNALS_DATABASE_CONNECTIONS", bad)]) else { panic!("{bad} was accepted") };
        assert_eq!(error.field.as_deref(), Some("ANNALS_DATABASE_CONNECTIONS"), "{bad}");
    }
}
