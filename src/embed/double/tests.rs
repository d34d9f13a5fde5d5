use super::*;

fn cosine(one: &str, other: &str) -> f32 {
    vector(one).unwrap().iter().zip(vector(other).unwrap()).map(|(a, b)| a * b).sum()
}

#[test]
fn shared_words_are_near() {
    let near = cosine("deploy the billing service", "billing service deploy notes");
    let far = cosine("deploy the billing service", "lemon cake recipe");
    assert!(near > 0.5 && far < 0.3, "near {near}, far {far}");
}

#[test]
fn case_form_and_punctuation_do_not_matter() {
    assert!((cosine("Café, Deploy!", "cafe\u{301} deploy") - 1.0).abs() < 1e-5);
}

#[test]
fn texts_without_words_have_one_direction() {
    assert!((cosine("", "!?") - 1.0).abs() < 1e-5);
    assert!((cosine("数据库", "数据库") - 1.0).abs() < 1e-5);
}

#[tokio::test]
async fn it_fails_when_told_and_comes_back() {
    let double = Double::failing();
    let texts = vec!["a".to_owned()];
    assert!(matches!(double.embed(&texts, Purpose::Query).await, Err(EmbedError::Unavailable { .. })));
    assert_eq!(double.texts_embedded(), 0);
    double.set_failing(false);
    assert_eq!(double.embed(&texts, Purpose::Query).await.unwrap(), vec![vector("a").unwrap()]);
    assert_eq!(double.texts_embedded(), 1);
}
