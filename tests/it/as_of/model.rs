//! The reference: a list of memories and, for any two moments, which of them are to be shown and how they stood.

use chrono::{DateTime, Utc};

pub type Moment = DateTime<Utc>;

/// What became of a memory besides being replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Kept,
    Hidden,
    Erased,
    Redacted,
}

/// A memory as the test wrote it.
#[derive(Debug, Clone)]
pub struct Memory {
    pub id: String,
    pub text: String,
    pub kind: &'static str,
    /// What it can be briefed by.
    pub topic: String,
    pub recorded_at: Moment,
    pub stored_at: Moment,
    /// From when it is true.
    pub begins: Moment,
    pub valid_to: Option<Moment>,
    /// When it was replaced, and by which.
    pub replaced: Option<(Moment, usize)>,
    pub fate: Fate,
    /// Its small number and revision, where it is a workspace's.
    pub record: Option<(i64, i32)>,
}

/// All that was written.
#[derive(Debug, Default)]
pub struct Model {
    pub memories: Vec<Memory>,
}

/// The moments that are asked about.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub as_of: Option<Moment>,
    pub valid_at: Option<Moment>,
}

impl Model {
    /// Whether a memory had been replaced by then.
    fn was_replaced(&self, place: usize, asked: Asked) -> bool {
        let replaced = self.memories[place].replaced;
        replaced.is_some_and(|(at, _)| asked.as_of.is_none_or(|as_of| at <= as_of))
    }

    /// What replaced it, past those that were erased.
    pub fn replacement(&self, place: usize) -> Option<usize> {
        let mut next = self.memories[place].replaced.map(|(_, by)| by)?;
        while self.memories[next].fate == Fate::Erased {
            next = self.memories[next].replaced.map(|(_, by)| by)?;
        }
        Some(next)
    }

    /// active, superseded or resolved, at the moment that is asked about.
    pub fn status(&self, place: usize, asked: Asked) -> &'static str {
        match (self.was_replaced(place, asked), self.memories[place].kind) {
            (false, _) => "active",
            (true, "question") => "resolved",
            (true, _) => "superseded",
        }
    }

    /// Whether the store is to show it at all for these moments.
    pub fn is_shown(&self, place: usize, asked: Asked) -> bool {
        let memory = &self.memories[place];
        if matches!(memory.fate, Fate::Hidden | Fate::Erased)
            || asked.as_of.is_some_and(|as_of| memory.stored_at > as_of)
        {
            return false;
        }
        let Some(valid_at) = asked.valid_at else { return true };
        let mut ends = memory.valid_to;
        if let Some((at, _)) = memory.replaced.filter(|_| self.was_replaced(place, asked)) {
            let replaced = self.replacement(place).map_or(at, |by| self.memories[by].begins);
            ends = Some(ends.map_or(replaced, |end| end.min(replaced)));
        }
        memory.begins <= valid_at && ends.is_none_or(|end| end > valid_at)
    }

    /// The places of all that is shown, newest first.
    pub fn shown(&self, asked: Asked) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..self.memories.len()).filter(|place| self.is_shown(*place, asked)).collect();
        shown.sort_by(|one, other| {
            let key = |place: &usize| (self.memories[*place].recorded_at, self.memories[*place].id.clone());
            key(other).cmp(&key(one))
        });
        shown
    }

    /// The chain of replacements around a memory, oldest first, as of the moment.
    pub fn chain(&self, place: usize, asked: Asked) -> Vec<(String, &'static str)> {
        let is_there = |place: usize| {
            let memory = &self.memories[place];
            !matches!(memory.fate, Fate::Hidden | Fate::Erased)
                && asked.as_of.is_none_or(|as_of| memory.stored_at <= as_of)
        };
        let mut chain = vec![place];
        while let Some(before) = (0..self.memories.len())
            .filter(|before| self.memories[*before].fate != Fate::Erased)
            .find(|before| self.replacement(*before) == Some(chain[0]))
        {
            chain.insert(0, before);
        }
        while let Some(after) = self.replacement(chain[chain.len() - 1]) {
            chain.push(after);
        }
        let link = |place: usize| (self.memories[place].id.clone(), self.status(place, asked));
        chain.into_iter().filter(|place| is_there(*place)).map(link).collect()
    }
}
