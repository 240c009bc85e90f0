import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { loadModule, transform } from '../readers/parity/run-module.ts';
import { summarizeBatches, type ReadResult } from '../readers/parity/read-result.ts';

/**
 * Hostile documents. The result is the same wherever the bytes are split, and the time is proportional to the length.
 */
const field = (name: string, columnName: string, more: object = {}) => ({ name, type: 'STRING', columnName, ...more });
const SPEC = {
  name: 'hostile',
  format: 'XML',
  recordPath: '/n:r/n:e',
  namespaces: { n: 'urn:n', m: 'urn:m' },
  fields: [
    field('k', '@k'),
    field('mk', '@m:k'),
    field('own', '.'),
    field('a', 'a'),
    field('ma', 'm:a'),
    field('all', 'b', { separator: '|' }),
    field('above', '/n:r/@s'),
  ],
};

type Row = Record<string, string | null>;
const CASES: readonly (readonly [what: string, document: string | Uint8Array, expected: readonly Row[] | RegExp])[] = [
  [
    'nested elements that redefine namespaces',
    '<p:r xmlns:p="urn:n" s="1"><p:e xmlns:p="urn:m" p:k="no"/><e xmlns="urn:n" xmlns:q="urn:m" q:k="2" k="3"><q:a>4</q:a><a xmlns="">5</a></e><p:e k="6"/></p:r>',
    [
      { mk: '2', k: '2', ma: '4', a: '4', above: '1' },
      { k: '6', above: '1' },
    ],
  ],
  [
    'instructions, comments and CDATA inside a value',
    '<r xmlns="urn:n"><e>a<?p <e>no</e> ?>b<!-- ]]> & < -->c<![CDATA[<e>]] >&amp;]]>d<a>x<?q?>y</a>e</e></r>',
    [{ own: 'abc<e>]] >&amp;de', a: 'xy' }],
  ],
  [
    'blanks and xml:space',
    '<r xmlns="urn:n"><e xml:space="preserve"> \t<a xml:space="default">  v \r\n </a>\r</e></r>',
    [{ own: ' \t\n', a: '  v \n ' }],
  ],
  [
    'references to markup characters',
    '<r xmlns="urn:n" s="&#10;&#x9;&lt;&quot; \n"><e k=\'&apos;"&gt;\'>&#60;e/&#62;&#x1F600;&#13;</e></r>',
    [{ k: '\'">', own: '<e/>😀\r', above: '\n\t<"  ' }],
  ],
  ['a record in a record', '<r xmlns="urn:n"><e k="1"><e k="2">in</e>out</e></r>', [{ k: '1', own: 'out' }]],
  [
    'surrogates in UTF-16',
    Buffer.from('\ufeff<r xmlns="urn:n"><e k="😀">\u{10FFFD}é</e></r>', 'utf16le'),
    [{ k: '😀', own: '\u{10FFFD}é' }],
  ],
  ['an unpaired surrogate', Buffer.from('\ufeff<r xmlns="urn:n"><e k="\ud83d">x</e></r>', 'utf16le'), /malformed/u],
  [
    'UTF-32',
    Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0, 0x72, 0, 0, 0, 0x2f, 0, 0, 0, 0x3e, 0, 0, 0]),
    /line 1, column 1/u,
  ],
  [
    'entities of a DTD that expand exponentially',
    '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><r xmlns="urn:n"><e>&b;</e></r>',
    /DOCTYPE/u,
  ],
  ['an entity without a DTD', '<r xmlns="urn:n"><e>&b;</e></r>', /DTDs are not supported/u],
  ['a lone `]]>`', '<r xmlns="urn:n"><e>a]]]>b</e></r>', /`\]\]>` in text/u],
  [
    'an attribute that occurs twice, under two prefixes',
    '<r xmlns="urn:n" xmlns:p="urn:m" xmlns:q="urn:m"><e p:k="1" q:k="2"/></r>',
    /same attribute twice/u,
  ],
];

const module = (): Promise<SpecModule> =>
  loadModule({ spec: SPEC, syntax: 'json' } as Parameters<typeof loadModule>[0]);

function readDocument(
  loaded: SpecModule,
  bytes: Uint8Array,
  sizes: readonly number[],
): ReadResult & { reason: string } {
  const chunks: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? bytes.length;
    chunks.push(bytes.slice(at, at + size));
    at += size;
  }
  const batches = transform(loaded, chunks, { today: '2024-02-29' });
  return { ...summarizeBatches(batches), reason: batches.at(-1)?.failure?.message ?? '' };
}

for (const [what, document, expected] of CASES) {
  test(what, async () => {
    const loaded = await module();
    const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : new Uint8Array(document);
    const result = readDocument(loaded, bytes, [bytes.length]);
    if (expected instanceof RegExp) assert.match(result.reason, expected);
    else {
      const nothing = Object.fromEntries(SPEC.fields.map(({ name }) => [name, null]));
      assert.equal(
        [result.reason, ...result.messages.map((text) => JSON.parse(text) as Row)],
        ['', ...expected.map((row) => ({ ...nothing, ...row }))],
      );
    }
    assert.equal(readDocument(loaded, bytes, [1]), result, 'byte by byte');
    for (let cut = 1; cut < bytes.length; cut++)
      assert.equal(readDocument(loaded, bytes, [cut, bytes.length]), result, `split after byte ${cut}`);
  });
}

test('limits on the content of an element', async () => {
  const loaded = await module();
  const attributes = (count: number) => Array.from({ length: count }, (_, i) => ` a${i}=""`).join('');
  const bounds: readonly (readonly [string, RegExp | ''])[] = [
    [`<r xmlns="urn:n"><e${attributes(1000)}/></r>`, ''],
    [`<r xmlns="urn:n"><e${attributes(1001)}/></r>`, /more than 1000 attributes/u],
    [`<r xmlns="urn:n"><e${attributes(200_000)}/></r>`, /more than 1000 attributes/u],
    ['<r>'.repeat(256) + '</r>'.repeat(256), ''],
    ['<r>'.repeat(300_000), /more than 256 levels/u],
    [`<r><${'a'.repeat(1_000_000)}/></r>`, /a name is longer/u],
    [`<r>&${'a'.repeat(1_000_000)};</r>`, /a reference is longer/u],
    [`<r>&#${'0'.repeat(1_000_000)}65;</r>`, /a reference is longer/u],
    [`<r xmlns="${'a'.repeat(1_000_000)}"/>`, /longer than 10000 characters/u],
    [`<?xml version="1.0"${' '.repeat(1_000_000)}?><r/>`, /declaration/u],
  ];
  for (const [document, expected] of bounds) {
    const bytes = new TextEncoder().encode(document);
    for (const size of [bytes.length, 1000]) {
      const { reason } = readDocument(loaded, bytes, [size]);
      // The document is within the limits and contains no record.
      if (expected === '') assert.match(reason, /^(?:the file has no record: .*)?$/u);
      else assert.match(reason, expected);
    }
  }
});

test.run();
