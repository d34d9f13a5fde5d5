//! How many tokens a text takes, from above.

/// A number of tokens that the text does not exceed with the tokenizers in use, for text as people and programs write it.
/// English prose takes about four characters a token and is counted with three; what tokenizers cut finer is counted finer.
#[must_use]
pub fn tokens_at_most(text: &str) -> usize {
    let mut tokens = 0;
    let mut characters = text.chars().peekable();
    while let Some(first) = characters.next() {
        if first == ' ' {
            // One space goes with the word behind it; of more, every one counts.
            if characters.peek().is_some_and(|next| *next == ' ') {
                tokens += 1;
            }
            continue;
        }
        let same: fn(char) -> bool = if first.is_ascii_lowercase() || first.is_ascii_uppercase() {
            |character| character.is_ascii_lowercase()
        } else if first.is_ascii_digit() {
            |character| character.is_ascii_digit()
        } else {
            tokens += match first.len_utf8() {
                1 | 2 => 1,
                3 => 2,
                _ => 3,
            };
            continue;
        };
        let mut length = 1_usize;
        while characters.next_if(|next| same(*next)).is_some() {
            length += 1;
        }
        tokens += length.div_ceil(3);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_takes_no_tokens_and_more_text_never_fewer() {
        assert_eq!(tokens_at_most(""), 0);
        let text = "Ids like mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6 are cut fine; 日本語のテキスト, Ünïcödé, 👩‍🚒.\n- next";
        let mut last = 0;
        for (end, _) in text.char_indices() {
            let tokens = tokens_at_most(&text[..end]);
            assert!(tokens + 1 >= last, "at {end}");
            last = tokens;
        }
    }

    #[test]
    fn known_texts_are_counted_from_above() {
        // Counted with o200k_base and cl100k_base; the larger of both.
        for (text, tokens) in [
            ("The quick brown fox jumps over the lazy dog.", 10),
            ("Failed webhook deliveries are sent again five times, with a pause that doubles.", 15),
            ("mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6", 30),
            ("https://example.com/pull/7", 8),
            ("今日は天気がいいですね", 11),
            ("배포 전에 마이그레이션을 실행합니다", 17),
            ("ประชุมทีมทุกวันจันทร์เวลา 10 โมง", 30),
            ("Встреча перенесена на четверг", 13),
            ("اجتماع الفريق يوم الخميس", 19),
            ("👩‍🚒🎉 done", 12),
        ] {
            assert!(tokens_at_most(text) >= tokens, "{text}: {}", tokens_at_most(text));
        }
    }
}
