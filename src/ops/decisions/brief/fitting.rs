//! Cutting a briefing to its token budget.

use crate::frame::tokens_at_most;
use crate::ops::decisions::brief::{Briefing, Gap, briefing_text};
use crate::ops::decisions::record_view::quoted;

/// What a briefing is about, cut so that its heading takes no more than a part of the budget: 200 characters of some scripts
/// alone are more than the least budget.
pub fn heading(about: &str, budget: usize) -> String {
    let room = budget * 3 / 10;
    let takes = |text: &str| tokens_at_most(&quoted(text, usize::MAX));
    if takes(about) <= room {
        return about.to_owned();
    }
    let ends = about.char_indices().map(|(end, _)| format!("{}…", about[..end].trim_end()));
    ends.take_while(|cut| takes(cut) <= room).last().unwrap_or_default()
}

/// Cuts a briefing so that its text takes no more tokens than the budget: links go first, then memories and questions and
/// documents from the least relevant on, each part keeping what it can, and corrections last. What was cut is said.
pub fn fit(about: &str, mut briefing: Briefing, budget: usize) -> Briefing {
    let found = Counts::of(&briefing);
    let gaps = std::mem::take(&mut briefing.not_covered);
    loop {
        let cut = found.less(&Counts::of(&briefing));
        briefing.not_covered.clone_from(&gaps);
        briefing.not_covered.extend(cut.gap(budget));
        if tokens_at_most(&briefing_text(about, &briefing)) <= budget {
            return briefing;
        }
        if !drop_one(&mut briefing) {
            // Nothing is left but what is said of gaps: that goes too, but for the last, which says that all was cut.
            briefing.not_covered = briefing.not_covered.pop().into_iter().collect();
            return briefing;
        }
    }
}

/// Takes the least needed line out. A part shrinks only while it is larger than its share, so that none is starved.
fn drop_one(briefing: &mut Briefing) -> bool {
    drop_orphaned_links(briefing);
    let sizes = [
        (briefing.links.len(), 3),
        (briefing.memories.len(), 1),
        (briefing.open_questions.len(), 2),
        (briefing.documents.len(), 2),
        (briefing.correction_rules.len(), 8),
    ];
    // The part that is largest for its weight gives: two memories outweigh one question, corrections give last.
    let Some((part, _)) = sizes
        .iter()
        .enumerate()
        .filter(|(_, (lines, _))| *lines > 0)
        .max_by_key(|(place, (lines, _))| (weighed(*lines, sizes[*place].1, *place), usize::MAX - place))
    else {
        return false;
    };
    match part {
        0 => drop(briefing.links.pop()),
        1 => drop(briefing.memories.pop()),
        2 => drop(briefing.open_questions.pop()),
        3 => drop(briefing.documents.pop()),
        _ => drop(briefing.correction_rules.pop()),
    }
    true
}

fn weighed(lines: usize, weight: usize, place: usize) -> usize {
    // Links are worth least: they go while a memory is there to be read by its id.
    let lines = if place == 0 { lines * 4 } else { lines };
    lines * 24 / weight
}

/// A link whose memory is not in the briefing any more says nothing.
fn drop_orphaned_links(briefing: &mut Briefing) {
    let kept: Vec<&str> =
        briefing.memories.iter().chain(&briefing.open_questions).map(|line| line.id.as_str()).collect();
    let links = std::mem::take(&mut briefing.links);
    briefing.links = links.into_iter().filter(|link| kept.contains(&link.id.as_str())).collect();
}

/// How many lines the parts have.
struct Counts {
    rules: usize,
    documents: usize,
    questions: usize,
    memories: usize,
    links: usize,
}

impl Counts {
    fn of(briefing: &Briefing) -> Self {
        Self {
            rules: briefing.correction_rules.len(),
            documents: briefing.documents.len(),
            questions: briefing.open_questions.len(),
            memories: briefing.memories.len(),
            links: briefing.links.len(),
        }
    }

    const fn less(&self, kept: &Self) -> Self {
        Self {
            rules: self.rules - kept.rules,
            documents: self.documents - kept.documents,
            questions: self.questions - kept.questions,
            memories: self.memories - kept.memories,
            links: self.links - kept.links,
        }
    }

    fn gap(&self, budget: usize) -> Option<Gap> {
        let parts: Vec<String> = [
            (self.rules, "correction rules"),
            (self.documents, "documents"),
            (self.questions, "open questions"),
            (self.memories, "memories"),
            (self.links, "links"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, part)| format!("{count} {part}"))
        .collect();
        let why = format!("cut to {budget} tokens; ask with more max_tokens, or list and search");
        (!parts.is_empty()).then(|| Gap { what: parts.join(", "), why })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::decisions::brief::{CorrectionRule, DocumentLine, LinkLine, MemoryLine};

    fn memory(place: usize, kind: &str) -> MemoryLine {
        MemoryLine {
            id: format!("mem_{kind}{place}"),
            kind: kind.to_owned(),
            text: format!("Something that somebody decided about webhooks, number {place}. ").repeat(3),
            status: "active".to_owned(),
            author: "tester for Owner".to_owned(),
            created_at: "2026-03-11T15:10:00Z".to_owned(),
            label: None,
        }
    }

    fn large() -> Briefing {
        Briefing {
            documents: (0..20)
                .map(|place| DocumentLine {
                    id: format!("doc_{place}"),
                    name: format!("doc:adr {place}"),
                    title: "Send webhooks again".to_owned(),
                    status: "accepted".to_owned(),
                })
                .collect(),
            open_questions: (0..20).map(|place| memory(place, "question")).collect(),
            correction_rules: (0..3)
                .map(|place| CorrectionRule {
                    id: format!("rul_{place}"),
                    text: "Ask before a deploy.".to_owned(),
                    agent: "tester".to_owned(),
                    scope: String::new(),
                })
                .collect(),
            memories: (0..40).map(|place| memory(place, "decision")).collect(),
            links: (0..40)
                .map(|place| LinkLine {
                    url: format!("https://example.com/pull/{place}"),
                    id: format!("mem_decision{place}"),
                })
                .collect(),
            not_covered: Vec::new(),
        }
    }

    #[test]
    fn a_briefing_never_exceeds_its_budget_and_says_what_was_cut() {
        for budget in [100, 300, 1_000, 2_000, 20_000] {
            let fitted = fit("webhooks", large(), budget);
            assert!(tokens_at_most(&briefing_text("webhooks", &fitted)) <= budget, "{budget}");
            assert_eq!(fitted.not_covered.is_empty(), budget == 20_000, "{budget}");
        }
    }

    #[test]
    fn every_part_keeps_its_most_relevant_lines() {
        let fitted = fit("webhooks", large(), 2_000);
        assert_eq!(fitted.correction_rules.len(), 3);
        assert_eq!(fitted.documents[0].id, "doc_0");
        assert_eq!(fitted.open_questions[0].id, "mem_question0");
        assert_eq!(fitted.memories[0].id, "mem_decision0");
        assert!(fitted.memories.len() >= 3, "{}", fitted.memories.len());
        for link in &fitted.links {
            assert!(fitted.memories.iter().any(|memory| memory.id == link.id));
        }
    }

    #[test]
    fn what_fits_is_left_as_it_is() {
        let small = Briefing { memories: vec![memory(1, "fact")], ..Briefing::default() };
        let fitted = fit("webhooks", small, 2_000);
        assert_eq!(fitted.memories.len(), 1);
        assert!(fitted.not_covered.is_empty());
    }
}
