//! What is remembered and what is found again.

mod crowd;
mod filters;
mod folding;
mod framing;
mod hostile;
mod long_texts;
mod meaning;
mod paths;
mod profiles;
mod reach;
mod receipts;
mod safety;
mod scripts;
mod times;
