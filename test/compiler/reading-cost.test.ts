/** What `specmill check --cost` says about the fields of a spec agrees with the emitted fast reader. */
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeCost, readAndCheck } from '../../compiler/index.ts';
import { emitSource } from '../support/load-module.ts';

const folder = new URL('../../specs/', import.meta.url);

function read(text: string): NonNullable<ReturnType<typeof readAndCheck>['spec']> {
  const { spec, diagnostics } = readAndCheck({ text, path: 'a.yaml', syntax: 'yaml' });
  if (spec === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return spec;
}

for (const name of readdirSync(folder).filter((file) => file.endsWith('.yaml'))) {
  test(`${name}: the fields that are read from text have no function that copies bytes`, () => {
    const spec = read(readFileSync(new URL(name, folder), 'utf8'));
    const { slow, careful } = describeCost(spec);
    const { fastSource } = emitSource(spec);
    assert.is(slow === null, fastSource !== null);
    if (fastSource === null) return;
    const described =
      fastSource.replaceAll('\n * ', ' ').match(/(?:Read from text|Computed from texts), which is slower/g) ?? [];
    // The fast reader of a record type that only the careful reader reads is not emitted.
    const ofTypes = careful.filter(({ reasons }) => /copy values from it|number of records/.test(reasons.join()));
    assert.is(careful.length - ofTypes.length, described.length);
    assert.ok(careful.every(({ reasons }) => reasons.length > 0));
  });
}

test('the reason is the key without which the field would be read from bytes', () => {
  const spec = read(`
name: a
format: CSV
fields:
  - { name: plain, type: STRING }
  - { name: replaced, type: STRING }
  - { name: both, type: STRING }
correctionRules:
  - { ruleId: c1, field: replaced, correctionType: TRIM }
  - { ruleId: c2, field: replaced, correctionType: REGEX_REPLACE, pattern: "(a)(b)", replacement: "$2$1" }
  - { ruleId: c3, field: both, correctionType: LOWER_CASE }
  - { ruleId: c4, field: both, correctionType: TRIM }
`);
  assert.equal(describeCost(spec), {
    slow: null,
    fields: 3,
    careful: [
      { name: 'replaced', reasons: ['the correction REGEX_REPLACE'] },
      { name: 'both', reasons: ['LOWER_CASE and TRIM'] },
    ],
  });
});

test('conditions beyond exact values are read from text', () => {
  for (const when of ['startsWith: [A]', 'pattern: A', 'all: [{ column: b, values: [A] }], values: [A]']) {
    const text = `name: a\nformat: CSV\nfields: [{ name: a, type: STRING }]\nrecordWhen: { column: a, ${when} }\n`;
    assert.match(describeCost(read(text)).slow ?? '', /^startsWith, pattern or all select records/);
  }
  const exact = 'name: a\nformat: CSV\nfields: [{ name: a, type: STRING }]\nrecordWhen: { column: a, values: [A] }\n';
  assert.is(describeCost(read(exact)).slow, null);
});

test('paths with a predicate are read from text', () => {
  const cost = (path: string) =>
    describeCost(
      read(`name: a\nformat: XML\nrecordPath: /a/b\nfields: [{ name: a, type: STRING, columnName: '${path}' }]\n`),
    );
  assert.match(cost('c[2]').slow ?? '', /a path has a predicate/);
  assert.is(cost('c').slow, null);
});

test('without a fast reader, the reason is that of the whole spec', () => {
  const fields = 'fields: [{ name: f, type: STRING }]';
  assert.match(
    describeCost(read(`name: a\nformat: CSV\ndelimiter: "-"\n${fields}\n`)).slow ?? '',
    /no fast reader for CSV/,
  );
  const types = `recordTypes: [{ name: r, when: { column: 1, values: [R] }, ${fields} }]`;
  const { slow, fields: count } = describeCost(read(`name: a\nformat: CSV\nhasHeader: false\n${types}\n`));
  assert.equal([slow, count], [null, 1]);
});

const TYPED = `
name: a
format: FIXED_WIDTH
recordTypes:
  - name: batch
    when: { start: 1, length: 1, values: [B] }
    fields: [{ name: id, type: STRING, start: 2, length: 3 }]
  - name: entry
    in: batch
    when: { start: 1, length: 1, values: [E] }
    fields:
      - { name: batch, from: batch.id }
      - { name: text, type: STRING, start: 2, length: 3 }
    correctionRules:
      - { ruleId: c, field: text, correctionType: REGEX_REPLACE, pattern: "(a)(b)", replacement: "$2$1" }
`;

test('the fields of record types are named with their type, and copied fields are not counted', () => {
  assert.equal(describeCost(read(TYPED)), {
    slow: null,
    fields: 2,
    careful: [
      { name: 'batch.id', reasons: ['records of the type entry copy values from it'] },
      { name: 'entry.text', reasons: ['the correction REGEX_REPLACE'] },
    ],
  });
});

const SLOW = [
  ['continuation: { when: { start: 1, length: 1, values: [K] }, joins: previous }', /^continuation lines/],
  ['filler: { when: { start: 1, length: 1, values: [Y] } }', /^filler lines/],
] as const;

for (const [key, reason] of SLOW)
  test(`the reason why record types have no fast reader: ${reason.source}`, () => {
    assert.match(describeCost(read(`${TYPED}${key}\n`)).slow ?? '', reason);
  });

test('a spec is read from text if no type has fields that the fast reader may read', () => {
  const text = TYPED.replace(/      - \{ name: text[^]*$/, '');
  assert.is(describeCost(read(text)).slow, 'each record type is read from text');
});

test('only rules of the file and long documents have a file read twice', () => {
  const whole = TYPED.replace('name: batch\n', 'name: batch\n    reject: WHOLE\n');
  const rule = (path: string) => `fileRules: [{ ruleId: unique, ruleType: UNIQUE, of: [${path}], severity: FATAL }]\n`;
  const twice = (text: string) => describeCost(read(text)).twice;
  assert.is(twice(TYPED), undefined);
  assert.is(twice(TYPED + rule('batch.id')), 'the file rule unique is FATAL');
  assert.is(twice(whole), 'documents may be too long to be held (reject: WHOLE)');
  const lines = TYPED.replace('in: batch\n', 'in: batch\n    as: entries\n');
  const range = 'fileRules: [{ ruleId: few, ruleType: COUNT_EQUALS, of: entry, field: batch.n, severity: FATAL }]\n';
  const counted = lines.replace('length: 3 }]', 'length: 3 }, { name: n, type: INTEGER, start: 5, length: 1 }]');
  assert.is(twice(counted + range), undefined, 'a rule of a document');
});

test.run();
