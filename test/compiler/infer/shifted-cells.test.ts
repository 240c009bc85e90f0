/** Files whose drafts shifted cells, dropped columns or left out what a person would see at once. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

interface OddFile {
  readonly title: string;
  readonly content: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly fields: readonly string[];
  readonly undecided?: RegExp;
  readonly says?: RegExp;
}

const rows = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at + 1));

const FILES: readonly OddFile[] = [
  {
    title: 'an empty cell after the last delimiter, and one text there',
    content: lines('a;b;c', ...rows(8, (at) => `${at};x;y;`), '9;x;y;REAL'),
    settings: { trailingDelimiter: 'YES' },
    fields: ['a INTEGER required', 'b STRING required', 'c STRING required'],
    undecided: /1 of 9 records has a text after the last column/,
  },
  {
    title: 'some records that end with a delimiter',
    content: lines('a,b', ...rows(8, (at) => (at % 2 === 0 ? `${at},x` : `${at},x,`))),
    settings: { trailingDelimiter: 'YES', onExtraColumns: undefined },
    fields: ['a INTEGER required', 'b STRING required'],
  },
  {
    title: 'single quotes after blanks, around delimiters',
    content: lines('id, name', ...rows(8, (at) => `${at}, 'M, ${at}'`)),
    settings: { quote: "'", skipBlanks: true },
    fields: ['id INTEGER required', 'name STRING required'],
  },
  {
    title: 'a comma within a text that has no quotes',
    content: lines('id,at', ...rows(8, (at) => `${at},Mar ${at}, 2025 2:05`)),
    fields: ['id INTEGER required', 'at STRING required', 'column3 STRING required'],
    undecided: /the cell that contains a delimiter/,
  },
  {
    title: 'a quoted line that declares the delimiter',
    content: lines('"sep=|"', 'id|n', '1|a', '2|b', '3|c'),
    settings: { delimiter: '|', quote: undefined },
    fields: ['id INTEGER required', 'n STRING required'],
  },
  {
    title: 'a header without some names',
    content: lines('id,,name,', ...rows(8, (at) => `${at},x${at},n${at},${at * 7}`)),
    settings: { hasHeader: true, columnMatch: 'POSITION' },
    fields: ['id INTEGER required', 'column2 STRING required', 'name STRING required', 'column4 INTEGER required'],
  },
  {
    title: 'a repeated header of fixed width',
    content: lines('ID   NAME   QTY', '0001 AAAA   0001', '0002 BBBB   0002', 'ID   NAME   QTY', '0003 CCCC   0003'),
    settings: { hasHeader: true, skipRepeatedHeader: true, onShortRecord: 'FATAL' },
    fields: ['id STRING required', 'name STRING required', 'qty INTEGER required'],
  },
  {
    title: 'a minus sign that no keyboard has',
    content: lines('t\tbelopp', ...rows(9, (at) => `${at}\t${at % 2 === 0 ? '' : '\u2212'}1\u00a0234,5${at}`)),
    fields: ['t INTEGER required', 'belopp DECIMAL required'],
    says: /correctionType: REGEX_REPLACE, pattern: "\[\\\\u2013\\\\u2212\]"/,
  },
  {
    title: 'segments of two kinds in one line',
    content: `ISA*00*A~${rows(5, (at) => `N1*ST*Shop ${at}*92*${at}`).join('~')}~`,
    settings: { recordSeparator: '~', delimiter: '*' },
    fields: rows(5, (at) => `column${at} ${at > 3 ? 'INTEGER' : 'STRING'} required`),
    undecided: /several types/,
  },
  {
    title: 'seconds since 1970, and a decimal day of Excel',
    content: lines('id,created,date', ...rows(8, (at) => `${at},170000${at}600,4500${at}.37`)),
    fields: ['id INTEGER required', 'created INTEGER required', 'date DECIMAL required'],
    says: /probably the seconds since 1970\n.*probably day numbers of Excel, with a time/,
  },
  {
    title: 'groups of columns with numbers',
    content: lines('no,Item_1,Qty_1,Item_2,Qty_2', ...rows(8, (at) => `${at},a${at},${at},b${at},${at * 3}`)),
    fields: ['no', 'Item_1', 'Qty_1', 'Item_2', 'Qty_2'].map(
      (label) => `${label.replace('_', '').toLowerCase()} ${label.startsWith('I') ? 'STRING' : 'INTEGER'} required`,
    ),
    says: /repeat: \{ columns: \["Item", "Qty"\], times: 2, naming: "\{column\}_\{n\}"/,
  },
  {
    title: 'an element that is nil in each record',
    content: `<o xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${rows(5, (at) => `<e><id>${at}</id><d i:nil="true"/></e>`).join('')}</o>`,
    fields: ['id INTEGER required', 'd STRING'],
  },
];

for (const { title, content, settings = {}, fields, undecided, says = /^/ } of FILES)
  test(title, async () => {
    const draft = await draftSpec(content);
    assert.equal(fieldsOf(draft), fields);
    const spec = draft.spec as unknown as Record<string, unknown>;
    for (const [key, value] of Object.entries(settings)) assert.equal(spec[key], value, key);
    const open = draft.verdict.undecided.join();
    if (undecided === undefined) assert.is(open, '');
    else assert.match(open, undecided);
    assert.match(draft.yaml, says);
  });

test('no draft of a page of the web, although it is well-formed', async () => {
  const page = '<!DOCTYPE html><html><body><table><tr><td>1</td></tr></table></body></html>';
  await draftSpec(page).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'HTML page'),
  );
});

test.run();
