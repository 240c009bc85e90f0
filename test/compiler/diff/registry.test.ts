import { test } from 'uvu';
import * as assert from 'uvu/assert';
import avsc from 'avsc';
import {
  type AnySpec,
  compareSpecs,
  createSpecSchemas,
  createTypeSchemas,
  judgeChanges,
  readAndCheck,
  type JsonSchema,
} from '../../../compiler/index.ts';
import { isEncodable } from '../../../compiler/pipeline/2-check/encoder.ts';
import { findAllConflicts, findAllJsonConflicts } from '../../../compiler/tools/diff/registry/judge-changes.ts';
import { accepts } from '../json-schema-validator.ts';
import { caseNames, readState } from './change-case.ts';

function specOf(text: string): AnySpec {
  const { spec, diagnostics } = readAndCheck({ text, path: 's.yaml', syntax: 'yaml' });
  if (spec === null) throw new Error(JSON.stringify(diagnostics));
  return spec;
}

/** Returns the changes with what a registry says: `code level`, for those that it judges. */
function judge(old: AnySpec, now: AnySpec) {
  const changes = compareSpecs({ spec: old, path: 's.yaml' }, { spec: now, path: 's.yaml' });
  return judgeChanges(old, now, changes);
}

const levels = (old: string, now: string) =>
  judge(specOf(old), specOf(now)).flatMap(({ code, registry }) =>
    registry === undefined ? [] : [`${code} ${registry.backward ? 'B' : '-'}${registry.forward ? 'F' : '-'}`],
  );

const one = (fields: string, rest = '', name = 'orders') =>
  `name: ${name}\nformat: CSV\nfields:\n  - { name: id, type: STRING, required: true }\n${fields}${rest}`;
const CODE = '  - { name: code, type: STRING }\n';
const DUE = '  - { name: code, type: STRING, required: true }\n';
const COUNT = '  - { name: n, type: INTEGER }\n';
const BOUNDS = `validationRules:
  - { ruleId: a, field: n, ruleType: MIN_VALUE, value: "0" }
  - { ruleId: b, field: n, ruleType: MAX_VALUE, value: "9" }\n`;

test('what a registry says about each change of messages', () => {
  assert.equal(levels(one(''), one(CODE)), ['field_added BF']);
  assert.equal(levels(one(CODE), one('')), ['field_removed BF']);
  assert.equal(levels(one(''), one(DUE)), ['field_added -F']);
  assert.equal(levels(one(DUE), one('')), ['field_removed B-']);
  assert.equal(levels(one(CODE), one(DUE)), ['required_added -F']);
  assert.equal(levels(one(DUE), one(CODE)), ['required_removed B-']);
  assert.equal(levels(one(CODE), one(CODE.replace('STRING', 'BOOLEAN'))), ['type_changed --']);
  assert.equal(levels(one(CODE), one(CODE, '', 'sales')), ['spec_renamed --']);
  assert.equal(levels(one(CODE), one(CODE, 'messageKey: [id]\n')), ['message_key_added BF']);
});

test('a rule that changes the type of a schema is judged, too', () => {
  assert.equal(levels(one(COUNT), one(COUNT, BOUNDS)), ['rule_added --', 'rule_added --']);
  assert.equal(levels(one(COUNT, BOUNDS), one(COUNT, BOUNDS.replace('"9"', '"8"'))), []);
});

test('a spec that Avro cannot contain has no verdict', () => {
  assert.equal(levels(one('  - { name: t, type: TIME, endOfDay: true }\n'), one(CODE)), []);
});

const typed = (fields: string, as = 'as: lines') => `name: orders
format: CSV
hasHeader: false
recordTypes:
  - { name: order, when: { column: 1, values: [O] }, fields: [{ name: t, type: STRING }] }
  - name: line
    in: order
    ${as}
    when: { column: 1, values: [L] }
    fields:
      - { name: t, type: STRING }
${fields}`;
const INNER = '      - { name: net, type: DECIMAL, required: true }\n';

test('changes of members are judged at their place', () => {
  assert.equal(levels(typed(''), typed(INNER)), ['field_added -F']);
  assert.equal(levels(typed(INNER), typed(INNER, 'as: lines\n    occurs: OPTIONAL')), ['record_type_as_changed --']);
});

test('the reasons name the field and the level', () => {
  const [added] = judge(specOf(one('')), specOf(one(DUE))).filter(({ registry }) => registry !== undefined);
  assert.equal(added?.registry?.reasons, [
    'BACKWARD: the new schema cannot read older messages: "code" is missing there, and has no default',
  ]);
});

/** Whether avsc, with an algorithm of its own, accepts the schemas. */
function avscReads(reader: unknown, writer: unknown): boolean {
  const bare = (schema: unknown) => avsc.Type.forSchema(schema as never, { wrapUnions: 'always' });
  try {
    bare(reader).createResolver(bare(writer));
    return true;
  } catch {
    return false;
  }
}

test('for each edit of the list of changes, each conflict belongs to a change, and avsc agrees', () => {
  const met = { edits: 0, judged: 0, refused: 0 };
  for (const name of caseNames('')) {
    const [a, b] = ['old', 'new'].map((state) => readAndCheck(readState(name, state)).spec);
    if (!a || !b) throw new Error(name);
    for (const [old, now] of [
      [a, b],
      [b, a],
    ] as const) {
      met.edits++;
      if (![old, now].every((spec) => isEncodable(spec, 'AVRO'))) continue;
      const conflicts = findAllConflicts(old, now);
      const changes = judge(old, now);
      const reasons = new Set(changes.flatMap(({ registry }) => registry?.reasons ?? []));
      assert.equal(
        conflicts.map(({ text }) => text).filter((text) => !reasons.has(text)),
        [],
        name,
      );
      for (const { axis, registry } of changes) assert.ok(axis !== 'message' || registry !== undefined, name);
      met.judged++;
      if (conflicts.length > 0) met.refused++;
      const [before, after] = [old, now].map((spec) => createSpecSchemas(spec, 'AVRO', null));
      if (before?.length !== 1 || after?.length !== 1) continue;
      const [was, is] = [before[0]?.schema, after[0]?.schema];
      const accepts = (level: string) => conflicts.every((conflict) => conflict.level !== level);
      assert.is(accepts('BACKWARD'), avscReads(is, was), `${name} BACKWARD ${JSON.stringify(conflicts)}`);
      assert.is(accepts('FORWARD'), avscReads(was, is), `${name} FORWARD ${JSON.stringify(conflicts)}`);
    }
  }
  console.log(`note: ${JSON.stringify(met)}`);
  assert.ok(met.judged > 300 && met.refused >= 25, JSON.stringify(met));
});

const jsonLevels = (old: string, now: string) => {
  const [before, after] = [specOf(old), specOf(now)];
  const changes = compareSpecs({ spec: before, path: 's.yaml' }, { spec: after, path: 's.yaml' });
  return judgeChanges(before, after, changes, 'json-schema').flatMap(({ code, registry }) =>
    registry === undefined ? [] : [`${code} ${registry.backward ? 'B' : '-'}${registry.forward ? 'F' : '-'}`],
  );
};

test('what a registry says about each change of messages in JSON with a schema', () => {
  // Each member is required, and no others are allowed.
  assert.equal(jsonLevels(one(''), one(CODE)), ['field_added --']);
  assert.equal(jsonLevels(one(CODE), one(DUE)), ['required_added -F']);
  assert.equal(jsonLevels(one(CODE), one(CODE.replace('STRING', 'BOOLEAN'))), ['type_changed --']);
  assert.equal(jsonLevels(one(CODE), one(CODE, '', 'sales')), ['spec_renamed BF']);
  assert.equal(jsonLevels(one('  - { name: n, type: INTEGER }\n'), one('  - { name: n, type: DECIMAL }\n')), [
    'type_changed B-',
  ]);
  const fatal = BOUNDS.replaceAll(' }', ', severity: FATAL }');
  assert.equal(jsonLevels(one(COUNT), one(COUNT, fatal)), ['rule_added -F', 'rule_added -F']);
  assert.equal(jsonLevels(one(COUNT, fatal), one(COUNT, fatal.replace('"9"', '"8"'))), ['rule_operand_changed -F']);
  assert.equal(jsonLevels(typed(''), typed(INNER)), ['field_added --']);
  assert.equal(jsonLevels(one('  - { name: t, type: TIME, endOfDay: true }\n'), one('')), ['field_removed --']);
});

test('a value of a sensitive field is in no reason', () => {
  const rule = (values: string) =>
    `validationRules:\n  - { ruleId: a, field: code, ruleType: ALLOWED_VALUES, value: [${values}], severity: FATAL }\n`;
  const secret = CODE.replace(' }', ', sensitive: true }');
  const [before, after] = [specOf(one(secret, rule('hidden1'))), specOf(one(secret, rule('hidden2')))];
  assert.not.match(JSON.stringify(findAllJsonConflicts(before, after)), /hidden/);
});

const VALUES: readonly unknown[] = [
  ...['', 'a', 'A', 'ab', 'x'.repeat(9), 'x'.repeat(40), '1', '12.5', '2024-02-29', '10:00:00', '2024-01-01T00:00:00Z'],
  ...['EUR', 'USD', 'order', 'line', null, true, false, 0, 1, -1, 1.5, 7, 9, 10, 99, 100, 1000, 1e6, [], {}],
];

/** Returns messages that a schema accepts: in each, one member has another value. */
function messagesOf(schema: JsonSchema): Record<string, unknown>[] {
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, JsonSchema>>);
  const accepted = properties.map(([name, own]) => [name, VALUES.filter((value) => accepts(own, value))] as const);
  const base = Object.fromEntries(accepted.map(([name, [first]]) => [name, first]));
  return accepted.flatMap(([name, values]) => values.map((value) => ({ ...base, [name]: value })));
}

test('for each edit, the schemas accept what the levels say', () => {
  let tried = 0;
  for (const name of caseNames('')) {
    const [a, b] = ['old', 'new'].map((state) => readAndCheck(readState(name, state)).spec);
    if (!a || !b) throw new Error(name);
    const conflicts = findAllJsonConflicts(a, b);
    const [was, is] = [a, b].map((spec) => createTypeSchemas(spec));
    if (was?.length !== 1 || is?.length !== 1 || was[0] === undefined || is[0] === undefined) continue;
    for (const [level, writer, reader] of [
      ['BACKWARD', was[0].schema, is[0].schema],
      ['FORWARD', is[0].schema, was[0].schema],
    ] as const) {
      const messages = messagesOf(writer).filter((message) => accepts(writer, message));
      const isCompatible = conflicts.every((one) => one.level !== level);
      tried += messages.length;
      if (isCompatible) for (const one of messages) assert.ok(accepts(reader, one), `${name} ${level}`);
      else if (messages.length > 0 && !/pattern|format/.test(JSON.stringify(conflicts)))
        assert.ok(!messages.every((one) => accepts(reader, one)), `${name} ${level} ${JSON.stringify(conflicts)}`);
    }
  }
  assert.ok(tried > 1000, String(tried));
});

test.run();
