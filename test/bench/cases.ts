import { ENTRIES_FOOT, ENTRIES_HEAD, createEntry } from './data/entries.ts';
import { createJsonPayment } from './data/json-payments.ts';
import { createLedgerLine } from './data/ledger.ts';
import { createPayment, PAYMENTS_HEADER, type PaymentsStyle } from './data/payments.ts';
import { createText, TEXTS_HEADER } from './data/texts.ts';
import { createWideHeader, createWideLine } from './data/wide.ts';
import type { Recipe } from './data/write-file.ts';

/** Number of columns in the wide case. */
export const WIDE_COLUMNS = 100;

/** A performance goal: the ratio to the best of some peers, or (`copy-loop`) the share of a limit. */
export interface Target {
  against: readonly string[];
  /** A short name of the peers. */
  named: string;
  must: number;
  goal: number;
}

/** A file that several contestants read in turn. */
export interface Case {
  name: string;
  title: string;
  /** Name of the spec for the file. */
  spec: string;
  fileName: string;
  recipe: Recipe;
  /** The contestants. The first is the project itself. */
  contestants: readonly string[];
  targets: readonly Target[];
}

/** Written with the crates csv, regex and simdutf8. */
const RUST: Target = { against: ['rust'], named: 'a program in Rust', must: 0.9, goal: 1.3 };
const PLAIN: PaymentsStyle = { badOneOf: 50, isQuoted: false, isForeign: false };
const JS_PEERS = ['csv-parse', 'papaparse', 'udsv'];

export const CASES: readonly Case[] = [
  {
    ...paymentsCase('csv', PLAIN),
    title: 'CSV: 10 fields, all types, TRIM, COERCE_DATE, an e-mail REGEX, ALLOWED_VALUES, 2 % bad',
    contestants: ['specmill', ...JS_PEERS, 'rust', 'duckdb-1', 'duckdb-2', 'copy-loop', 'line-scan'],
    targets: [
      { against: JS_PEERS, named: 'the best JS pipeline', must: 6, goal: 10 },
      RUST,
      { against: ['duckdb-1'], named: 'DuckDB, one thread', must: 6, goal: 8 },
      { against: ['copy-loop'], named: 'a JS loop that copies the bytes', must: 0.2, goal: 0.33 },
    ],
  },
  {
    ...paymentsCase('half-bad', { ...PLAIN, badOneOf: 2 }),
    title: 'CSV: every second record bad, all issues reported',
    targets: [...best(2, 4), RUST],
  },
  {
    ...paymentsCase('quoted', { ...PLAIN, isQuoted: true }),
    title: 'CSV: every cell quoted',
    targets: [...best(4, 8), RUST],
  },
  {
    name: 'wide',
    title: `CSV: ${WIDE_COLUMNS} columns`,
    spec: 'wide',
    fileName: 'wide.csv',
    contestants: ['specmill', ...JS_PEERS],
    targets: best(4, 8),
    recipe: {
      head: `${createWideHeader(WIDE_COLUMNS)}\n`,
      createRecord: (_, random) => createWideLine(WIDE_COLUMNS, random),
      foot: '',
    },
  },
  {
    ...paymentsCase('foreign', { ...PLAIN, isForeign: true }),
    title: 'CSV: non-ASCII letters in every record',
    targets: [...best(4, 8), RUST],
  },
  {
    name: 'texts',
    title: 'CSV: texts of 1 kB',
    spec: 'texts',
    fileName: 'texts.csv',
    contestants: ['specmill', ...JS_PEERS],
    targets: best(1.5, 2.5),
    recipe: { head: `${TEXTS_HEADER}\n`, createRecord: createText, foot: '' },
  },
  {
    name: 'fixed-width',
    title: 'FIXED_WIDTH: lines of 100 characters, 8 fields',
    spec: 'ledger',
    fileName: 'ledger.txt',
    contestants: ['specmill', 'readline'],
    recipe: { head: '', createRecord: createLedgerLine, foot: '' },
    targets: [{ against: ['readline'], named: 'readline + slice', must: 6, goal: 10 }],
  },
  {
    name: 'json-lines',
    title: 'JSON Lines: the records of the first case',
    spec: 'json-payments',
    fileName: 'payments.jsonl',
    contestants: ['specmill', 'json-parse', 'duckdb-1', 'duckdb-2'],
    recipe: { head: '', createRecord: createJsonPayment, foot: '' },
    targets: [
      { against: ['json-parse'], named: '`JSON.parse` per line', must: 3, goal: 4 },
      { against: ['duckdb-1'], named: 'DuckDB `read_json`, one thread', must: 1.5, goal: 3 },
    ],
  },
  {
    name: 'xml',
    title: 'XML: entries of a statement, 8 fields',
    spec: 'entries',
    fileName: 'entries.xml',
    contestants: ['specmill', 'saxes', 'fast-xml-parser', 'xmllint'],
    recipe: { head: ENTRIES_HEAD, createRecord: createEntry, foot: ENTRIES_FOOT },
    targets: [
      { against: ['saxes'], named: 'saxes', must: 12, goal: 18 },
      { against: ['xmllint'], named: '`xmllint --stream --noout`, which only parses', must: 3.5, goal: 5 },
    ],
  },
];

function paymentsCase(name: string, look: PaymentsStyle): Omit<Case, 'title' | 'targets'> {
  const recipe = {
    head: `${PAYMENTS_HEADER}\n`,
    createRecord: (number, random) => createPayment(number, random, look),
    foot: '',
  } satisfies Recipe;
  return { name, spec: 'payments', fileName: `${name}.csv`, recipe, contestants: ['specmill', ...JS_PEERS, 'rust'] };
}

function best(must: number, goal: number): Target[] {
  return [{ against: JS_PEERS, named: 'the best JS pipeline', must, goal }];
}
