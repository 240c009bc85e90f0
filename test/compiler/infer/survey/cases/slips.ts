import type { SurveyCase } from '../survey-case.ts';
import { answerOf, bytesOf, type ColumnText, createTable, type Table, writeCsv } from '../table.ts';

const COLUMNS: ColumnText[] = [
  'id=Id:id',
  'holder=Holder:name',
  'amount=Amount:amount',
  'booked=Booked:date',
  'city=City:city',
];

interface Slip {
  readonly title: string;
  /** Changes the rows of the file, and returns the number of records that are still accepted. */
  readonly damage: (rows: string[][]) => number;
  readonly rows?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly fields?: readonly string[];
  readonly notes?: readonly RegExp[];
}

/** Replaces one cell. */
function put(rows: string[][], at: number, column: number, text: string): void {
  const row = rows[at];
  if (row !== undefined) row[column] = text;
}

const SLIPS: readonly Slip[] = [
  {
    title: 'one number in 60 is a word',
    damage: (rows) => (put(rows, 30, 2, 'unknown'), 59),
    notes: [/amount.*1 of 60/],
  },
  {
    title: 'four numbers in 100 are words',
    rows: 100,
    damage: (rows) => ([11, 34, 56, 90].forEach((at) => put(rows, at, 2, 'tbd')), 96),
    notes: [/amount.*4 of 100/],
  },
  {
    title: 'three columns have slips of 3 % each',
    rows: 100,
    damage: (rows) => {
      for (const at of [5, 25, 45]) {
        put(rows, at, 0, 'new');
        put(rows, at + 7, 2, '12,50 EUR');
        put(rows, at + 13, 3, 'soon');
      }
      return 91;
    },
    notes: [/name: id.*3 of 100/, /amount.*3 of 100/, /booked.*3 of 100/],
  },
  { title: 'one record in 60 is short', damage: (rows) => (rows[20]?.splice(2), 59), notes: [/1 of 60 records/] },
  {
    title: 'one record in 60 has a delimiter in its text',
    damage: (rows) => (put(rows, 20, 1, 'Adler; Ada'), 59),
    notes: [/1 of 60 records/],
  },
  { title: 'the last record is cut off', damage: (rows) => (rows[59]?.splice(3), 59), notes: [/1 of 60 records/] },
  {
    title: 'short records and slips of a type together',
    rows: 100,
    damage: (rows) => {
      [10, 50].forEach((at) => rows[at]?.splice(4));
      [20, 60, 80].forEach((at) => put(rows, at, 2, 'free'));
      return 95;
    },
    notes: [/2 of 100 records/, /amount.*3 of 9\d/],
  },
  {
    title: 'one quote is not closed',
    rows: 80,
    damage: (rows) => (put(rows, 40, 1, '"Ada Adler'), 79),
  },
  {
    title: 'the header is repeated in the middle',
    damage: (rows) => (rows.splice(30, 0, ['Id', 'Holder', 'Amount', 'Booked', 'City']), 60),
    settings: { skipRepeatedHeader: true },
    notes: [/the header occurs 2 times/],
  },
  {
    title: 'missing numbers are written as n/a',
    damage: (rows) => ([3, 9, 15, 33, 51].forEach((at) => put(rows, at, 2, 'n/a')), 60),
    settings: { nullValues: ['n/a'] },
    fields: ['id INTEGER!', 'holder STRING!', 'amount DECIMAL', 'booked DATE!', 'city STRING!'],
  },
  {
    title: 'one record in 30 is short and one number is a word',
    rows: 30,
    damage: (rows) => (rows[4]?.splice(2), put(rows, 9, 2, 'none yet'), 28),
    notes: [/1 of 30 records/, /amount.*1 of 29/],
  },
];

/** Files with a few wrong records: types and widths stay strict. */
export const slips: readonly SurveyCase[] = SLIPS.map(({ title, damage, rows: count = 60, ...slip }, at) => {
  const table: Table = createTable(60 + at, count, COLUMNS);
  const rows = table.rows.map((row) => [...row]);
  const accepted = damage(rows);
  return {
    shape: 'a few slips',
    title,
    fileName: 'payments.csv',
    bytes: bytesOf(writeCsv([table.headers, ...rows])),
    answer: answerOf(table, ';', {
      accepted,
      fields: slip.fields ?? table.fields,
      settings: slip.settings ?? {},
      notes: slip.notes ?? [],
    }),
  };
});
