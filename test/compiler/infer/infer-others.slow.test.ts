import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NoDraft } from '../../../compiler/tools/infer/model/no-draft.ts';
import type { RecordTypesSpec } from '../../../compiler/pipeline/1-read/spec-shape.ts';
import { draftSpec, lines } from './draft-spec.ts';

const ORDERS = `<?xml version="1.0" encoding="UTF-8"?>
<o:orders xmlns:o="urn:orders" xmlns:x="urn:x" sent="2025-03-01">
  <o:shop><o:name>North</o:name></o:shop>
  ${Array.from({ length: 6 }, (_, at) => `<o:order id="A${at}"><o:day>2025-03-0${at + 1}</o:day><o:total cur="EUR">${at}.50</o:total><o:tag>a</o:tag><o:tag>b &amp; c</o:tag>${at === 2 ? '' : '<o:note><![CDATA[n<]]></o:note>'}<o:item><o:no>${at}</o:no></o:item><o:item><o:no>9</o:no></o:item></o:order>`).join('\n  ')}
</o:orders>`;

test('XML: repeated elements are the records; attributes and elements below them are the fields', async () => {
  const drawn = await draftSpec(ORDERS);
  assert.is(drawn.spec.format, 'XML');
  const [head, part] = (drawn.spec as unknown as RecordTypesSpec).recordTypes;
  assert.equal([head?.when?.path, part?.when?.path, part?.as], ['/orders/order', '/orders/order/item', 'items']);
  assert.equal(
    head?.fields.map(({ name, columnName }) => columnName ?? name),
    ['@id', 'day', 'total/@cur', 'total', 'tag', 'note'],
  );
  assert.is(head?.fields[4]?.separator, ';');
  assert.equal([drawn.rating.records, drawn.rating.accepted, drawn.rating.failure], [18, 18, null]);
});

test('XML: of values that repeat in the records of a wanted path, the first counts', async () => {
  const drawn = await draftSpec(ORDERS, { recordPath: '/orders/order' });
  assert.equal(
    drawn.spec.fields.map(({ columnName, name }) => columnName ?? name),
    ['@id', 'day', 'total/@cur', 'total', 'tag', 'note', 'item/no'],
  );
  assert.match(drawn.yaml, /name: no,.*# up to 2 values in a record; the first counts/);
});

test('XML: values before the records are suggested', async () => {
  const { yaml } = await draftSpec(ORDERS);
  assert.match(yaml, /^# {3}- \{ name: \w+, type: STRING, columnName: "\/orders\/@sent" \}$/m);
  assert.match(yaml, /columnName: "\/orders\/shop\/name"/);
});

test('XML: names in two namespaces are distinguished', async () => {
  const record = (at: number) => `<r><a:v>${at}</a:v><b:v>x${at}</b:v></r>`;
  const drawn = await draftSpec(`<d xmlns:a="urn:a" xmlns:b="urn:b">${[1, 2, 3].map(record).join('')}</d>`);
  assert.equal(Object.values(drawn.spec.namespaces ?? {}), ['urn:a', 'urn:b']);
  assert.equal(
    drawn.spec.fields.map(({ columnName }) => columnName),
    ['n1:v', 'n2:v'],
  );
  assert.equal([drawn.rating.records, drawn.rating.accepted], [3, 3]);
});

test('XML: the points of a track rather than the tracks, an order rather than its items', async () => {
  const track = (n: number) =>
    `<trk><name>t</name>${Array.from({ length: n }, (_, at) => `<pt lat="${at}.5"/>`).join('')}</trk>`;
  assert.is((await draftSpec(`<gpx>${track(30)}${track(20)}</gpx>`)).spec.recordPath, '/gpx/trk/pt');
  const one = await draftSpec('<note><to>Ada</to><text>Hello</text></note>');
  assert.equal([one.spec.recordPath, one.rating.records], ['/note', 1]);
});

test('XML: a sample truncated anywhere', async () => {
  const bytes = new TextEncoder().encode(ORDERS);
  for (const at of [0.5, 0.6, 0.7, 0.8, 0.9, 0.95].map((share) => Math.floor(bytes.length * share))) {
    const drawn = await draftSpec(bytes.subarray(0, at), { isWhole: false });
    assert.is(drawn.spec.recordPath, '/orders/order');
    assert.is(drawn.rating.accepted, drawn.rating.records);
    assert.is(drawn.rating.failure, null);
  }
});

test('XML: a declared encoding is not repeated', async () => {
  const text = '<?xml version="1.0" encoding="ISO-8859-1"?><d><r>Köln</r><r>Zürich</r></d>';
  const drawn = await draftSpec(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  assert.is(drawn.spec.encoding, undefined);
  assert.equal([drawn.rating.records, drawn.rating.accepted], [2, 2]);
});

const REFUSED: readonly (readonly [what: string, text: string, why: RegExp])[] = [
  ['a DOCTYPE', '<!DOCTYPE d [<!ENTITY a "b">]><d><r>&a;</r><r>&a;</r></d>', /DOCTYPE/],
  [
    'a DOCTYPE after a comment',
    '<?xml version="1.0"?><!-- c --><!DOCTYPE d SYSTEM "file:///etc/passwd" [<!ENTITY a "b">]><d><r>1</r></d>',
    /DOCTYPE/,
  ],
  ['endlessly nested elements', '<a>'.repeat(100_000), /well-formed/],
  ['no end', '<a', /well-formed|columns|no/],
  ['a wrong end tag', '<a><b>1</c></a>', /well-formed/],
  ['nothing', '', /empty/],
  ['too many columns', `${'a,'.repeat(50_000)}b\n`, /columns/],
];

for (const [what, text, why] of REFUSED) {
  test(`no draft of ${what}`, async () => {
    const failure = await draftSpec(text, what === 'no end' ? { format: 'XML' } : {}).then(
      () => null,
      (error: unknown) => error,
    );
    assert.instance(failure, NoDraft);
    assert.match((failure as NoDraft).message, why);
  });
}

const HOSTILE: readonly (readonly [what: string, content: string | Uint8Array])[] = [
  ['one quote', '"'],
  ['nothing but quotes', '"'.repeat(20_000)],
  ['nothing but delimiters', ';,|\t'.repeat(200)],
  ['only line ends', '\r\n\r\r\n\n'],
  ['zeros', new Uint8Array(5000)],
  ['every byte', Uint8Array.from({ length: 4096 }, (_, at) => at & 255)],
  ['a long line', 'x'.repeat(300_000)],
  ['a wide alphabet', Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('\n')],
  ['one byte', 'a'],
  ['a lone mark', '\ufeff'],
  ['many siblings', `<d>${'<a/>'.repeat(20_000)}<b>1</b></d>`],
  ['many names', `<d>${Array.from({ length: 5_000 }, (_, at) => `<e${at}>1</e${at}>`).join('')}</d>`],
  ['many attributes', `<d>${`<r ${Array.from({ length: 900 }, (_, at) => `a${at}="1"`).join(' ')}/>`.repeat(2)}</d>`],
];

for (const [what, content] of HOSTILE) {
  test(`a spec that compiles, or none, for ${what}`, async () => {
    const answer = await draftSpec(content).catch((error: unknown) => error);
    assert.ok(
      answer instanceof NoDraft || (typeof answer === 'object' && answer !== null && 'yaml' in answer),
      String(answer),
    );
  });
}

test('fixed width: columns are found by the blanks between them, numbers are right-aligned', async () => {
  const names = ['Ada Lovelace', 'Bob Ross', 'Charles', 'Dora May Lee', 'Emil', 'Al Khwarizmi', 'Konrad Zuse'];
  const drawn = await draftSpec(
    lines(
      ...Array.from(
        { length: 40 },
        (_, at) =>
          `${(names[at % 7] ?? '').padEnd(20)}${String(at * 37).padStart(8)}  2024-01-${String((at % 28) + 1).padStart(2, '0')}`,
      ),
    ),
  );
  assert.is(drawn.spec.format, 'FIXED_WIDTH');
  assert.equal(
    drawn.spec.fields.map(({ type }) => type),
    ['STRING', 'INTEGER', 'DATE'],
  );
  assert.is(drawn.spec.fields[1]?.align, 'RIGHT');
  // Every position belongs to a field, because other files may have longer names and numbers.
  assert.equal(
    drawn.spec.fields.map(({ start = 0, length = 0 }) => start + length),
    [drawn.spec.fields[1]?.start, 29, 41],
  );
  assert.equal([drawn.rating.records, drawn.rating.accepted], [40, 40]);
});

test('fixed width: records without line ends are found by repetition', async () => {
  const drawn = await draftSpec(
    Array.from(
      { length: 60 },
      (_, at) =>
        `K${String(at * 7919).padStart(9, '0')}${['ALPHA', 'BETA', 'GAMMA'][(at * at * 7 + (at >> 2)) % 3]?.padEnd(10)}`,
    ).join(''),
  );
  assert.equal([drawn.spec.format, drawn.spec.recordLength, drawn.spec.lineTerminator], ['FIXED_WIDTH', 20, 'NONE']);
  assert.equal([drawn.rating.records, drawn.rating.accepted], [60, 60]);
});

test('the caller can set the format', async () => {
  const table = lines('a b  1', 'c d  2', 'e f  3', 'g h  4');
  assert.is((await draftSpec(table, { format: 'CSV' })).spec.format, 'CSV');
  assert.is((await draftSpec(table, { format: 'FIXED_WIDTH' })).spec.format, 'FIXED_WIDTH');
  assert.is((await draftSpec('<a><b>1</b></a>\n<a><b>2</b></a>\n', { format: 'CSV' })).spec.format, 'CSV');
});

test.run();
