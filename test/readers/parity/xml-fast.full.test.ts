import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import { parse } from 'yaml';
import { compareReadings } from './compare-readings.ts';
import { cutChunks, loadModule } from './run-module.ts';
import type { XmlScenario } from './xml-draft.ts';

const fields = [
  { name: 'account', type: 'STRING', columnName: '/d/s/account' },
  { name: 'number', type: 'INTEGER', columnName: '@n', required: true },
  { name: 'amount', type: 'DECIMAL', columnName: 'a' },
  { name: 'currency', type: 'STRING', columnName: 'a/@c' },
  { name: 'text', type: 'STRING', columnName: 'x/t' },
  { name: 'joined', type: 'STRING', columnName: 'x/j', separator: '; ' },
];
const spec = {
  name: 'records',
  format: 'XML',
  recordPath: '/d/s/r',
  messageKey: ['account', 'number'],
  fields,
} as unknown as XmlScenario['spec'];

test('records of one structure are read fast, except the first of each element', async () => {
  const records = Array.from({ length: 200 }, (_, i) => record(i));
  assert.equal(await countFast(statement('A', records)), 199);
  assert.equal(await countFast(statement('A', records) + statement('B', records)), 398);
});

test('optional, reordered and unused elements slow the reader down only briefly', async () => {
  const looks = [
    (i: number) => record(i),
    (i: number) => `<r n="${i}"><x><t>ä ] " \\ \u{1F600}</t></x><a c='EUR'>1.5</a></r>`,
    (i: number) => `<r n="${i}"/>`,
    (i: number) => `\n<r n="${i}"><other>more <b>of</b> it</other><x><t/><t>second</t></x></r>`,
    (i: number) => `<r k="é" n="${i}"> <x><j>one</j></x> </r >`,
  ];
  const records = Array.from({ length: 300 }, (_, i) => (looks[(i * i + (i >> 3)) % looks.length] ?? record)(i));
  // An end tag with a blank in it, and an element that occurs twice, are always read carefully.
  const odd = records.filter((text) => /<\/r >|<t\/><t>/.test(text)).length;
  const fast = await countFast(statement('A', records));
  assert.ok(fast >= 290 - odd && odd < 150, `${fast} of ${records.length}, ${odd} odd`);
});

test('other content of a record is read carefully', async () => {
  const plain = Array.from({ length: 20 }, (_, i) => record(i));
  const odd = [
    '<!-- no -->',
    '<?no?>',
    '&amp;',
    '&#65;',
    '<![CDATA[no]]>',
    '\r',
    '\n',
    '<r/>',
    '<b xmlns="urn:b"/>',
    '<x><j>1</j><j>2</j></x>',
    '\uFFFC]] ',
  ];
  for (const text of odd) {
    for (const place of ['<t>', '<a c="EUR">', '<x>', '">']) {
      const changed = record(20).replace(place, `${place}${text}`);
      const document = statement('A', [...plain, changed, ...plain]);
      assert.ok((await countFast(document)) >= 35, `${changed} ends the fast reading`);
    }
  }
});

test('elements without a value because of xsi:nil are read fast if they are empty', async () => {
  const looks = [
    (i: number) => record(i).replace('<t>', '<t i:nil="false">'),
    (i: number) => record(i).replace(/<t>.*<\/t>/u, '<t i:nil="true"/>'),
    (i: number) => record(i).replace(/<t>.*<\/t>/u, '<t i:nil="1" k="2"/>'),
    (i: number) => record(i).replace('<t>', '<t k="1" i:nil="0">'),
    (i: number) => record(i).replace('<t>', '<t i:nil="true">'),
  ];
  const records = Array.from({ length: 200 }, (_, i) => (looks[(i * i + (i >> 3)) % looks.length] ?? record)(i));
  const odd = records.filter((text) => text.includes('<t i:nil="true">')).length;
  const declared = statement('A', records).replace('<s', '<s xmlns:i="http://www.w3.org/2001/XMLSchema-instance"');
  const fast = await countFast(declared);
  assert.ok(odd > 20 && fast <= 200 - odd && fast >= 190 - odd, `${fast} of ${records.length}, ${odd} odd`);
});

test('references, CDATA sections, line ends and issues do not end the fast reading', async () => {
  const texts = [
    '&amp;&lt;&gt;&quot;&apos;',
    ' &#65;&#x1F600; ',
    '<![CDATA[ <&> ]]>',
    '<![CDATA[]]>',
    'a<![CDATA[b]]]]>c<![CDATA[&amp;\r\n]]>',
    '\r\n',
    '\r',
    '\n\t',
    '&#13;&#10;&#9;',
    ']',
    '"\\',
    'ä\uFFFD\u{10FFFF}',
    '&#xD7FF;&#65533;',
  ];
  const records = texts.flatMap((text, i) => [
    record(i).replace('text', text),
    `<r n="${i}"><other>${text}<b/></other><a>1</a></r>`,
    ...(/[<\r\n]/.test(text) ? [] : [`<r n="${i}"><a c="${text.replace('"', '')}">1</a></r>`]),
    record(i).replace(/>.*</, `>${text}<`),
    `\r\n<r n="x${i}">\n<a>no number</a></r>`,
  ]);
  const all = Array.from({ length: 12 }, () => records).flat();
  const fast = await countFast(statement('A', all));
  assert.ok(fast >= all.length - 12, `${fast} of ${all.length}`);
});

test('tags are recognised with any blanks in them, and lines are counted', async () => {
  const records = Array.from({ length: 200 }, (_, i) =>
    record(i).replaceAll(/\n */g, `${['\n', '\r\n', '\r', ' '][i % 4]}${' '.repeat(i % 7)}`),
  );
  const fast = await countFast(statement('A', [...records, '<r n="x"><a>no number</a></r>']));
  assert.ok(fast >= 195, `${fast} of 200`);
});

test('blanks around a value are trimmed', async () => {
  const trimming = {
    ...spec,
    correctionRules: [{ ruleId: 'trim', field: 'text', correctionType: 'TRIM' }],
  } as unknown as XmlScenario['spec'];
  const texts = [
    ' &amp; ',
    '&#32;a',
    '  a &amp;&#32; ',
    '&#32;',
    '&#9;a',
    ' a&#9; ',
    '&#10;&amp;',
    '&#xA0;a',
    'a&amp;&#x3000; ',
    '<![CDATA[ a ]]>',
    ' <![CDATA[a]]> ',
    ' "&quot;" ',
    ' &amp;\\ ',
    '\u{1F600}&amp;',
    ' é ',
    '\r\n&amp;\r\n',
  ];
  const records = texts.flatMap((text, i) => Array.from({ length: 12 }, () => record(i).replace(/text \d+/, text)));
  const fast = await countFast(statement('A', records), trimming);
  assert.ok(fast >= records.length - 4, `${fast} of ${records.length}`);
});

test('joined values and oversized records are read carefully, also if their tags are known', async () => {
  const joined = '<r n="1"><x><j>1</j><j>2</j></x></r>';
  assert.ok(
    (await countFast(statement('A', [record(0), joined, joined, joined, '<r n="2"><x><j>1</j></x></r>']))) >= 1,
  );
  const records = Array.from({ length: 300 }, (_, i) => record(i * 7));
  const fast = await countFast(statement('A', records), spec, record(100).trim().length);
  assert.ok(fast >= 100 && fast < 200, `${fast} of 300`);
});

test('a record that is not well-formed ends the reading at the same position', async () => {
  const plain = Array.from({ length: 10 }, (_, i) => record(i));
  const odd = [
    '<![CDATA[\u0001]]>',
    '<![CDATA[',
    '&#0;',
    '&#xD800;',
    '\u0001',
    '\uFFFE',
    '\uFFFF',
    ']]>',
    '<',
    '&',
    '&no;',
    '</t>',
    '<y>',
    '<p:b/>',
    '"',
    '>',
    '=',
    '\u0000',
    '\\xff',
  ];
  for (const text of odd) {
    for (let at = 0; at <= record(10).length; at++) {
      const changed = `${record(10).slice(0, at)}${text}${record(10).slice(at)}`;
      await countFast(statement('A', [...plain, changed, ...plain]));
    }
  }
});

test('bank statements are read fast', async () => {
  const folder = join(import.meta.dirname, '../../../specs');
  const bank = parse(readFileSync(join(folder, 'bank-statement.yaml'), 'utf8')) as XmlScenario['spec'];
  const entry = (i: number) =>
    `<Ntry>\n <NtryRef>R${i}</NtryRef>\n <Amt Ccy="EUR">${i}.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>\n <BookgDt><Dt>2024-02-29</Dt></BookgDt><ValDt><Dt>2024-03-01</Dt></ValDt>` +
    `<NtryDtls><TxDtls><Refs><EndToEndId>E-${i}</EndToEndId></Refs>${i % 3 === 0 ? '' : `<RltdPties><Dbtr><Nm>  Jörg ${i} </Nm></Dbtr></RltdPties>`}<RmtInf><Ustrd>invoice  ${i}</Ustrd></RmtInf></TxDtls></NtryDtls>\n</Ntry>\n`;
  const entries = Array.from({ length: 500 }, (_, i) => entry(i + 1)).join('');
  const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S1</Id><ElctrncSeqNb>7</ElctrncSeqNb><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;
  const fast = await countFast(text, bank);
  assert.ok(fast >= 490, `${fast} of 500`);
});

function record(i: number): string {
  return `\n  <r n="${i}">\n    <a c="EUR">${i}.25</a>\n    <x><t>text ${i}</t></x>\n  </r>`;
}

function statement(account: string, records: readonly string[]): string {
  return `<s><account>${account}</account>${records.join('')}</s>`;
}

/** Returns how many records are read fast. Checks that the result is the same for every chunk size. */
async function countFast(text: string, of = spec, maxRecordBytes = 1_000_000): Promise<number> {
  const module = await loadModule({ spec: of, syntax: 'json' });
  const document = text.startsWith('<Document') ? text : `<d>${text}</d>`;
  const bytes = Uint8Array.from(Buffer.from(document.replaceAll('\\xff', '\0\0'), 'utf8'));
  const options = { today: '2026-01-01', maxRecordBytes };
  for (const sizes of [[], [97], [1000, 13]]) compareReadings(module, cutChunks(bytes, sizes), options);
  compareReadings(module, cutChunks(bytes, []), { ...options, messages: false, batchRecords: 7, maxRecordBytes: 90 });
  const transformer = module.createTransformer(options) as ReturnType<typeof module.createTransformer> & {
    fastRecords: number;
  };
  for (const _ of transformer.push(bytes)); // drained
  for (const _ of transformer.end()); // drained
  return transformer.fastRecords;
}

test.run();
