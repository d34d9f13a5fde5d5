//! Dates, weekdays, months and times of day, taken out of a folded text so that their digits are not counted as numbers.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::words::surplus;

/// A date, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Date {
    /// Year where given, month, day where given.
    Day(Option<u16>, u8, Option<u8>),
    /// Month and day in an order that the text does not tell.
    Either(Option<u16>, u8, u8),
    Weekday(u8),
    /// Hour and minute.
    Time(u8, u8),
}

/// At most so many dates are taken out.
const MOST: usize = 2_000;

const MONTHS: [&str; 12] = [
    "january|jan|januar|janvier|enero|janeiro|gennaio|января|январь|январе|يناير",
    "february|feb|februar|fevrier|février|febrero|fevereiro|febbraio|февраля|февраль|феврале|فبراير",
    "march|mar|marz|märz|mars|marzo|março|марта|март|марте|مارس",
    "april|apr|avril|abril|aprile|апреля|апрель|апреле|أبريل|ابريل",
    "may|mai|mayo|maio|maggio|мая|май|мае|مايو",
    "june|jun|juni|juin|junio|junho|giugno|июня|июнь|июне|يونيو",
    "july|jul|juli|juillet|julio|julho|luglio|июля|июль|июле|يوليو",
    "august|aug|août|aout|agosto|августа|август|августе|أغسطس|اغسطس",
    "september|sep|sept|septembre|septiembre|setembro|settembre|сентября|сентябрь|сентябре|سبتمبر",
    "october|oct|oktober|okt|octobre|octubre|outubro|ottobre|октября|октябрь|октябре|أكتوبر|اكتوبر",
    "november|nov|novembre|noviembre|novembro|ноября|ноябрь|ноябре|نوفمبر",
    "december|dec|dezember|dez|décembre|decembre|diciembre|dezembro|dicembre|декабря|декабрь|декабре|ديسمبر",
];

const WEEKDAYS: [&str; 7] = [
    "mondays?|montags?|lundis?|lunes|segundas?-feiras?|lunedi|lunedì|понедельник\\w*|الاثنين|الإثنين",
    "tuesdays?|dienstags?|mardis?|martes|terças?-feiras?|martedi|martedì|вторник\\w*|الثلاثاء",
    "wednesdays?|mittwochs?|mercredis?|miércoles|miercoles|quartas?-feiras?|mercoledi|mercoledì|сред[аыеу]|средам|الأربعاء|الاربعاء",
    "thursdays?|donnerstags?|jeudis?|jueves|quintas?-feiras?|giovedi|giovedì|четверг\\w*|الخميس",
    "fridays?|freitags?|vendredis?|viernes|sextas?-feiras?|venerdi|venerdì|пятниц\\w*|الجمعة",
    "saturdays?|samstags?|sonnabends?|samedis?|sábados?|sabados?|sabato|суббот\\w*|السبت",
    "sundays?|sonntags?|dimanches?|domingos?|domenica|воскресень\\w*|الأحد|الاحد",
];

/// The text without its dates, and the dates.
pub(super) fn taken_out(folded: &str) -> (String, Vec<Date>) {
    static MONTH: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
        (1..).zip(MONTHS).flat_map(|(number, names)| names.split('|').map(move |name| (name, number))).collect()
    });
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
        let months = MONTHS.join("|");
        let weekdays = WEEKDAYS.iter().map(|names| format!("({names})")).collect::<Vec<_>>().join("|");
        Regex::new(&format!(
            r"(?x)
              \b(?P<y1>\d{{4}})-(?P<m1>\d{{1,2}})-(?P<d1>\d{{1,2}})\b
            | (?P<y2>\d{{4}})\ ?[年년]\ ?(?P<m2>\d{{1,2}})\ ?[月월](?:\ ?(?P<d2>\d{{1,2}})\ ?[日号일])?
            | (?P<m3>\d{{1,2}})\ ?[月월]\ ?(?P<d3>\d{{1,2}})\ ?[日号일]
            | \b(?P<d4>\d{{1,2}})\.\ ?(?P<m4>\d{{1,2}})\.\ ?(?P<y4>\d{{4}})\b
            | \b(?P<a5>\d{{1,2}})/(?P<b5>\d{{1,2}})/(?P<y5>\d{{4}})\b
            | \b(?P<d6>\d{{1,2}})(?:\.|st|nd|rd|th|er|º)?\ (?:of\ |de\ )?(?P<n6>{months})\b\.?(?:,?\ (?:de\ )?(?P<y6>\d{{4}})\b)?
            | \b(?P<n13>{months})\b\.?,?\ (?:de\ )?(?P<y13>\d{{4}})\b
            | \b(?P<n7>{months})\b\.?\ (?P<d7>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\ (?P<y7>\d{{4}})\b)?
            | \b(?P<n8>january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|января|февраля|марта|апреля|июня|июля|августа|сентября|октября|ноября|декабря|январе|феврале|марте|апреле|июне|июле|августе|сентябре|октябре|ноябре|декабре)\b(?:\ (?P<y8>\d{{4}})\b)?
            | \b(?P<h9>\d{{1,2}})(?:[:.](?P<i9>\d{{2}}))?\ ?(?P<half>am|pm|a\.m|p\.m)\b
            | \b(?P<h10>\d{{1,2}}):(?P<i10>\d{{2}})\b(?:\ ?(?:uhr|h))?
            | \b(?P<h11>\d{{1,2}})\ uhr\b
            | (?P<h12>\d{{1,2}})\ ?[点點時시](?:(?P<i12>\d{{1,2}})\ ?[分분])?
            | (?:星期|周|週|礼拜)(?P<cjk>[一二三四五六日天])
            | (?P<ja>[月火水木金土日])曜日?
            | (?P<ko>[월화수목금토일])요일
            | \b(?:{weekdays})\b"
        ))
        .expect("the pattern is fixed and a test compiles it")
    });
    let mut dates = Vec::new();
    let rest = PATTERN.replacen(folded, MOST, |captures: &Captures<'_>| match date_of(captures, &MONTH) {
        Some(date) => {
            dates.push(date);
            " ; ".to_owned()
        }
        None => captures[0].to_owned(),
    });
    (rest.into_owned(), dates)
}

fn date_of(captures: &Captures<'_>, months: &HashMap<&str, u8>) -> Option<Date> {
    let text = |name: &str| captures.name(name).map(|found| found.as_str());
    let small = |name: &str| text(name).and_then(|digits| digits.parse::<u8>().ok());
    let year = |name: &str| text(name).and_then(|digits| digits.parse::<u16>().ok());
    for (y, m, d) in [("y1", "m1", "d1"), ("y2", "m2", "d2"), ("", "m3", "d3"), ("y4", "m4", "d4")] {
        if let Some(month) = small(m) {
            return (1..=12).contains(&month).then(|| Date::Day(year(y), month, small(d)));
        }
    }
    if let (Some(first), Some(second)) = (small("a5"), small("b5")) {
        return match (first <= 12, second <= 12) {
            (true, true) => Some(Date::Either(year("y5"), first.min(second), first.max(second))),
            (true, false) => Some(Date::Day(year("y5"), first, Some(second))),
            (false, true) => Some(Date::Day(year("y5"), second, Some(first))),
            (false, false) => None,
        };
    }
    for (y, n, d) in [("y6", "n6", "d6"), ("y13", "n13", ""), ("y7", "n7", "d7"), ("y8", "n8", "")] {
        if let Some(name) = text(n) {
            return months.get(name).map(|month| Date::Day(year(y), *month, small(d)));
        }
    }
    if let Some(hour) = small("h9") {
        let afternoon = text("half").is_some_and(|half| half.starts_with('p'));
        return (hour <= 12).then(|| Date::Time(hour % 12 + if afternoon { 12 } else { 0 }, small("i9").unwrap_or(0)));
    }
    if let Some(hour) = small("h10").or_else(|| small("h11")).or_else(|| small("h12")) {
        return Some(Date::Time(hour, small("i10").or_else(|| small("i12")).unwrap_or(0)));
    }
    let place = |name: &str, days: &str| {
        text(name)
            .and_then(|day| days.split(' ').position(|same| same.contains(day)))
            .and_then(|place| u8::try_from(place).ok())
    };
    let weekday = place("cjk", "一 二 三 四 五 六 日天")
        .or_else(|| place("ja", "月 火 水 木 金 土 日"))
        .or_else(|| place("ko", "월 화 수 목 금 토 일"))
        .or_else(|| {
            let unnamed = captures.len().checked_sub(7)?;
            (0..7_u8).find(|day| captures.get(unnamed + usize::from(*day)).is_some())
        });
    weekday.map(Date::Weekday)
}

/// Each text has a date that the other has not, and the two are of one sort.
pub(super) fn differ(new: &[Date], old: &[Date]) -> bool {
    let new_only: Vec<Date> =
        surplus(new, old).into_iter().filter(|date| !old.iter().take(200).any(|other| agree(date, other))).collect();
    let old_only: Vec<Date> =
        surplus(old, new).into_iter().filter(|date| !new.iter().take(200).any(|other| agree(date, other))).collect();
    let sort = |date: &Date| match date {
        Date::Day(..) | Date::Either(..) => 0,
        Date::Weekday(_) => 1,
        Date::Time(..) => 2,
    };
    (0..3).any(|wanted| {
        new_only.iter().any(|date| sort(date) == wanted) && old_only.iter().any(|date| sort(date) == wanted)
    })
}

/// One is the other with a part left out, or in an order that the text does not tell.
fn agree(left: &Date, right: &Date) -> bool {
    fn open<T: PartialEq>(left: Option<T>, right: Option<T>) -> bool {
        match (left, right) {
            (Some(left), Some(right)) => left == right,
            _ => true,
        }
    }
    match (left, right) {
        (Date::Day(y1, m1, d1), Date::Day(y2, m2, d2)) => m1 == m2 && open(*y1, *y2) && open(*d1, *d2),
        (Date::Day(y1, month, Some(day)), Date::Either(y2, low, high))
        | (Date::Either(y2, low, high), Date::Day(y1, month, Some(day))) => {
            open(*y1, *y2) && month.min(day) == low && month.max(day) == high
        }
        _ => left == right,
    }
}
