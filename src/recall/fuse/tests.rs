use proptest::prelude::*;

use super::*;

fn candidate(id: u32, cosine: Option<f32>, bm25: Option<f32>) -> Candidate<u32> {
    Candidate { id, made: 0, own: Match { cosine, bm25 }, neighbours: None }
}

fn ids(ranked: &[Ranked<u32>]) -> Vec<u32> {
    ranked.iter().map(|ranked| ranked.id).collect()
}

fn order(candidates: &[Candidate<u32>], count: usize) -> Vec<u32> {
    ids(&fuse(candidates.to_vec(), &Weights::DEFAULT, count))
}

#[test]
fn the_score_is_the_cosine_and_half_the_share_of_the_best_words() {
    let ranked =
        fuse(vec![candidate(1, Some(0.4), Some(8.0)), candidate(2, Some(0.7), Some(2.0))], &Weights::DEFAULT, 10);
    assert_eq!(ids(&ranked), [1, 2]);
    assert!((ranked[0].score - 0.9).abs() < 1e-6 && (ranked[1].score - 0.825).abs() < 1e-6);
}

#[test]
fn one_leg_alone_gives_its_own_order() {
    let words = [candidate(1, None, Some(1.0)), candidate(2, None, Some(3.0)), candidate(3, None, Some(2.0))];
    assert_eq!(order(&words, 10), [2, 3, 1]);
    let meaning = [candidate(1, Some(0.1), None), candidate(2, Some(-0.3), None), candidate(3, Some(0.2), None)];
    assert_eq!(order(&meaning, 10), [3, 1, 2]);
    assert!(order(&[], 10).is_empty());
}

#[test]
fn equals_come_newest_first_and_then_by_id() {
    let mut equal: Vec<_> = [4, 2, 9].into_iter().map(|id| candidate(id, Some(0.5), Some(1.0))).collect();
    equal[2].made = 7;
    assert_eq!(order(&equal, 10), [9, 2, 4]);
}

#[test]
fn the_last_two_of_ten_are_kept_for_meaning() {
    let mut candidates: Vec<_> =
        (0..15).map(|id| candidate(id, Some(0.1), Some(20.0 - 0.1 * f32::from(u8::try_from(id).unwrap())))).collect();
    candidates.extend([
        candidate(100, Some(0.5), Some(0.0)),
        candidate(101, Some(0.45), Some(0.0)),
        candidate(102, Some(0.4), None),
    ]);
    let ranked = fuse(candidates.clone(), &Weights::DEFAULT, 10);
    assert_eq!(ids(&ranked), [0, 1, 2, 3, 4, 5, 6, 7, 100, 101]);
    assert!(ranked[..8].iter().all(|ranked| ranked.place == Place::Score));
    assert!(ranked[8..].iter().all(|ranked| ranked.place == Place::Meaning));

    let twenty = order(&candidates, 20);
    assert_eq!(twenty[10..], [8, 9, 10, 11, 12, 13, 14, 102]);
    let none_kept = Weights { kept_for_meaning: 0, ..Weights::DEFAULT };
    assert_eq!(ids(&fuse(candidates, &none_kept, 10)), (0..10).collect::<Vec<_>>());
}

#[test]
fn a_place_kept_for_meaning_is_not_lost_when_there_is_none() {
    let words: Vec<_> =
        (0..12).map(|id| candidate(id, None, Some(f32::from(20 - u8::try_from(id).unwrap())))).collect();
    let ranked = fuse(words, &Weights::DEFAULT, 10);
    assert_eq!(ids(&ranked), (0..10).collect::<Vec<_>>());
    assert!(ranked.iter().all(|ranked| ranked.place == Place::Score));
}

#[test]
fn the_turn_before_lifts_the_answer() {
    let question = Match { cosine: Some(0.6), bm25: Some(9.0) };
    let mut answer = candidate(1, Some(0.2), Some(0.0));
    answer.neighbours = Some(Neighbours { previous: question, next: Match::default() });
    let mut other = candidate(2, Some(0.3), Some(3.0));
    other.neighbours = Some(Neighbours::default());
    assert_eq!(order(&[answer.clone(), other.clone()], 10), [1, 2]);
    let off = Weights { previous: 0.0, next: 0.0, ..Weights::DEFAULT };
    assert_eq!(ids(&fuse(vec![answer, other], &off, 10)), [2, 1]);
}

#[test]
fn standing_alone_is_no_disadvantage() {
    let unrelated = Match { cosine: Some(0.25), bm25: Some(0.0) };
    let mut candidates: Vec<_> = (1..6)
        .map(|id| Candidate {
            neighbours: Some(Neighbours { previous: unrelated, next: unrelated }),
            ..candidate(id, Some(0.4), Some(1.0))
        })
        .collect();
    candidates.push(candidate(9, Some(0.45), Some(1.0)));
    assert_eq!(order(&candidates, 10)[0], 9);
}

#[test]
fn chunks_of_one_memory_count_once_with_the_best() {
    let ranked = fuse(
        vec![
            candidate(1, Some(0.2), Some(4.0)),
            candidate(2, Some(0.5), Some(0.0)),
            candidate(1, Some(0.6), Some(1.0)),
        ],
        &Weights::DEFAULT,
        10,
    );
    assert_eq!(ids(&ranked), [1, 2]);
    assert_eq!(ranked[0].own, Match { cosine: Some(0.6), bm25: Some(4.0) });
}

#[test]
fn what_is_not_a_number_counts_as_nothing() {
    let odd = [
        candidate(1, Some(f32::NAN), Some(f32::INFINITY)),
        candidate(2, Some(0.1), Some(-1.0)),
        candidate(3, Some(0.2), Some(1.0)),
    ];
    assert_eq!(order(&odd, 10), [3, 2, 1]);
}

fn matches() -> impl Strategy<Value = Match> {
    (prop::option::of(-1.0_f32..1.0), prop::option::of(0.0_f32..30.0)).prop_map(|(cosine, bm25)| Match { cosine, bm25 })
}

fn candidates() -> impl Strategy<Value = Vec<Candidate<u32>>> {
    let neighbours =
        prop::option::of((matches(), matches()).prop_map(|(previous, next)| Neighbours { previous, next }));
    prop::collection::vec((0..40_u32, 0..3_i64, matches(), neighbours), 0..50).prop_map(|all| {
        all.into_iter().map(|(id, made, own, neighbours)| Candidate { id, made, own, neighbours }).collect()
    })
}

proptest! {
    #[test]
    fn the_order_of_the_candidates_does_not_matter(all in candidates().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle()))) {
        let (one, other) = all;
        prop_assert_eq!(fuse(one, &Weights::DEFAULT, 20), fuse(other, &Weights::DEFAULT, 20));
    }

    #[test]
    fn as_many_as_asked_for_each_once(all in candidates(), count in 0..60_usize) {
        let ranked = order(&all, count);
        let mut distinct: Vec<u32> = all.iter().map(|candidate| candidate.id).collect();
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(ranked.len(), count.min(distinct.len()));
        let mut sorted = ranked;
        sorted.sort_unstable();
        sorted.dedup();
        prop_assert_eq!(sorted.len(), count.min(distinct.len()));
    }

    #[test]
    fn a_longer_answer_begins_with_the_shorter(all in candidates(), count in 0..40_usize) {
        let longer = order(&all, count + 7);
        let shorter = order(&all, count);
        prop_assert_eq!(&longer[..shorter.len()], &shorter[..]);
    }

    #[test]
    fn a_better_match_never_loses_its_place(all in candidates(), which in any::<prop::sample::Index>(), gain in 0.0_f32..2.0, words in any::<bool>()) {
        prop_assume!(!all.is_empty());
        let all = distinct(all);
        let at = which.index(all.len());
        // With places kept, words that lift one above all others can shift who is near by meaning and not in yet.
        let weights = Weights { kept_for_meaning: if words { 0 } else { 2 }, ..Weights::DEFAULT };
        let order = |all: &[Candidate<u32>]| ids(&fuse(all.to_vec(), &weights, all.len()));
        let before = order(&all);
        let mut better = all.clone();
        let own = &mut better[at].own;
        // A value that was missing is not raised: a vector that appears may be a poor one.
        if words { own.bm25 = own.bm25.map(|bm25| bm25 + gain) } else { own.cosine = own.cosine.map(|cosine| cosine + gain) }
        let after = order(&better);
        let place = |order: &[u32]| order.iter().position(|&id| id == all[at].id);
        prop_assert!(place(&after) <= place(&before), "{:?} then {:?}", before, after);
    }
}
