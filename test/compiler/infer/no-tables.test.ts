/** Texts that are no tables, and encodings that no spec reads: the draft says what they are, and is rated low. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, lines } from './draft-spec.ts';

const often = (count: number, block: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => block(at + 1)).join('');

const TEXTS: readonly (readonly [title: string, content: string, undecided: RegExp])[] = [
  ['blocks of labels', often(7, (at) => `Name: N ${at}\nStreet: S ${at}\nAmount: ${at}.50\n\n`), /labels with values/],
  ['vCard', often(7, (at) => `BEGIN:VCARD\nVERSION:3.0\nFN:N ${at}\nEND:VCARD\n`), /vCard/],
  ['OFX', lines('OFXHEADER:100', 'DATA:OFXSGML', '', '<OFX><STMTTRN><TRNAMT>-10.00</STMTTRN></OFX>'), /OFX/],
  ['QIF', `!Type:Bank\n${often(7, (at) => `D03/0${at}/2024\nT-${at}.50\n^\n`)}`, /QIF/],
  [
    'MT940',
    lines(':20:A', ':25:100/1', ':28C:1/1', ':60F:C240301EUR1,00', ':61:2403040304C5,00N', ':62F:C240301EUR6,00'),
    /MT940/,
  ],
  ['LDIF', often(7, (at) => `dn: cn=u${at},dc=x\ncn: u${at}\n\n`), /LDIF/],
  ['settings', often(7, (at) => `[part${at}]\nkey=v${at}\nport=${at}\n\n`), /INI/],
  [
    'W3C log',
    `#Version: 1.0\n#Fields: date time c-ip\n${often(7, (at) => `2024-03-01 00:00:0${at} 10.0.0.${at} Web${at % 2 === 0 ? ' 5' : ''}\n`)}`,
    /W3C/,
  ],
];

for (const [title, content, undecided] of TEXTS)
  test(title, async () => {
    const { verdict } = await draftSpec(content);
    assert.match(verdict.undecided.join(), undecided);
    assert.ok(verdict.score < 0.7, String(verdict.score));
  });

async function refusalOf(content: string | Uint8Array): Promise<string> {
  return draftSpec(content).then(
    () => assert.unreachable(),
    (error: Error) => error.message,
  ) as Promise<string>;
}

/** Writes a text with the letters of CP850. */
function toDos(text: string): Uint8Array {
  const codes: Readonly<Record<string, number>> = { ü: 0x81, é: 0x82, ä: 0x84, ö: 0x94, ñ: 0xa4, ß: 0xe1 };
  return Uint8Array.from([...text].map((one) => codes[one] ?? one.charCodeAt(0)));
}

test('a code page of DOS is named, and text of Windows is not', async () => {
  const text = lines('id;name', ...['Müller', 'Jäger', 'Größe', 'Peña', 'Zoé'].map((name, at) => `${at};${name}x`));
  assert.match(await refusalOf(toDos(text)), 'CP437 or CP850');
  const windows = await draftSpec(Uint8Array.from(text, (one) => one.charCodeAt(0)));
  assert.match(windows.yaml, 'encoding: windows-1252');
  const quotes = `id;t\n${often(9, (at) => `${at};don\u0092t Dvo\u0159\u00e1k\n`)}`.replaceAll('\u0159', '\u00f8');
  assert.match((await draftSpec(Uint8Array.from(quotes, (one) => one.charCodeAt(0)))).yaml, 'encoding: windows-125');
});

test('a workbook in XML is named', async () => {
  const cell = '<Cell><Data ss:Type="String">x</Data></Cell>';
  const book = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table>${`<Row>${cell}</Row>`.repeat(5)}</Table></Worksheet></Workbook>`;
  assert.match(await refusalOf(book), 'SpreadsheetML 2003');
});

test.run();
