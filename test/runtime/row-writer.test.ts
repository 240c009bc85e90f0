import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { ColumnHolds } from '../../runtime/sink/database/table/facts.ts';
import type { RowSyntax } from '../../runtime/sink/database/table/row-syntax.ts';
import { RowWriter } from '../../runtime/sink/database/table/row-writer.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const NAMES = ['id', 'a "name"', 'é'];
/** Values with a tab between them, as COPY of PostgreSQL expects them. */
const COPY: RowSyntax = {
  ...{ begin: '', separator: '\t', end: '\n', between: '', null: '\\N', true: 't', false: 'f', quote: '' },
  escapes: new Map([
    [9, '\\t'],
    [10, '\\n'],
    [13, '\\r'],
    [92, '\\\\'],
  ]),
  holdsNul: false,
};
/** Values as literals of SQL. */
const LITERALS: RowSyntax = {
  ...{ begin: '(', separator: ',', end: ')', between: ',', null: 'NULL', true: '1', false: '0', quote: "'" },
  escapes: new Map([[92, '\\\\']]),
  holdsNul: true,
};
const TEXT: ColumnHolds = { kind: 'text', maxCharacters: null, maxBytes: null };

interface Case {
  readonly values: readonly (readonly unknown[])[];
  readonly syntax?: RowSyntax;
  readonly holds?: ColumnHolds;
  readonly isNullable?: boolean;
  readonly maxBytes?: number;
}

/** Returns the parts of the rows of messages with the fields NAMES. */
function partsOf({ values, syntax = COPY, holds = TEXT, isNullable = true, maxBytes = 1e6 }: Case): string[] {
  const messages = values.map((own) =>
    Buffer.from(JSON.stringify(Object.fromEntries(NAMES.map((name, index) => [name, own[index] ?? null])))),
  );
  let end = 0;
  const ends = Uint32Array.from(messages, ({ length }) => (end += length));
  const count = messages.length;
  const fields = NAMES.map((name) => ({ name, holds, isNullable }));
  const plan = { fields, hasId: true, key: [] };
  const writer = new RowWriter({ plan, type: null, syntax, idPrefix: 'x:', hasNumber: false, maxBytes });
  const bytes = Buffer.concat(messages);
  // A row writer reads only these members.
  writer.add({ firstRecord: 1, records: count, count, bytes, ends, next: { record: count } } as unknown as Batch, 0);
  return writer.take().map((part) => part.bytes.toString());
}

test('values become a row, with the escapes of its syntax', () => {
  const values = [
    ['a\tb\\c\n"d"', 12.5, null],
    ['Zürich 😀', true, false],
    ['', '\ud800x', '\u0001'],
  ];
  assert.equal(partsOf({ values }), [
    'a\\tb\\\\c\\n"d"\t12.5\t\\N\tx:1\nZürich 😀\ttrue\tfalse\tx:2\n\t\ufffdx\t\u0001\tx:3\n',
  ]);
  const quoted = [["it's \\ \u0000", -1, true]];
  assert.equal(partsOf({ values: quoted, syntax: LITERALS }), ["('it\\'s \\\\ \u0000','-1','true','x:1')"]);
});

test('a row has the id of the record that encloses it', () => {
  const messages = [1, 0, 1, 1].map((type) => ({ type, bytes: Buffer.from(type === 0 ? '{"a":1}' : '{"id":2}') }));
  let end = 0;
  const ends = Uint32Array.from(messages, ({ bytes }) => (end += bytes.length));
  const batch = {
    ...{ firstRecord: 7, records: 4, count: 4, bytes: Buffer.concat(messages.map(({ bytes }) => bytes)), ends },
    ...{
      next: { record: 10 },
      typed: { messageTypes: messages.map(({ type }) => type), messageRecords: [7, 8, 9, 10] },
    },
  };
  const plan = { fields: [{ name: 'id', holds: TEXT, isNullable: true }], hasId: true, hasParent: true, key: [] };
  const writer = new RowWriter({
    ...{ plan, type: 1, parent: 0, syntax: COPY, idPrefix: 'x:', hasNumber: false, maxBytes: 1e6 },
  });
  // A row writer reads only these members. Records up to number 8 are in the database.
  writer.add(batch as unknown as Batch, 8);
  const rows = writer.take().map((part) => part.bytes.toString());
  assert.equal(rows, ['2\tx:9\tx:8\n2\tx:10\tx:8\n']);
});

test('rows are divided into parts', () => {
  const values = Array.from({ length: 4 }, (_, index) => [`${index}`.repeat(300), null, null]);
  assert.is(partsOf({ values, maxBytes: 1000 }).length, 4);
  assert.is(partsOf({ values, maxBytes: 1e6 }).length, 1);
});

test('a value that its column cannot hold is refused, and the message does not contain it', () => {
  const refused: readonly (readonly [Case, string])[] = [
    [
      { values: [['é\n😀', 1, 2]], holds: { ...TEXT, maxCharacters: 2 } },
      '"id" has 3 characters, and its column holds 2',
    ],
    [{ values: [['é\n😀', 1, 2]], holds: { ...TEXT, maxBytes: 6 } }, '"id" has 7 bytes, and its column holds 6'],
    [{ values: [['a\u0000b', 1, 2]] }, '"id" contains U+0000, which the database cannot store'],
    [{ values: [[null, 1, 2]], isNullable: false }, '"id" is null, and its column must have a value'],
  ];
  for (const [one, reason] of refused)
    assert.throws(
      () => partsOf(one),
      (error: Error) => error.message === `record 1 cannot be stored: ${reason}`,
    );
});

test('any texts come back from rows', () => {
  const random = randomOf(seed, 5);
  const pieces = ['\t', '\n', '\r', '\\', '"', "'", ',', '}', 'é', '😀', '€', 'x', '\u0001', '\u007f'] as const;
  const text = (): string => Array.from({ length: random.below(7) }, () => random.pick(pieces)).join('');
  const values = Array.from({ length: 400 }, () => [text(), text(), text()]);
  const rows = partsOf({ values }).join('').trimEnd().split('\n');
  const letters: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };
  const read = (cell: string): string => cell.replace(/\\(.)/g, (_, own: string) => letters[own] ?? own);
  assert.equal(
    rows.map((row) => row.split('\t').slice(0, 3).map(read)),
    values,
  );
});

test.run();
