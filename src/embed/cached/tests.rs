use super::*;
use crate::embed::Double;

fn cached() -> (Arc<Double>, Cached) {
    let double = Arc::new(Double::new());
    let cached = Cached::new(Arc::clone(&double) as Arc<dyn Embedder>, 1024 * 1024);
    (double, cached)
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn a_question_is_embedded_once() {
    let (double, cached) = cached();
    let first = cached.embed(&texts(&["where", "when"]), Purpose::Query).await.unwrap();
    let again = cached.embed(&texts(&["when", "who", "where"]), Purpose::Query).await.unwrap();
    assert_eq!(double.texts_embedded(), 3);
    assert_eq!((&again[0], &again[2]), (&first[1], &first[0]));
    assert_eq!(again, double.embed(&texts(&["when", "who", "where"]), Purpose::Query).await.unwrap());
}

#[tokio::test]
async fn passages_are_not_kept_and_do_not_answer_queries() {
    let (double, cached) = cached();
    for _ in 0..2 {
        cached.embed(&texts(&["where"]), Purpose::Passage).await.unwrap();
    }
    assert_eq!(double.texts_embedded(), 2);
    cached.embed(&texts(&["where"]), Purpose::Query).await.unwrap();
    assert_eq!(double.texts_embedded(), 3);
}

#[tokio::test]
async fn known_questions_survive_an_outage_and_failures_are_not_kept() {
    let (double, cached) = cached();
    cached.embed(&texts(&["where"]), Purpose::Query).await.unwrap();
    double.set_failing(true);
    assert!(cached.embed(&texts(&["where"]), Purpose::Query).await.is_ok());
    assert!(cached.embed(&texts(&["where", "who"]), Purpose::Query).await.is_err());
    double.set_failing(false);
    assert!(cached.embed(&texts(&["who"]), Purpose::Query).await.is_ok());
}

#[tokio::test]
async fn the_memory_is_bounded() {
    let double = Arc::new(Double::new());
    let entry = 384 * 4 + ENTRY_BYTES;
    let cached = Cached::new(double, u64::try_from(10 * entry).unwrap());
    for number in 0..200 {
        cached.embed(&[format!("question {number}")], Purpose::Query).await.unwrap();
    }
    cached.vectors.run_pending_tasks();
    assert!(cached.vectors.entry_count() <= 10, "{} entries", cached.vectors.entry_count());
}
