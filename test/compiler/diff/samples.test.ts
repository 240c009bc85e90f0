import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAndCheck, type SpecText } from '../../../compiler/index.ts';
import type { AnySpec } from '../../../compiler/pipeline/1-read/spec-shape.ts';
import { compareSpecs } from '../../../compiler/tools/diff/diff.ts';
import { findShownFields } from '../../../compiler/tools/diff/shown-fields.ts';
import { compareSample, type SampleDifference } from '../../../runtime/runs/record-diff/compare-sample.ts';
import { createStreamSource } from '../../../runtime/reading/source/stdin-source.ts';
import { Readable } from 'node:stream';
import { loadModule } from '../../support/load-module.ts';

const SECRET = 'DE42-secret-iban';

/** Compares both states for a file of these chunks. */
async function compare(old: string, now: string, file: string | Iterable<Uint8Array>): Promise<SampleDifference> {
  const toText = (text: string): SpecText => ({
    text: `name: a\nformat: CSV\n${text}`,
    path: 'a.yaml',
    syntax: 'yaml',
  });
  const load = async (text: string) => {
    const input = toText(text);
    const { spec } = readAndCheck(input);
    if (spec === null) throw new Error(`${text} has errors`);
    return { spec, module: await loadModule(input) };
  };
  const [before, after] = [await load(old), await load(now)];
  const changes = compareSpecs({ spec: before.spec, path: '' }, { spec: after.spec, path: '' });
  const fields = findShownFields(before.spec, after.spec, changes);
  const keyOf = (spec: AnySpec) => ('messageKey' in spec ? (spec.messageKey ?? []) : []);
  const keyFields = { old: keyOf(before.spec), new: keyOf(after.spec) };
  const chunks = typeof file === 'string' ? [Buffer.from(file)] : file;
  return compareSample({
    file: 'f',
    old: before.module,
    new: after.module,
    comparison: { fields, keyFields },
    today: '2024-03-31',
    open: async () => createStreamSource(Readable.from(chunks), 'f'),
  });
}

const fields = (...lines: string[]) => `fields:\n${lines.map((line) => `  - { ${line} }\n`).join('')}`;

/** A spec of orders with lines: `as` and further keys of the lines, and the type of their number. */
const ordersOf = (lines: string, type = 'INTEGER') => `recordTypes:
  - name: order
    when: { column: kind, values: [H] }
    messageKey: [id]
    fields: [{ name: id, type: STRING }]
  - name: line
    in: order
    when: { column: kind, values: [L] }
${lines}    fields: [{ name: no, type: ${type}, columnName: id }, { name: iban, type: STRING, sensitive: true }]
`;
const ORDERS = `kind,id,iban\nH,A,\nL,1,${SECRET}\nL,2,\nH,B,\nL,x,${SECRET}\nL,2,\n`;

test('each record of a document has its differences, and no report has the sensitive values of its members', async () => {
  const asLines = ordersOf('    as: lines\n');
  const member = await compare(ordersOf(''), asLines, ORDERS);
  assert.equal([member.records, member.byKind], [6, { message: 5, verdict_raised: 2 }]);
  assert.equal(
    member.first.map(({ kind, record, line }) => [kind, record, line]),
    [
      ['message', 1, 2],
      ['verdict_raised', 4, 5],
    ],
  );
  const values = await compare(asLines, ordersOf('    as: lines\n', 'STRING'), ORDERS);
  assert.equal(values.byKind, { message: 2, verdict_lowered: 3 });
  const [first] = values.first;
  assert.equal(first?.before, {
    event: '{"lines":[{"no":1,"iban":{"masked":true,"length":16}},{"no":2,"iban":null}]}',
  });
  const limit = await compare(asLines, `maxDocumentRecords: 2\n${asLines}`, ORDERS);
  assert.equal([limit.records, limit.byKind], [6, { verdict_raised: 3, message: 1 }]);
  for (const difference of [member, values, limit]) assert.not(JSON.stringify(difference).includes(SECRET));
});

test('differences in verdicts, values and events, each with its first record', async () => {
  const old = `messageKey: [id]\n${fields('name: id, type: STRING', 'name: n, type: INTEGER')}validationRules:\n  - { ruleId: most, field: n, ruleType: MAX_VALUE, value: "10" }\n`;
  const now = `messageKey: [id]\nnullValues: ["0"]\n${fields('name: id, type: STRING', 'name: n, type: DECIMAL')}validationRules:\n  - { ruleId: most, field: n, ruleType: MAX_VALUE, value: "5" }\n`;
  const { first, ...counts } = await compare(old, now, 'id,n\na,1\nb,7\nc,0\nd,1.5\ne,x\n');
  assert.equal(counts, {
    file: 'f',
    records: 5,
    changed: 3,
    byKind: { verdict_raised: 1, value: 1, verdict_lowered: 1, message: 1 },
  });
  assert.equal(
    first.map(({ kind, record, line }) => [kind, record, line]),
    [
      ['verdict_raised', 2, 3],
      ['value', 3, 4],
      ['verdict_lowered', 4, 5],
      ['message', 4, 5],
    ],
  );
  assert.equal([first[1]?.before, first[1]?.after], [{ n: '0' }, { n: null }]);
});

test('a renamed field is a different event with the same value, and so is another message key', async () => {
  const old = `messageKey: [id]\n${fields('name: id, type: STRING', 'name: n, type: INTEGER, columnName: N')}`;
  const renamed = await compare(
    old,
    `messageKey: [id]\n${fields('name: id, type: STRING', 'name: count, type: INTEGER, columnName: N')}`,
    'id,N\na,1\nb,2\n',
  );
  assert.equal([renamed.changed, renamed.byKind], [2, { message: 2 }]);
  const [shown] = renamed.first;
  assert.equal([shown?.before, shown?.after], [{ event: '{"n":1}' }, { event: '{"count":1}' }], 'only what changes');
  const keyed = await compare(
    old,
    `messageKey: [id, n]\n${fields('name: id, type: STRING', 'name: n, type: INTEGER, columnName: N')}`,
    'id,N\na,1\n',
  );
  assert.equal([keyed.byKind, keyed.first[0]?.after], [{ message: 1 }, { key: '["a","1"]' }]);
  const numbers = await compare(
    old,
    `messageKey: [id]\nnumbersAs: STRING\n${fields('name: id, type: STRING', 'name: n, type: INTEGER, columnName: N')}`,
    'id,N\na,1\n',
  );
  assert.equal(numbers.byKind, { message: 1 });
});

test('records are matched by position, also if others appear or disappear between them', async () => {
  const one = fields('name: kind, type: STRING', 'name: n, type: INTEGER');
  const all = 'kind,n\nD,1\nT,x\n\nD,2\n# D\nD,3\n';
  const gone = await compare(one, `comment: "#"\nrecordWhen: { column: kind, values: [D] }\n${one}`, all);
  assert.equal([gone.records, gone.byKind], [5, { record_gone: 2 }]);
  assert.equal(
    gone.first.map(({ kind, record, line, after }) => [kind, record, line, after]),
    [['record_gone', 2, 3, null]],
  );
  const come = await compare(`comment: "#"\nrecordWhen: { column: kind, values: [D] }\n${one}`, one, all);
  assert.equal([come.records, come.byKind, come.first[0]?.line], [5, { record_new: 2 }, 3]);
});

test('a file that one of the two cannot read is a separate kind of difference', async () => {
  const [old, now] = [fields('name: id, type: STRING'), fields('name: id, type: STRING', 'name: n, type: INTEGER')];
  const lost = await compare(old, now, 'id\na\nb\n');
  assert.equal([lost.records, lost.changed, lost.byKind], [2, 2, { not_read_by_new: 2 }]);
  assert.equal(lost.first[0]?.after, {
    failure: { code: 'MISSING_COLUMN', message: 'the header has no column "n" for the field "n"' },
  });
  assert.equal((await compare(now, old, 'id\na\nb\n')).byKind, { not_read_by_old: 2 });
  const empty = await compare(old, now, 'id\n');
  assert.equal([empty.records, empty.changed, empty.byKind, empty.first.length], [0, 0, { not_read_by_new: 0 }, 1]);
  assert.equal(
    (await compare(now, now.replace('INTEGER', 'STRING'), 'id\n')).first,
    [],
    'nothing changes if neither can read it',
  );
});

const hidden = (difference: SampleDifference) => {
  assert.ok(difference.first.length > 0, 'no record is shown');
  assert.not.match(JSON.stringify(difference), /secret/);
};

test('sensitive values are masked if either state marks them, whatever happens to the field', async () => {
  const iban = (more: string) => `${fields('name: id, type: STRING', `name: iban, type: STRING${more}`)}`;
  const rule = 'validationRules:\n  - { ruleId: form, field: iban, ruleType: REGEX, value: "[A-Z]+" }\n';
  const file = `id,iban\na,${SECRET}\n`;
  const sensitive = ', sensitive: true';
  hidden(await compare(iban('') + rule, iban(sensitive), file));
  hidden(await compare(iban(sensitive), iban('') + rule, file));
  hidden(
    await compare(
      iban(sensitive) +
        'correctionRules:\n  - { ruleId: up, field: iban, correctionType: PAD_LEFT, padChar: x, length: 40 }\n',
      iban(sensitive),
      file,
    ),
  );
  hidden(await compare(`messageKey: [iban]\n${iban(sensitive)}`, `messageKey: [id, iban]\n${iban(sensitive)}`, file));
  // Renamed, and read by a new field of another type.
  hidden(
    await compare(
      fields('name: id, type: STRING', 'name: iban, type: STRING, columnName: I, sensitive: true'),
      fields('name: id, type: STRING', 'name: account, type: STRING, columnName: I'),
      `id,I\na,${SECRET}\n`,
    ),
  );
  hidden(
    await compare(
      fields('name: id, type: STRING', 'name: iban, type: STRING, columnName: I, sensitive: true'),
      fields('name: id, type: STRING', 'name: account, type: INTEGER, columnName: I'),
      `id,I\na,${SECRET}\n`,
    ),
  );
});

test('a cell as sent, and the values that an expression reads, are masked as values are', async () => {
  const iban = (more: string, rules: string) =>
    fields('name: id, type: STRING', `name: iban, type: STRING${more}`) +
    'correctionRules:\n  - { ruleId: cut, field: iban, correctionType: REGEX_REPLACE, pattern: "x", replacement: "" }\n' +
    rules;
  const form = 'validationRules:\n  - { ruleId: form, field: iban, ruleType: REGEX, value: "[A-Z]+" }\n';
  const read = 'validationRules:\n  - { ruleId: same, field: id, ruleType: EXPRESSION, value: "id == iban" }\n';
  const sensitive = ', sensitive: true';
  for (const rules of [form, read])
    for (const cell of [`x${SECRET}`, SECRET]) {
      const file = `id,iban\na,${cell}\n`;
      hidden(await compare(iban('', rules), iban(sensitive, ''), file));
      hidden(await compare(iban(sensitive, ''), iban('', rules), file));
    }
  const [shown] = (await compare(iban('', form), iban('', ''), `id,iban\na,x${SECRET}\n`)).first;
  assert.match(JSON.stringify(shown?.before), `"original":"x${SECRET}"`);
});

test('if columns move or a record is malformed, no value is reported beside a sensitive field', async () => {
  const two = (more: string) => `hasHeader: false\n${more}`;
  hidden(
    await compare(
      two(fields('name: id, type: STRING', 'name: iban, type: STRING, sensitive: true')),
      two(fields('name: iban, type: STRING, sensitive: true', 'name: id, type: STRING')),
      `a,${SECRET}\n`,
    ),
  );
  hidden(
    await compare(
      two(fields('name: id, type: STRING', 'name: iban, type: STRING, sensitive: true')),
      `delimiter: ";"\n${two(fields('name: id, type: STRING', 'name: iban, type: STRING, sensitive: true'))}`,
      `a,${SECRET}\n`,
    ),
  );
  hidden(
    await compare(
      `onExtraColumns: WARNING\n${two(fields('name: id, type: STRING', 'name: iban, type: STRING, sensitive: true'))}`,
      `onExtraColumns: ERROR\nnullValues: [${SECRET}]\n${two(fields('name: id, type: STRING', 'name: iban, type: STRING, sensitive: true'))}`,
      `${SECRET},b,c\n`,
    ),
  );
  // The first line becomes the header, which consists of values.
  hidden(
    await compare(
      `columnMatch: POSITION\nhasHeader: false\n${fields('name: id, type: STRING', 'name: iban, type: STRING, sensitive: true')}`,
      fields('name: id, type: STRING', 'name: iban, type: STRING, sensitive: true'),
      `a,${SECRET}\nb,c\n`,
    ),
  );
});

test.run();
