//! Numbers that are written in groups of digits.

/// `1,000` and `1,234,567.8` without their commas; `None` for anything else.
pub(super) fn without_grouping(number: &str) -> Option<String> {
    if !number.contains(',') {
        return None;
    }
    let (whole, rest) = number.split_once('.').map_or((number, ""), |(whole, rest)| (whole, rest));
    let mut groups = whole.split(',');
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && digits(first));
    let grouped = first && groups.all(|group| group.len() == 3 && digits(group)) && digits(rest);
    grouped.then(|| number.replace(',', ""))
}
