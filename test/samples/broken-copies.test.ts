import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';
import { runModule } from './run-module.ts';

const folder = join(import.meta.dirname, 'record-types-nacha');
const whole = readFileSync(join(folder, 'input.txt'), 'utf8').trimEnd().split('\n');

/** Replaces the characters of a line from position `start`, both from 1. */
function put(line: number, start: number, text: string): (lines: string[]) => void {
  return (lines) => {
    const old = lines[line - 1] ?? '';
    lines[line - 1] = old.slice(0, start - 1) + text + old.slice(start - 1 + text.length);
  };
}

function remove(line: number): (lines: string[]) => void {
  return (lines) => void lines.splice(line - 1, 1);
}

function repeat(line: number): (lines: string[]) => void {
  return (lines) => void lines.splice(line, 0, lines[line - 1] ?? '');
}

function move(line: number, to: number): (lines: string[]) => void {
  return (lines) => void lines.splice(to - 1, 0, ...lines.splice(line - 1, 1));
}

/** What is done to the file, and what must be found: line (null: the end of the file), code and rule. */
type BrokenCopy = readonly [
  title: string,
  edit: (lines: string[]) => void,
  found: readonly (readonly [line: number | null, code: string, ruleId: string | null])[],
];

const copies: readonly BrokenCopy[] = [
  ['a batch counts one entry too many', put(7, 5, '000005'), [[7, 'COUNT_EQUALS', 'batch-entries']]],
  ['a batch has no count', put(7, 5, '      '), [[7, 'COUNT_EQUALS', 'batch-entries']]],
  [
    'a batch has a count that is no number',
    put(7, 5, '0000O4'),
    [
      [7, 'TYPE_MISMATCH', null],
      [7, 'COUNT_EQUALS', 'batch-entries'],
    ],
  ],
  ['a batch has a wrong entry hash', put(12, 11, '0112104286'), [[12, 'SUM_EQUALS', 'batch-hash']]],
  [
    'a batch has wrong debits',
    put(7, 32, '8'),
    [
      [7, 'SUM_EQUALS', 'batch-debits'],
      [13, 'SUM_EQUALS', 'debits'],
    ],
  ],
  [
    'a batch has wrong credits',
    put(7, 44, '9'),
    [
      [7, 'SUM_EQUALS', 'batch-credits'],
      [13, 'SUM_EQUALS', 'credits'],
    ],
  ],
  ['an amount is wrong', put(3, 30, '0000125051'), [[7, 'SUM_EQUALS', 'batch-credits']]],
  [
    'a debit became a credit',
    put(4, 2, '22'),
    [
      [7, 'SUM_EQUALS', 'batch-debits'],
      [7, 'SUM_EQUALS', 'batch-credits'],
    ],
  ],
  [
    'a bank number is wrong',
    put(6, 4, '09100002'),
    [
      [7, 'SUM_EQUALS', 'batch-hash'],
      [13, 'SUM_EQUALS', 'hash'],
    ],
  ],
  ['the file counts one batch too few', put(13, 2, '000001'), [[13, 'COUNT_EQUALS', 'batches']]],
  ['the file counts one entry too many', put(13, 14, '00000008'), [[13, 'COUNT_EQUALS', 'entries']]],
  ['the file has a wrong hash', put(13, 22, '0167480309'), [[13, 'SUM_EQUALS', 'hash']]],
  ['the file has wrong debits', put(13, 43, '8'), [[13, 'SUM_EQUALS', 'debits']]],
  ['the file has wrong credits', put(13, 55, '2'), [[13, 'SUM_EQUALS', 'credits']]],
  [
    'an addenda record is lost',
    remove(5),
    [
      [6, 'COUNT_EQUALS', 'batch-entries'],
      [12, 'COUNT_EQUALS', 'entries'],
    ],
  ],
  ['the first control record is lost', remove(7), [[7, 'MISSING_RECORD', null]]],
  ['the file header is lost', remove(1), [[1, 'MISSING_RECORD', null]]],
  ['the file ends before its control record', (lines) => void lines.splice(12), [[null, 'MISSING_RECORD', null]]],
  [
    'an entry occurs twice',
    repeat(6),
    [
      [7, 'UNIQUE', 'traces'],
      [8, 'COUNT_EQUALS', 'batch-entries'],
      [8, 'SUM_EQUALS', 'batch-hash'],
      [8, 'SUM_EQUALS', 'batch-debits'],
      [14, 'COUNT_EQUALS', 'entries'],
      [14, 'SUM_EQUALS', 'hash'],
    ],
  ],
  ['a control record precedes the last entry', move(7, 6), [[7, 'UNEXPECTED_RECORD', null]]],
  ['a record has an unknown type', put(5, 1, 'X'), [[5, 'UNKNOWN_RECORD_TYPE', null]]],
  ['an entry follows the file control record', move(11, 13), [[13, 'UNEXPECTED_RECORD', null]]],
];

for (const [title, edit, found] of copies) {
  test(`a NACHA file: ${title}`, async () => {
    const path = join(folder, 'spec.yaml');
    const module = await loadModule({ text: readFileSync(path, 'utf8'), path, syntax: 'yaml' });
    const lines = [...whole];
    edit(lines);
    const file = Buffer.from(`${lines.join('\n')}\n`);
    const { run } = runModule({ module, file, options: {} }, { chunkBytes: 1 << 20 });
    const ofRecords = run.errors.flatMap(({ line, messages }) =>
      messages.map(({ code, ruleId }) => [line, code, ruleId] as const),
    );
    const ofFile = run.fileIssues.map(({ line, code, ruleId }) => [line, code, ruleId] as const);
    const actual = [...ofRecords, ...ofFile].map((issue) => issue.join(' '));
    for (const issue of found)
      assert.ok(actual.includes(issue.join(' ')), `${issue.join(' ')} in ${actual.join(', ')}`);
    // A record at a wrong place or of an unknown type also breaks totals.
    const hasOnlyTotals = found.every(([, code]) => /EQUALS|UNIQUE|TYPE_MISMATCH/.test(code));
    if (hasOnlyTotals) assert.is(actual.length, found.length, actual.join(', '));
  });
}

test.run();
