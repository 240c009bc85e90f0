import { createHash } from 'node:crypto';

/** What is wrong with a cell, as the pipelines of the peers tell it. */
export interface FoundIssue {
  code: string;
  field: string;
  message: string;
  value: string | null;
}

/** What a contestant found. */
export interface Tally {
  records: number;
  good: number;
  /** null where the contestant tells no issues. */
  issues: number | null;
  /** SHA-256 of the good records' JSON, each with a line feed; null where it was not asked for. */
  hash: string | null;
}

/** Takes what a pipeline makes of its records: bytes of NDJSON in batches, issues in batches. */
export interface Collector {
  good(json: string): void;
  bad(record: number, issues: readonly FoundIssue[]): void;
  finish(): Tally;
}

const BATCH = 1000;

export function makeCollector(isHashed: boolean): Collector {
  const hash = isHashed ? createHash('sha256') : null;
  let lines: string[] = [];
  let problems: { record: number; issues: readonly FoundIssue[] }[] = [];
  const tally = { records: 0, good: 0, issues: 0 };
  const flush = (): void => {
    // A destination takes bytes; what it does with them is not measured.
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
