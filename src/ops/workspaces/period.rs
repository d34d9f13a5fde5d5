//! Stretches of the calendar that a report covers.

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

/// A stretch of the calendar, in UTC; weeks begin on Monday.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    Day,
    Week,
    Month,
    All,
}

/// How many periods back, 1,000 at most.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(try_from = "u32")]
pub struct PeriodsBack(#[schemars(range(min = 0, max = 1000))] pub u32);

impl TryFrom<u32> for PeriodsBack {
    type Error = String;

    fn try_from(count: u32) -> Result<Self, String> {
        if count <= 1_000 {
            Ok(Self(count))
        } else {
            Err(format!("must be a whole number from 0 to 1000, not {count}"))
        }
    }
}

/// From when and until when; open where absent.
pub type Bounds = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

/// The bounds of a period so many periods before the present one.
pub fn span(period: Period, back: u32, today: NaiveDate) -> Option<Bounds> {
    let (first, after) = match period {
        Period::All => return Some((None, None)),
        Period::Day => {
            let first = today.checked_sub_days(Days::new(u64::from(back)))?;
            (first, first.checked_add_days(Days::new(1))?)
        }
        Period::Week => {
            let days = u64::from(today.weekday().num_days_from_monday()) + 7 * u64::from(back);
            let first = today.checked_sub_days(Days::new(days))?;
            (first, first.checked_add_days(Days::new(7))?)
        }
        Period::Month => {
            let first = today.with_day(1)?.checked_sub_months(Months::new(back))?;
            (first, first.checked_add_months(Months::new(1))?)
        }
    };
    let midnight = |date: NaiveDate| Some(date.and_time(NaiveTime::MIN).and_utc());
    Some((midnight(first), midnight(after)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::rfc3339;

    fn dates(period: Period, back: u32, today: &str) -> (String, String) {
        let bounds = span(period, back, today.parse().unwrap()).unwrap();
        (bounds.0.map(rfc3339).unwrap_or_default(), bounds.1.map(rfc3339).unwrap_or_default())
    }

    #[test]
    fn periods_follow_the_calendar() {
        for (period, back, first, after) in [
            (Period::Day, 0, "2026-03-04", "2026-03-05"),
            (Period::Day, 4, "2026-02-28", "2026-03-01"),
            (Period::Week, 0, "2026-03-02", "2026-03-09"),
            (Period::Week, 1, "2026-02-23", "2026-03-02"),
            (Period::Month, 0, "2026-03-01", "2026-04-01"),
            (Period::Month, 1, "2026-02-01", "2026-03-01"),
            (Period::Month, 3, "2025-12-01", "2026-01-01"),
        ] {
            let found = dates(period, back, "2026-03-04");
            assert_eq!(found, (format!("{first}T00:00:00Z"), format!("{after}T00:00:00Z")), "{period:?} {back}");
        }
        assert_eq!(dates(Period::All, 0, "2026-03-04"), (String::new(), String::new()));
    }
}
