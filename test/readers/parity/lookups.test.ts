/** Lookups and IN_REFERENCE in the fast reader of each format: it finds the rows that the careful reader finds. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const LONG = 'z'.repeat(300);
const TABLE = `k,city,note
A,Berlin,"x ""y"" \\ \t"
"B ""b""",Ulm,
ä,Köln,\ufeffö
A-1,joined,
12,zwölf,
,empty,e
long,${LONG},
`;
const RECORDS: readonly (readonly [string, string])[] = [
  ['A', '1'],
  ['B "b"', '12'],
  ['ä', ''],
  ['', '5'],
  ['nope', '12'],
  ['long', '3'],
];
const COMPUTED = {
  city: 'lookup("t", v, "city")',
  note: 'lookup("t", v, "note")',
  key: 'lookup("t", v, "k")',
  joined: 'lookup("t", v + "-" + text(n), "city")',
  number: 'lookup("t", text(n), "city")',
  first: 'coalesce(lookup("t", text(n), "city"), lookup("t", v, "city"), "none")',
  constant: 'lookup("t", "ä", "note")',
  chosen: 'v == "A" ? lookup("t", v, "city") : "other"',
  nested: 'lookup("t", lookup("t", v, "k"), "city")',
};
const EXPECTED: Readonly<Record<keyof typeof COMPUTED, readonly (string | null)[]>> = {
  city: ['Berlin', 'Ulm', 'Köln', null, null, LONG],
  note: ['x "y" \\ \t', null, '\ufeffö', null, null, null],
  key: ['A', 'B "b"', 'ä', null, null, 'long'],
  joined: ['joined', null, null, null, null, null],
  number: [null, 'zwölf', null, null, 'zwölf', null],
  first: ['Berlin', 'zwölf', 'Köln', 'none', 'zwölf', LONG],
  constant: Array(6).fill('\ufeffö'),
  chosen: ['Berlin', 'other', 'other', null, 'other', 'other'],
  nested: ['Berlin', 'Ulm', 'Köln', null, null, LONG],
};

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const FILES: readonly (readonly [format: string, keys: object, places: readonly object[], file: string])[] = [
  ['CSV', {}, [{}, {}], `v,n\n${RECORDS.map(([v, n]) => `${quoted(v)},${n}\n`).join('')}`],
  ['CSV', { numbersAs: 'STRING' }, [{}, {}], `v,n\n${RECORDS.map(([v, n]) => `${quoted(v)},${n}\n`).join('')}`],
  [
    'JSON',
    {},
    [{}, {}],
    RECORDS.map(([v, n]) => `${JSON.stringify({ v, n: n === '' ? null : Number(n) })}\n`).join(''),
  ],
  [
    'XML',
    { recordPath: '/d/r' },
    [{}, {}],
    `<d>${RECORDS.map(([v, n]) => `<r><v>${v}</v><n>${n}</n></r>\n`).join('')}</d>`,
  ],
  [
    'FIXED_WIDTH',
    {},
    [
      { start: 1, length: 6 },
      { start: 7, length: 3 },
    ],
    RECORDS.map(([v, n]) => `${v.padEnd(6)}${n.padEnd(3)}\n`).join(''),
  ],
];

test('both readers of each format find the same rows', async () => {
  for (const [format, keys, places, file] of FILES) {
    const spec = {
      ...{ name: 'looked-up', format, ...keys, onMissingRequired: 'ERROR', reference: { t: { key: 'k' } } },
      fields: [
        { name: 'v', type: 'STRING', ...places[0] },
        { name: 'n', type: 'INTEGER', ...places[1] },
        ...Object.entries(COMPUTED).map(([name, value]) => ({ name, type: 'STRING', value })),
        { name: 'needed', type: 'STRING', required: true, value: COMPUTED.city },
      ],
      validationRules: [{ ruleId: 'known', field: 'v', ruleType: 'IN_REFERENCE', value: 't' }],
    };
    const module = await loadModule({ text: JSON.stringify(spec), path: 'x.json', syntax: 'json' });
    for (const fast of [true, false]) {
      const transformer = module.createTransformer({ fast, reference: { t: encode(TABLE) } });
      const batches = [...transformer.push(encode(file)), ...transformer.end()];
      const messages = batches.flatMap(({ bytes, ends }) =>
        // The messages are JSON.
        Array.from(ends, (end, at) => JSON.parse(new TextDecoder().decode(bytes.subarray(ends[at - 1] ?? 0, end)))),
      ) as Readonly<Record<string, string | null>>[];
      for (const [name, values] of Object.entries(EXPECTED))
        assert.equal(
          messages.map((message) => message[name]),
          values,
          `${format} ${name} ${fast}`,
        );
      assert.equal(
        batches.flatMap(({ recordIssues }) =>
          recordIssues.flatMap(({ record, issues }) => issues.map(({ code }) => `${record} ${code}`)),
        ),
        ['4 REQUIRED', '5 IN_REFERENCE', '5 REQUIRED'],
        `${format} ${fast}`,
      );
    }
  }
});

test('both readers find the same cells of more keys than a lookup remembers, also if tables take turns', async () => {
  const spec = {
    ...{ name: 'many', format: 'CSV', reference: { t: { key: 'k' } } },
    fields: [
      { name: 'v', type: 'STRING' },
      { name: 'city', type: 'STRING', value: 'lookup("t", v, "city")' },
      { name: 'nested', type: 'STRING', value: 'lookup("t", lookup("t", v, "next"), "city")' },
    ],
  };
  const module = await loadModule({ text: JSON.stringify(spec), path: 'x.json', syntax: 'json' });
  // Keys and cells of all lengths up to and beyond those that are remembered.
  const keyOf = (i: number) => `${i % 7 === 0 ? 'é' : ''}${i}${'x'.repeat(i % 5 === 0 ? i % 140 : i % 9)}`;
  const tableOf = (mark: string) => {
    const rows = Array.from(
      { length: 9000 },
      (_, i) =>
        `${keyOf(i)},${i % 11 === 0 ? '' : `${mark}${i}${'y'.repeat((i * 7) % 150)}`},${keyOf((i * 31) % 9500)}\n`,
    );
    return encode(`k,city,next\n${rows.join('')}`);
  };
  const tables = [tableOf('A'), tableOf('B')];
  // Most keys are read again soon, and some are no keys.
  const keys = Array.from({ length: 24_000 }, (_, i) => keyOf((i * 7919 + (i % 3) * 4096) % (i % 2 === 0 ? 97 : 9300)));
  const file = encode(`v\n${keys.join('\n')}\n`);
  const read = (fast: boolean) => {
    const transformers = tables.map((t) => module.createTransformer({ fast, reference: { t } }));
    const batches: Batch[][] = transformers.map(() => []);
    for (let at = 0; at < file.length; at += 50_000)
      for (const [i, one] of transformers.entries()) batches[i]?.push(...one.push(file.subarray(at, at + 50_000)));
    for (const [i, one] of transformers.entries()) batches[i]?.push(...one.end());
    return batches.map((own) => own.map(({ bytes }) => new TextDecoder().decode(bytes)).join(''));
  };
  const fast = read(true);
  assert.equal(fast, read(false));
  assert.not.equal(fast[0], fast[1]);
  assert.is(JSON.parse(`[${fast[0]?.trim().replaceAll('\n', ',').replaceAll('}{', '},{')}]`).length, keys.length);
});

test('both readers replace codes of all lengths, which may begin alike or need escapes', async () => {
  const codes = Array.from({ length: 60 }, (_, i) => 'ab"c'.repeat(20).slice(0, i + 1));
  const values = Object.fromEntries([
    ...codes.map((key, i) => [key, i % 6 === 0 ? key : i % 9 === 0 ? ' ' : `${'é"'.repeat(i % 13)}${i}`]),
    ...[
      ['é', 'a\u0001b'],
      ['12', '1'.repeat(70)],
    ],
  ]);
  const cells = [...codes, 'é', '12', 'a ', 'abc', '', 'ab"c'.repeat(40), 'a\u0001', '1'];
  for (const otherwise of ['KEEP', 'NULL', 'ISSUE']) {
    const spec = {
      ...{ name: 'mapped', format: 'CSV', onTypeMismatch: 'ERROR' },
      fields: [
        { name: 'v', type: 'STRING' },
        { name: 'end', type: 'STRING' },
      ],
      correctionRules: [{ ruleId: 'm', field: 'v', correctionType: 'MAP', values, otherwise }],
    };
    const module = await loadModule({ text: JSON.stringify(spec), path: 'x.json', syntax: 'json' });
    const file = encode(`v,end\n${cells.map((cell) => `${quoted(cell)},z\n`).join('')}`);
    const read = (fast: boolean) => {
      const transformer = module.createTransformer({ fast });
      return [...transformer.push(file), ...transformer.end()].map(({ bytes, recordIssues, corrected }) => ({
        ...{ corrected, recordIssues, text: new TextDecoder().decode(bytes) },
      }));
    };
    assert.equal(read(true), read(false), otherwise);
  }
});

test.run();
