//! Every operation × every credential that opens nothing × every surface: 401, with a challenge that a client can follow.

use std::collections::BTreeSet;

use annals::CATALOG;
use annals::auth::DEFAULT_PERMISSIONS;
use annals::op::Sample;

use crate::catalogue::{Way, assert_none};
use crate::permissions::challenge::{Refusal, faults_of_refusal};
use crate::permissions::credentials::{Credential, client_with};
use crate::support::{Client, service};

#[tokio::test]
async fn no_operation_opens_to_a_credential_that_does_not_hold() {
    let mut faults = Vec::new();
    for credential in Credential::ALL {
        let client = client_with(service(), credential).await;
        for entry in &CATALOG {
            let example = (entry.spec().example)(&Sample::default());
            for way in Way::of(entry.spec()) {
                let said = way.call(&client, entry, &example).await;
                let expected = Refusal {
                    status: 401,
                    code: "unauthenticated",
                    metadata: metadata_of(way),
                    scope: DEFAULT_PERMISSIONS.iter().map(ToString::to_string).collect(),
                    error: (credential != Credential::None).then_some("invalid_token"),
                };
                let found = faults_of_refusal(&said.http, &expected);
                faults.extend(
                    found.into_iter().map(|fault| format!("{}, {way}, {credential:?}: {fault}", entry.spec().name)),
                );
            }
        }
    }
    assert_none(&faults);
}

/// What the challenge points to is there, and says which resource it is about.
#[tokio::test]
async fn the_challenge_leads_to_the_metadata_of_its_resource() {
    for way in Way::ALL {
        let url = metadata_of(way);
        let path = url.strip_prefix(&service().origin).expect("the address is absolute");
        let metadata = Client::new(&service().origin, "").get(path).await.expect(200);
        assert_eq!(metadata["resource"], format!("{}{}", service().origin, way.resource()));
        let advertised: BTreeSet<&str> =
            metadata["scopes_supported"].as_array().unwrap().iter().map(|scope| scope.as_str().unwrap()).collect();
        assert_eq!(advertised, DEFAULT_PERMISSIONS.iter().map(|permission| permission.name()).collect());
    }
}

fn metadata_of(way: Way) -> String {
    format!("{}/.well-known/oauth-protected-resource{}", service().origin, way.resource())
}
