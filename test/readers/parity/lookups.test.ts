/** Lookups and IN_REFERENCE in the fast reader of each format: it finds the rows that the careful reader finds. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
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

test.run();
