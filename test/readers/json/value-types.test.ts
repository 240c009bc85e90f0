/** Record types that values select: what a reader of its own finds in drawn files, and what both readers find. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { createTypeLocators, hasRecordTypes, readAndCheck } from '../../../compiler/index.ts';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { compareReaders } from '../parity/record-types/compare-readers.ts';

/** A place of a value that selects, with the conditions that may be drawn for it. */
const places = ['/kind', '/meta/k', '/a~1b'] as const;
const texts: readonly [string, ...string[]] = [
  'order',
  'refund',
  '7',
  'true',
  'é',
  '',
  'order-2',
  'R"1',
  'null',
  '1.50',
];

/** A condition for a value, in the spec and as a function of its own. */
interface Condition {
  readonly column: (typeof places)[number];
  readonly keys: Record<string, unknown>;
  readonly accepts: (text: string) => boolean;
}

interface DrawnType {
  readonly name: string;
  readonly conditions: readonly Condition[];
}

interface DrawnSpec {
  readonly types: readonly DrawnType[];
  readonly isDocument: boolean;
  readonly onUnknown: string;
  readonly spec: Record<string, unknown>;
}

function drawCondition(random: Random, used: Set<string>, onePlace: boolean): Condition | null {
  const column = onePlace ? places[0] : random.pick(places);
  const free = texts.filter((text) => !used.has(text));
  if (free.length < 2) return null;
  const [first = '', second = ''] = [free[random.below(free.length)], free[random.below(free.length)]];
  for (const text of [first, second]) used.add(text);
  const values = [...new Set([first, second])];
  if (random.oneIn(4)) {
    const letter = random.pick(['x', 'y', 'z']);
    if (used.has(letter)) return null;
    used.add(letter);
    return {
      column,
      keys: { values, startsWith: [letter] },
      accepts: (text) => values.includes(text) || text.startsWith(letter),
    };
  }
  if (random.oneIn(4) && !used.has('[0-9]{3}')) {
    used.add('[0-9]{3}');
    return {
      column,
      keys: { values, pattern: '[0-9]{3}' },
      accepts: (text) => values.includes(text) || /^[0-9]{3}$/.test(text),
    };
  }
  return { column, keys: { values }, accepts: (text) => values.includes(text) };
}

function drawSpec(random: Random): DrawnSpec {
  const onePlace = !random.oneIn(4);
  const isDocument = random.oneIn(3);
  const used = new Set<string>();
  const types: DrawnType[] = [];
  for (let index = 0; index < 1 + random.below(4); index++) {
    const condition = drawCondition(random, used, true);
    if (condition === null) continue;
    const more = onePlace ? null : drawCondition(random, new Set(), false);
    const conditions = more === null || more.column === places[0] ? [condition] : [condition, more];
    types.push({ name: `t${index}`, conditions });
  }
  if (random.oneIn(3)) types.splice(random.below(types.length + 1), 0, { name: 'others', conditions: [] });
  const onUnknown = random.pick(['FATAL', 'ERROR', 'WARNING', 'IGNORE']);
  const path = isDocument ? { path: '/all/*' } : {};
  const recordTypes = types.map(({ name, conditions: [first, ...all] }, index) => {
    const own = first === undefined ? {} : { column: first.column, ...first.keys };
    const more = all.map(({ column, keys }) => ({ column, ...keys }));
    const when = { ...path, ...own, ...(more.length > 0 && { all: more }) };
    return {
      name,
      ...(Object.keys(when).length > 0 && { when }),
      fields: [
        { name: 'id', type: 'INTEGER', required: true },
        ...(index % 2 === 0 ? [{ name: 'what', type: 'STRING', columnName: '/kind' }] : []),
        ...(index % 3 === 0 ? [{ name: 'note', type: 'STRING', columnName: '/meta/note' }] : []),
      ],
    };
  });
  const keys = { order: 'ANY', recordTypeMember: 'type', onUnknownRecordType: onUnknown };
  return { types, isDocument, onUnknown, spec: { name: 'drawn', format: 'JSON', ...keys, recordTypes } };
}

/** A member of a drawn record: its text in the file, and the text that selects; null if there is none. */
interface DrawnValue {
  readonly token: string;
  readonly text: string | null;
}

function drawValue(random: Random, likely: readonly string[]): DrawnValue | null {
  if (likely.length > 0 && !random.oneIn(20)) {
    const text = likely[random.below(likely.length)] ?? '';
    return { token: JSON.stringify(text), text };
  }
  if (random.oneIn(12)) return null;
  if (random.oneIn(16))
    return random.pick([
      { token: 'null', text: null },
      { token: '[1]', text: null },
      { token: '{"a":"order"}', text: null },
    ]);
  const text = random.oneIn(4) ? random.pick(['xy', 'zz', '123', 'orde', 'orders']) : random.pick(texts);
  if (/^(?:\d+(?:\.\d+)?|true)$/.test(text) && random.oneIn(2)) return { token: text, text };
  const token = JSON.stringify(text);
  return { token: random.oneIn(8) ? token.replace('o', '\\u006f') : token, text };
}

interface Expected {
  readonly type: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

interface DrawnRecord {
  readonly text: string;
  readonly expected: Expected | 'SKIPPED';
}

/** Draws a record, and says with its own conditions what is expected of it. */
function drawRecord(drawn: DrawnSpec, random: Random, id: number, isPlain: boolean): DrawnRecord {
  const values = new Map(
    places.map((place) => {
      const conditions = isPlain ? drawn.types.flatMap((one) => one.conditions) : [];
      const likely = conditions.flatMap(({ column, keys }) => (column === place ? (keys['values'] as string[]) : []));
      return [place, drawValue(random, likely)];
    }),
  );
  const memberOf = (name: string, value: DrawnValue | null | undefined) =>
    value == null ? [] : [`${JSON.stringify(name)}:${value.token}`];
  const inMeta = [...memberOf('k', values.get('/meta/k')), ...(random.oneIn(3) ? ['"note":"n"'] : [])];
  const members = [
    `"id":${id}`,
    ...memberOf('kind', values.get('/kind')),
    ...memberOf('a/b', values.get('/a~1b')),
    ...(inMeta.length > 0 ? [`"meta":{${inMeta.join()}}`] : []),
    ...(!isPlain && random.oneIn(4) ? [`"more":[{"kind":"order"},[],"}"]`] : []),
  ];
  // The first fault is reported, which a list as the kind would be.
  const isTwice = random.oneIn(isPlain ? 50 : 20) && !/^[[{]/.test(values.get('/kind')?.token ?? '');
  if (isTwice) members.push('"id":0');
  for (let from = isPlain ? 0 : members.length - 1; from > 0; from--) {
    const to = random.below(from + 1);
    [members[from], members[to]] = [members[to] ?? '', members[from] ?? ''];
  }
  const separator = !isPlain && random.oneIn(3) ? ' , ' : ',';
  const whole = `${random.oneIn(8) ? ' ' : ''}{${members.join(separator)}}`;
  const isBroken = !drawn.isDocument && random.oneIn(20);
  const text = isBroken ? whole.slice(0, -1 - random.below(3)) : whole;
  const selected = drawn.types.find(
    ({ conditions }) =>
      conditions.length > 0 &&
      conditions.every(({ column, accepts }) => {
        const value = values.get(column)?.text ?? null;
        return value !== null && accepts(value);
      }),
  );
  const type = selected ?? drawn.types.find(({ conditions }) => conditions.length === 0);
  if (isBroken) return { text, expected: { type: null, code: 'MALFORMED_JSON', message: null } };
  if (type === undefined && drawn.onUnknown === 'IGNORE') return { text, expected: 'SKIPPED' };
  if (isTwice) return { text, expected: { type: type?.name ?? null, code: 'DUPLICATE_MEMBER', message: null } };
  if (type === undefined) return { text, expected: { type: null, code: 'UNKNOWN_RECORD_TYPE', message: null } };
  const index = Number(drawn.types.indexOf(type));
  const kind = values.get('/kind');
  if (index % 2 === 0 && (kind?.token.startsWith('[') === true || kind?.token.startsWith('{') === true))
    return { text, expected: { type: type.name, code: 'TYPE_MISMATCH', message: null } };
  const what =
    index % 2 === 0 ? `,"what":${JSON.stringify(kind?.text == null || kind.text === '' ? null : kind.text)}` : '';
  const note = index % 3 === 0 ? `,"note":${inMeta.includes('"note":"n"') ? '"n"' : 'null'}` : '';
  return {
    text,
    expected: { type: type.name, code: null, message: `{"type":"${type.name}","id":${id}${what}${note}}` },
  };
}

test('both readers find the types, the values and the issues that a reader of its own finds', async () => {
  const specs = scaleRuns(120);
  let [fastRecords, records] = [0, 0];
  for (let index = 0; index < specs; index++) {
    const random = randomOf(seed, index);
    const drawn = drawSpec(random);
    if (drawn.types.length === 0) continue;
    const text = JSON.stringify(drawn.spec);
    const module = await loadModule({ text, path: 'drawn.json', syntax: 'json' });
    for (let file = 0; file < 4; file++) {
      const isPlain = random.oneIn(3);
      const count = random.below(isPlain ? 200 : 15);
      const all = Array.from({ length: count }, (_, id) => drawRecord(drawn, random, id + 1, isPlain));
      const lines = all.map((one) => one.text);
      const content = drawn.isDocument
        ? `{"x":1,"all":[${lines.join(',\n')}]}`
        : lines.join(random.oneIn(2) ? '\n' : '\r\n');
      const place = `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${text}\n${content}`;
      const options = { batchRecords: 1 + random.below(30), onNoRecords: 'WARNING' };
      const bytes = new TextEncoder().encode(content);
      const { batches, fastRecords: fast } = compareReaders(module, {
        bytes,
        options,
        random,
        hasUniqueRules: false,
        place,
      });
      fastRecords += fast;
      if (batches.at(-1)?.failure) {
        assert.ok(
          all.every(({ expected }) => expected === 'SKIPPED'),
          place,
        );
        continue;
      }
      const found = all.flatMap(({ expected }, line) =>
        expected === 'SKIPPED' ? [] : [{ line: line + 1, ...expected }],
      );
      records += found.length;
      assert.deepEqual(
        messagesOf(batches),
        found.flatMap(({ message }) => message ?? []),
        place,
      );
      assert.deepEqual(
        batches.flatMap(({ recordIssues }) => recordIssues.map(({ line, issues }) => `${line} ${issues[0]?.code}`)),
        found.flatMap(({ line, code }) => (code === null ? [] : [`${line} ${code}`])),
        place,
      );
    }
  }
  console.log(`note: ${fastRecords} of ${records} records were read fast`);
  assert.ok(fastRecords > 0.1 * records, `${fastRecords} of ${records} records were read fast`);
});

test('values are located in the records of each type, whatever members were not read before', () => {
  const types = `recordTypes:\n  - { name: a, when: { column: /k, values: [a] }, fields: [{ name: id, type: INTEGER }] }\n`;
  const { spec } = readAndCheck({
    text: `name: located\nformat: JSON\n${types}`,
    path: 'located.yaml',
    syntax: 'yaml',
  });
  if (spec === null || !hasRecordTypes(spec)) throw new Error('the spec is wrong');
  const locators = createTypeLocators(spec, { header: { unread: ['/x'] } });
  assert.deepEqual(locators('a').locateCells('{"k":"a","id":"x"}'), [{ start: 14, end: 17 }]);
});

function messagesOf(batches: readonly Batch[]): string[] {
  return batches.flatMap(({ bytes, ends }) =>
    Array.from(ends, (end, at) => Buffer.from(bytes.subarray(ends[at - 1] ?? 0, end)).toString()),
  );
}

test.run();
