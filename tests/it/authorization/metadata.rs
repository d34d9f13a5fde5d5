//! What a client finds out from the URL alone.

use annals::auth::{Permission, Profile};
use serde_json::json;

use crate::support::{Answer, Client, service};

async fn get(path: &str) -> Answer {
    let nobody = Client::new(&service().origin, "");
    nobody.send(nobody.request("GET", path).header("origin", "https://anywhere.example")).await
}

#[tokio::test]
async fn the_server_describes_itself_field_by_field() {
    let origin = &service().origin;
    for path in ["/.well-known/oauth-authorization-server", "/.well-known/oauth-authorization-server/"] {
        let answer = get(path).await;
        let document = answer.expect(200);
        assert_eq!(answer.headers["access-control-allow-origin"], "*");
        assert_eq!(answer.headers["cache-control"], "public, max-age=300");
        assert_eq!(document["issuer"], *origin);
        for (name, path) in [
            ("authorization_endpoint", "/oauth/authorize"),
            ("token_endpoint", "/oauth/token"),
            ("registration_endpoint", "/oauth/register"),
            ("revocation_endpoint", "/oauth/revoke"),
            ("jwks_uri", "/.well-known/jwks.json"),
        ] {
            assert_eq!(document[name], format!("{origin}{path}"), "{name}");
        }
        assert_eq!(document["response_types_supported"], json!(["code"]));
        assert_eq!(document["response_modes_supported"], json!(["query"]));
        assert_eq!(document["code_challenge_methods_supported"], json!(["S256"]));
        assert_eq!(document["token_endpoint_auth_signing_alg_values_supported"], json!(["RS256", "ES256"]));
        assert_eq!(document["client_id_metadata_document_supported"], true);
        assert_eq!(document["authorization_response_iss_parameter_supported"], true);
        assert_eq!(
            document["grant_types_supported"],
            json!([
                "authorization_code",
                "refresh_token",
                "client_credentials",
                "urn:ietf:params:oauth:grant-type:jwt-bearer"
            ])
        );
        assert_eq!(
            document["authorization_grant_profiles_supported"],
            json!(["urn:ietf:params:oauth:grant-profile:id-jag"])
        );
        let methods = document["token_endpoint_auth_methods_supported"].as_array().unwrap();
        assert!(methods.contains(&json!("none")) && methods.contains(&json!("private_key_jwt")));
        let mut scopes: Vec<&str> = Permission::all().map(Permission::name).collect();
        scopes.push("offline_access");
        assert_eq!(document["scopes_supported"], json!(scopes));
    }
}

#[tokio::test]
async fn each_resource_describes_itself_with_and_without_a_slash_at_the_end() {
    let origin = &service().origin;
    let mut resources = vec!["/mcp".to_owned(), "/v1".to_owned()];
    resources.extend(Profile::ALL.map(|profile| format!("/mcp/{}", profile.name())));
    for path in resources {
        for slash in ["", "/"] {
            let answer = get(&format!("/.well-known/oauth-protected-resource{path}{slash}")).await;
            let document = answer.expect(200);
            assert_eq!(answer.headers["access-control-allow-origin"], "*");
            assert_eq!(answer.headers["cache-control"], "public, max-age=300");
            assert_eq!(document["resource"], format!("{origin}{path}"));
            assert_eq!(document["authorization_servers"], json!([origin]));
            assert!(!document["scopes_supported"].as_array().unwrap().contains(&json!("offline_access")));
        }
    }
    let nobody = get("/.well-known/oauth-protected-resource/mcp/nobody").await;
    assert_eq!(nobody.status, 404);
}

#[tokio::test]
async fn openid_connect_is_not_there_and_says_so_in_json() {
    let answer = get("/.well-known/openid-configuration").await;
    assert_eq!(answer.expect(404)["error"], "not_found");
    assert_eq!(answer.headers["access-control-allow-origin"], "*");
}

#[tokio::test]
async fn pages_from_anywhere_may_call_the_endpoints_and_see_what_they_say() {
    let nobody = Client::new(&service().origin, "");
    for path in ["/oauth/token", "/oauth/register", "/oauth/revoke", "/oauth/token/"] {
        let asking = nobody
            .request("OPTIONS", path)
            .header("origin", "https://anywhere.example")
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type,authorization");
        let answer = nobody.send(asking).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.headers["access-control-allow-origin"], "*", "{path}");
        let posting = nobody.request("POST", path).header("origin", "https://anywhere.example").body("x");
        let answer = nobody.send(posting).await;
        assert_eq!(answer.status, 400, "{path}: {}", answer.text);
        assert_eq!(answer.headers["access-control-allow-origin"], "*");
        let answer = nobody.get(path).await;
        assert_eq!((answer.status.as_u16(), answer.json()["error"].as_str()), (405, Some("invalid_request")), "{path}");
    }
    let elsewhere = nobody.request("POST", "/mcp").header("origin", "https://anywhere.example");
    assert_eq!(nobody.send(elsewhere).await.status, 403, "the API itself keeps its list");
}

#[tokio::test]
async fn a_challenge_names_the_metadata_of_the_endpoint_that_was_called() {
    let origin = &service().origin;
    let nobody = Client::new(origin, "");
    for path in ["/mcp", "/mcp/claude", "/mcp/chatgpt"] {
        let refusal = nobody.post(path, json!({})).await;
        let challenge = refusal.headers["www-authenticate"].to_str().unwrap();
        let named = format!("resource_metadata=\"{origin}/.well-known/oauth-protected-resource{path}\"");
        assert!(refusal.status == 401 && challenge.contains(&named), "{challenge}");
    }
}
