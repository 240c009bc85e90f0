//! Writes JSON texts, and numbers in the form of JSON.stringify().

const HEX: &[u8; 16] = b"0123456789abcdef";

pub fn write_text(text: &[u8], to: &mut Vec<u8>) {
    to.push(b'"');
    let mut start = 0;
    for (at, &byte) in text.iter().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        to.extend_from_slice(&text[start..at]);
        start = at + 1;
        match byte {
            b'"' | b'\\' => to.extend_from_slice(&[b'\\', byte]),
            b'\n' => to.extend_from_slice(b"\\n"),
            b'\r' => to.extend_from_slice(b"\\r"),
            b'\t' => to.extend_from_slice(b"\\t"),
            8 => to.extend_from_slice(b"\\b"),
            12 => to.extend_from_slice(b"\\f"),
            _ => to.extend_from_slice(&[b'\\', b'u', b'0', b'0', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]),
        }
    }
    to.extend_from_slice(&text[start..]);
    to.push(b'"');
}

/// A decimal number: its digits without the point, and how many of them follow it.
pub struct Number {
    pub is_negative: bool,
    pub digits: u64,
    pub scale: u32,
}

impl Number {
    /// Returns None if the text has another form, or more than 18 digits.
    pub fn parse(text: &[u8], has_point: bool) -> Option<Number> {
        let (is_negative, rest) = match text.first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mut digits, mut scale, mut count, mut after_point) = (0u64, 0, 0, false);
        for &byte in rest {
            if byte.is_ascii_digit() {
                digits = digits * 10 + u64::from(byte - b'0');
                count += 1;
                scale += u32::from(after_point);
                if count > 18 {
                    return None;
                }
            } else if byte == b'.' && has_point && !after_point {
                after_point = true;
            } else {
                return None;
            }
        }
        let ends_with_digit = rest.last().is_some_and(u8::is_ascii_digit);
        ends_with_digit.then_some(Number { is_negative, digits, scale })
    }

    /// Compares with `bound`, a number of hundredths.
    pub fn cmp_hundredths(&self, bound: i64) -> std::cmp::Ordering {
        let value = i128::from(self.digits) * if self.is_negative { -1 } else { 1 };
        if self.scale >= 2 {
            value.cmp(&(i128::from(bound) * 10i128.pow(self.scale - 2)))
        } else {
            (value * 10i128.pow(2 - self.scale)).cmp(&i128::from(bound))
        }
    }

    /// Writes the number without needless zeros.
    pub fn write(&self, to: &mut Vec<u8>) {
        let (mut digits, mut scale) = (self.digits, self.scale);
        while scale > 0 && digits % 10 == 0 {
            digits /= 10;
            scale -= 1;
        }
        if self.is_negative && digits != 0 {
            to.push(b'-');
        }
        let power = 10u64.pow(scale);
        write_digits(digits / power, 1, to);
        if scale > 0 {
            to.push(b'.');
            write_digits(digits % power, scale as usize, to);
        }
    }
}

fn write_digits(mut value: u64, least: usize, to: &mut Vec<u8>) {
    let mut digits = [b'0'; 20];
    let mut at = digits.len();
    while value > 0 || digits.len() - at < least {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    to.extend_from_slice(&digits[at..]);
}
