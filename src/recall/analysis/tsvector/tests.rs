use super::*;
use crate::recall::analysis::terms;

fn term(text: &str, position: u32) -> Term {
    Term { text: text.into(), position, start: 0, end: 0, extra: false }
}

#[test]
fn terms_are_gathered_with_their_positions() {
    let literal = tsvector_literal(&[term("a", 1), term("b", 2), term("a", 3), term("a", 3)]);
    assert_eq!(literal, "'a':1,3 'b':2");
    assert_eq!(tsvector_literal(&[]), "");
}

#[test]
fn quotes_and_backslashes_are_doubled() {
    assert_eq!(tsvector_literal(&[term("o'brien", 1), term("c:\\users", 2)]), "'o''brien':1 'c:\\\\users':2");
    assert_eq!(tsvector_literal(&terms("O'Brien")), "'o''brien':1 'o':1 'brien':2");
}

#[test]
fn positions_stay_within_what_postgres_keeps() {
    assert_eq!(tsvector_literal(&[term("a", 0), term("b", 20_000), term("b", 20_001)]), "'a':1 'b':16383");
    let many: Vec<Term> = (1..=300).map(|position| term("a", position)).collect();
    let literal = tsvector_literal(&many);
    assert!(literal.ends_with(",255") && literal.matches(',').count() == 254);
}

#[test]
fn a_huge_text_is_cut_to_what_postgres_accepts() {
    let size =
        |literal: &str| literal.split(' ').map(|lexeme| lexeme.len() + 2 * lexeme.matches(',').count()).sum::<usize>();
    let distinct: Vec<Term> =
        (0..80_000).map(|number| term(&format!("lexeme-of-thirty-bytes-{number:07}"), number)).collect();
    let literal = tsvector_literal(&distinct);
    assert!(size(&literal) > 900_000 && size(&literal) < 1_200_000);
    assert!(literal.starts_with("'lexeme-of-thirty-bytes-0000000':1 "), "the beginning of the text is kept");

    let repeated: Vec<Term> =
        (0..900_000_u32).map(|at| term(&format!("term-{}", at % 25_000), at.min(16_000))).collect();
    assert!(tsvector_literal(&repeated).contains("'term-24999':"), "positions go before terms do");
}
