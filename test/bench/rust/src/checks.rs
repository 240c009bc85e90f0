//! The checks of the spec `payments`. Each writes its value, or adds to the issues.
use std::cmp::Ordering;

use csv::ByteRecord;
use regex::bytes::Regex;

use crate::json::{write_text, Number};

/// An issue of a cell, as the other peers report it.
#[allow(dead_code)]
pub struct Issue {
    code: &'static str,
    field: &'static str,
    message: String,
    value: Option<Vec<u8>>,
}

pub struct Checks {
    email: Regex,
}

struct Bounds {
    is_required: bool,
    has_point: bool,
    /// In hundredths.
    least: i64,
    most: i64,
}

const ID: Bounds = Bounds { is_required: true, has_point: false, least: 100, most: i64::MAX };
const AMOUNT: Bounds = Bounds { is_required: true, has_point: true, least: 1, most: 10_000_000 };
const QUANTITY: Bounds = Bounds { is_required: false, has_point: false, least: 0, most: 100_000 };

impl Checks {
    pub fn new() -> Checks {
        Checks { email: Regex::new(r"^[a-z0-9._-]+@[a-z0-9-]+\.[a-z]{2,10}$").expect("a pattern") }
    }

    pub fn write_payment(&self, cells: &ByteRecord, to: &mut Vec<u8>, issues: &mut Vec<Issue>) {
        let cell = |index: usize| cells.get(index).unwrap_or_default();
        to.extend_from_slice(b"{\"id\":");
        number(cell(0), "id", &ID, to, issues);
        to.extend_from_slice(b",\"name\":");
        text(trim(cell(1)), "name", true, 40, to, issues);
        to.extend_from_slice(b",\"email\":");
        self.email(cell(2), to, issues);
        to.extend_from_slice(b",\"amount\":");
        number(cell(3), "amount", &AMOUNT, to, issues);
        to.extend_from_slice(b",\"currency\":");
        currency(cell(4), to, issues);
        to.extend_from_slice(b",\"booked\":");
        date(cell(5), to, issues);
        to.extend_from_slice(b",\"active\":");
        boolean(cell(6), to, issues);
        to.extend_from_slice(b",\"quantity\":");
        number(cell(7), "quantity", &QUANTITY, to, issues);
        to.extend_from_slice(b",\"city\":");
        text(trim(cell(8)), "city", false, usize::MAX, to, issues);
        to.extend_from_slice(b",\"note\":");
        text(cell(9), "note", false, 100, to, issues);
        to.extend_from_slice(b"}\n");
    }

    fn email(&self, cell: &[u8], to: &mut Vec<u8>, issues: &mut Vec<Issue>) {
        if cell.is_empty() {
            return to.extend_from_slice(b"null");
        }
        if !self.email.is_match(cell) {
            issues.push(issue("REGEX", "email", "email has not its form", cell));
        }
        write_text(cell, to);
    }
}

fn number(cell: &[u8], field: &'static str, bounds: &Bounds, to: &mut Vec<u8>, issues: &mut Vec<Issue>) {
    let text = trim(cell);
    if text.is_empty() {
        return missing(field, bounds.is_required, to, issues);
    }
    let Some(number) = Number::parse(text, bounds.has_point) else {
        return issues.push(issue("TYPE_MISMATCH", field, "this is no number", text));
    };
    if number.cmp_hundredths(bounds.least) == Ordering::Less {
        issues.push(issue("MIN_VALUE", field, "the number is too small", text));
    }
    if number.cmp_hundredths(bounds.most) == Ordering::Greater {
        issues.push(issue("MAX_VALUE", field, "the number is too large", text));
    }
    number.write(to);
}

fn text(cell: &[u8], field: &'static str, is_required: bool, most: usize, to: &mut Vec<u8>, issues: &mut Vec<Issue>) {
    if cell.is_empty() {
        return missing(field, is_required, to, issues);
    }
    // Counts code points: bytes that do not continue one.
    if cell.len() > most && cell.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() > most {
        issues.push(issue("MAX_LENGTH", field, "the text is too long", cell));
    }
    write_text(cell, to);
}

fn currency(cell: &[u8], to: &mut Vec<u8>, issues: &mut Vec<Issue>) {
    if cell.is_empty() {
        return missing("currency", true, to, issues);
    }
    if !matches!(cell, b"EUR" | b"USD" | b"GBP" | b"CHF") {
        issues.push(issue("ALLOWED_VALUES", "currency", "currency is none of those allowed", cell));
    }
    write_text(cell, to);
}

/// Converts dd/MM/yyyy to yyyy-MM-dd.
fn date(cell: &[u8], to: &mut Vec<u8>, issues: &mut Vec<Issue>) {
    if cell.is_empty() {
        return missing("booked", true, to, issues);
    }
    let turned: [u8; 10];
    let iso: &[u8] = match cell {
        &[d1, d2, b'/', m1, m2, b'/', y1, y2, y3, y4] => {
            turned = [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2];
            &turned
        }
        _ => cell,
    };
    if !is_date(iso) {
        return issues.push(issue("TYPE_MISMATCH", "booked", "this is no date", cell));
    }
    if !(&b"2000-01-01"[..]..=&b"2030-12-31"[..]).contains(&iso) {
        issues.push(issue("DATE_RANGE", "booked", "booked lies outside its range", cell));
    }
    write_text(iso, to);
}

fn is_date(text: &[u8]) -> bool {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return false };
    let digits = [y1, y2, y3, y4, m1, m2, d1, d2];
    if !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let of = |range: &[u8]| range.iter().fold(0u32, |sum, &digit| sum * 10 + u32::from(digit - b'0'));
    let (year, month, day) = (of(&digits[..4]), of(&digits[4..6]), of(&digits[6..]));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    day >= 1 && day <= days
}

fn boolean(cell: &[u8], to: &mut Vec<u8>, issues: &mut Vec<Issue>) {
    let text = trim(cell);
    if text.is_empty() {
        to.extend_from_slice(b"null");
    } else if text.eq_ignore_ascii_case(b"true") {
        to.extend_from_slice(b"true");
    } else if text.eq_ignore_ascii_case(b"false") {
        to.extend_from_slice(b"false");
    } else {
        issues.push(issue("TYPE_MISMATCH", "active", "this is neither true nor false", text));
    }
}

fn missing(field: &'static str, is_required: bool, to: &mut Vec<u8>, issues: &mut Vec<Issue>) {
    if is_required {
        issues.push(Issue { code: "REQUIRED", field, message: format!("{field} is missing"), value: None });
    }
    to.extend_from_slice(b"null");
}

fn issue(code: &'static str, field: &'static str, message: &str, value: &[u8]) -> Issue {
    Issue { code, field, message: message.to_owned(), value: Some(value.to_owned()) }
}

fn trim(cell: &[u8]) -> &[u8] {
    if cell.first().is_some_and(|byte| *byte > 0x20 && *byte < 0x80) && cell.last().is_some_and(|byte| *byte > 0x20 && *byte < 0x80) {
        return cell;
    }
    // The record was checked: it is UTF-8.
    std::str::from_utf8(cell).map_or(cell, |text| text.trim().as_bytes())
}
