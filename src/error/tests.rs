use super::*;

#[test]
fn each_code_has_one_row_and_a_name_of_its_own() {
    let all = [
        ErrorCode::Unauthenticated,
        ErrorCode::InsufficientScope,
        ErrorCode::Forbidden,
        ErrorCode::NotFound,
        ErrorCode::InvalidInput,
        ErrorCode::MalformedRequest,
        ErrorCode::SecretRefused,
        ErrorCode::Conflict,
        ErrorCode::PreconditionRequired,
        ErrorCode::PreconditionFailed,
        ErrorCode::QuotaExceeded,
        ErrorCode::KeyReused,
        ErrorCode::InProgress,
        ErrorCode::PayloadTooLarge,
        ErrorCode::UnsupportedMediaType,
        ErrorCode::NotAcceptable,
        ErrorCode::MethodNotAllowed,
        ErrorCode::HostRefused,
        ErrorCode::RateLimited,
        ErrorCode::Unavailable,
        ErrorCode::Timeout,
        ErrorCode::Internal,
    ];
    assert_eq!(all.len(), TABLE.len());
    let mut names: Vec<_> = all.iter().map(|code| code.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), TABLE.len());
}

#[test]
fn a_field_path_becomes_a_pointer() {
    assert_eq!(pointer("items[3].kind"), "#/items/3/kind");
    assert_eq!(pointer("content"), "#/content");
}

#[test]
fn the_body_shows_nothing_of_the_cause() {
    let error = AppError::internal(std::io::Error::other("SELECT secret FROM t"));
    let body = error.problem("req_1").to_string();
    assert!(!body.contains("SELECT") && body.contains("req_1"), "{body}");
    assert!(error.causes().contains("SELECT"));
}
