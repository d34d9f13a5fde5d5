use std::path::PathBuf;

use tokio::sync::OnceCell;

use super::*;

fn folder() -> PathBuf {
    std::env::var_os("ANNALS_EMBEDDING_MODEL_DIR").map(PathBuf::from).expect(
        "ANNALS_EMBEDDING_MODEL_DIR is not set: this test needs the built-in model; `make test` fetches it and sets the variable",
    )
}

async fn builtin() -> &'static Builtin {
    static LOADED: OnceCell<Builtin> = OnceCell::const_new();
    LOADED
        .get_or_init(|| async {
            Builtin::load(&folder()).expect("the folder holds the pinned model; `make test` fetches it")
        })
        .await
}

async fn vectors(texts: &[&str]) -> Vec<Vec<f32>> {
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    builtin().await.embed(&texts, Purpose::Passage).await.unwrap()
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn scratch(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("annals-builtin-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

#[tokio::test]
async fn a_paraphrase_is_nearer_than_another_subject() {
    let found = vectors(&[
        "The deploy failed because the certificate had expired.",
        "We could not release: the TLS cert was out of date.",
        "My sister's favourite cake is lemon drizzle.",
    ])
    .await;
    let (near, far) = (cosine(&found[0], &found[1]), cosine(&found[0], &found[2]));
    assert!(near > 0.5 && far < 0.2, "near {near}, far {far}");
}

/// The pair and its cosine as the reference implementation computes it from the unquantised weights.
#[tokio::test]
async fn cosines_agree_with_the_reference() {
    let found = vectors(&[
        "That is a happy person",
        "That is a happy dog",
        "That is a very happy person",
        "Today is a sunny day",
    ])
    .await;
    for (other, expected) in [(1, 0.6945), (2, 0.9429), (3, 0.2569)] {
        let cosine = cosine(&found[0], &found[other]);
        assert!((cosine - expected).abs() < 0.03, "text {other}: {cosine}, expected {expected}");
    }
}

#[tokio::test]
async fn the_same_text_has_the_same_vector_alone_and_in_a_batch() {
    let texts = ["alpha", "the quick brown fox jumps over the lazy dog", "", "数据库", "x"];
    let batch = vectors(&texts).await;
    assert_eq!(batch.len(), texts.len());
    for (text, of_batch) in texts.iter().zip(&batch) {
        assert_eq!(&vectors(&[text]).await[0], of_batch, "{text:?}");
    }
}

#[tokio::test]
async fn vectors_are_finite_unit_and_of_the_promised_size() {
    let long = "word ".repeat(50_000);
    for vector in vectors(&["", " ", "\u{0}\u{fffd}", "🎉🎉", &long]).await {
        assert_eq!(vector.len(), 384);
        assert!(vector.iter().all(|number| number.is_finite()));
        assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-4);
    }
}

#[tokio::test]
async fn what_lies_beyond_the_limit_changes_nothing() {
    let start = "several ordinary words about the harbour ".repeat(60);
    let found = vectors(&[&start, &format!("{start} and an ending about tax law")]).await;
    assert_eq!(found[0], found[1]);
}

#[tokio::test]
async fn nothing_in_nothing_out() {
    assert!(builtin().await.embed(&[], Purpose::Query).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_overtakes_a_running_import() {
    let model = builtin().await;
    let import: Vec<String> =
        (0..60).map(|number| format!("memory number {number} about something or other")).collect();
    let query = vec!["where do we deploy".to_owned()];
    let import = async {
        model.embed(&import, Purpose::Passage).await.unwrap();
        std::time::Instant::now()
    };
    let query = async {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        model.embed(&query, Purpose::Query).await.unwrap();
        std::time::Instant::now()
    };
    let (import_done, query_done) = tokio::join!(import, query);
    assert!(query_done < import_done);
}

#[test]
fn a_missing_file_is_named() {
    let dir = scratch("missing");
    let Err(error) = Builtin::load(&dir) else { panic!("an empty folder holds no model") };
    assert!(error.to_string().contains("model.onnx is missing"), "{error}");

    std::fs::copy(folder().join("model.onnx"), dir.join("model.onnx")).unwrap();
    let Err(error) = Builtin::load(&dir) else { panic!("there is no tokenizer") };
    assert!(error.to_string().contains("tokenizer.json is missing"), "{error}");

    std::fs::write(dir.join("tokenizer.json"), "{}").unwrap();
    let Err(error) = Builtin::load(&dir) else { panic!("the tokenizer is empty") };
    assert!(error.to_string().contains("tokenizer.json is not the tokenizer"), "{error}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_different_model_under_the_same_name_is_refused() {
    let dir = scratch("different");
    let mut weights = std::fs::read(folder().join("model.onnx")).unwrap();
    let middle = weights.len() / 2;
    weights[middle] ^= 1;
    std::fs::write(dir.join("model.onnx"), weights).unwrap();
    std::fs::copy(folder().join("tokenizer.json"), dir.join("tokenizer.json")).unwrap();
    let Err(error) = Builtin::load(&dir) else { panic!("one flipped bit is another model") };
    assert!(error.to_string().contains("model.onnx is not the pinned"), "{error}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_tokenizer_with_another_vocabulary_is_refused() {
    let file = std::fs::read_to_string(folder().join("tokenizer.json")).unwrap();
    assert!(WordPieces::parse(file.as_bytes()).is_ok());
    let swapped = file.replace("\"harbour\"", "\"h-arbour\"");
    assert_ne!(file, swapped);
    assert!(WordPieces::parse(swapped.as_bytes()).is_err());
    let cased = file
        .replace("\"lowercase\":true", "\"lowercase\":false")
        .replace("\"lowercase\": true", "\"lowercase\": false");
    assert_ne!(file, cased);
    assert!(WordPieces::parse(cased.as_bytes()).is_err());
}
