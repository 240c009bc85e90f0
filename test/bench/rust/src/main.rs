//! Reads the payments of the benchmark with the crates csv, regex and simdutf8: it checks the same as the spec, and writes
//! the same JSON into memory. Each line of standard input is a request: empty to read the file once, or the path of a file
//! for the JSON. The answer is a line of JSON with the counts, the
//! processor time and the peak memory.
mod checks;
mod json;

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use checks::{Checks, Issue};

/// Bytes of messages that a destination takes at a time.
const BATCH_BYTES: usize = 1 << 20;
const BATCH_ISSUES: usize = 1000;

struct Tally {
    records: u64,
    good: u64,
    issues: u64,
}

fn read(path: &str, mut out: Option<File>, checks: &Checks) -> io::Result<Tally> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).buffer_capacity(1 << 18).from_path(path)?;
    let mut record = csv::ByteRecord::new();
    let mut messages: Vec<u8> = Vec::with_capacity(BATCH_BYTES + (1 << 16));
    let mut problems: Vec<(u64, Vec<Issue>)> = Vec::with_capacity(BATCH_ISSUES);
    let mut tally = Tally { records: 0, good: 0, issues: 0 };
    while reader.read_byte_record(&mut record)? {
        tally.records += 1;
        simdutf8::basic::from_utf8(record.as_slice())
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the file is not UTF-8"))?;
        let start = messages.len();
        let mut issues = Vec::new();
        checks.write_payment(&record, &mut messages, &mut issues);
        if issues.is_empty() {
            tally.good += 1;
        } else {
            messages.truncate(start);
            tally.issues += issues.len() as u64;
            problems.push((tally.records, issues));
            if problems.len() == BATCH_ISSUES {
                std::hint::black_box(&problems);
                problems.clear();
            }
        }
        if messages.len() >= BATCH_BYTES {
            flush(&mut messages, &mut out)?;
        }
    }
    std::hint::black_box(&problems);
    flush(&mut messages, &mut out)?;
    Ok(tally)
}

/// A destination needs the bytes. Its own work is not measured.
fn flush(messages: &mut Vec<u8>, out: &mut Option<File>) -> io::Result<()> {
    std::hint::black_box(&messages);
    if let Some(file) = out {
        file.write_all(messages)?;
    }
    messages.clear();
    Ok(())
}

/// Returns the processor time of this process so far.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(stat.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// Returns the peak memory of this process, in megabytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).expect("the path of a CSV file");
    let checks = Checks::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let out = if line.is_empty() { None } else { Some(File::create(&line)?) };
        let before = processor_time();
        let Tally { records, good, issues } = read(&path, out, &checks)?;
        let used = (processor_time() - before).as_secs_f64() * 1000.0;
        println!(
            "{{\"records\":{records},\"good\":{good},\"issues\":{issues},\"cpuMs\":{used:.3},\"megabytes\":{}}}",
            peak_memory()
        );
    }
    Ok(())
}
