import { createHash } from 'node:crypto';

/** An issue of a cell, as the peers' pipelines report it. */
export interface FoundIssue {
  code: string;
  field: string;
  message: string;
  value: string | null;
}

/** What a contestant found. */
export interface ContestantResult {
  records: number;
  good: number;
  /** null if the contestant reports no issues. */
  issues: number | null;
  /** SHA-256 of the valid records' JSON, each with a line feed; null if it was not requested. */
  hash: string | null;
  /** What another process used, if it did the work. */
  used?: { cpuMs: number; megabytes: number };
}

/** Receives the output of a pipeline: bytes of NDJSON in batches, issues in batches. */
export interface Collector {
  good(json: string): void;
  bad(record: number, issues: readonly FoundIssue[]): void;
  finish(): ContestantResult;
}

const BATCH = 1000;

export function createCollector(isHashed: boolean): Collector {
  const hash = isHashed ? createHash('sha256') : null;
  let lines: string[] = [];
  let problems: { record: number; issues: readonly FoundIssue[] }[] = [];
  const tally = { records: 0, good: 0, issues: 0 };
  const flush = (): void => {
    // A destination needs bytes. Its own work is not measured.
    const bytes = Buffer.from(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
    hash?.update(bytes);
    lines = [];
  };
  return {
    good(json) {
      tally.records++;
      tally.good++;
      lines.push(json);
      if (lines.length === BATCH) flush();
    },
    bad(record, issues) {
      tally.records++;
      tally.issues += issues.length;
      if (problems.push({ record, issues }) === BATCH) problems = [];
    },
    finish() {
      flush();
      return { ...tally, hash: hash?.digest('hex') ?? null };
    },
  };
}
