import type { Feeding } from './arbitraries.ts';

/** A file on which a module once disagreed with the oracle. */
export interface FoundScenario {
  name: string;
  /** The spec without its name and format. */
  spec: { fields: Record<string, unknown>[] } & Record<string, unknown>;
  file: string | number[];
  feeding?: Partial<Feeding>;
  /** Not fixed yet: the module must still differ. */
  isOpen?: boolean;
}

const text = [{ name: 'a', type: 'STRING' }];
const two = [...text, { name: 'b', type: 'STRING' }];
const tolerant = { onMissingColumns: 'IGNORE', onExtraColumns: 'IGNORE' };

export const found: FoundScenario[] = [
  {
    name: 'reading resumes before the header',
    spec: { skipLines: { top: 1 }, fields: text },
    file: 'x\na\nb',
    feeding: { chunks: [1] },
  },
  {
    name: 'reading resumes at an oversized line while lines at the bottom are held back',
    spec: { skipLines: { bottom: 2 }, fields: two },
    file: 'a,b\r12345678,a\r12345678,a\r12345678,a\r\rx',
    feeding: { chunks: [1], maxRecordBytes: 4 },
  },
  {
    name: 'the header has the column of recordWhen twice',
    spec: { recordWhen: { column: 'T', values: ['D'] }, fields: text },
    file: 'a,T,T\nx,D,E\ny,E,D',
  },
  {
    name: 'a header without the column of recordWhen',
    spec: { ...tolerant, recordWhen: { column: 'T', values: ['D'] }, fields: text },
    file: 'a\nD',
  },
  {
    name: 'a header without the column of recordWhen, which is a field as well',
    spec: { ...tolerant, recordWhen: { column: 'a', values: ['D'] }, fields: two },
    file: 'b\nD',
  },
  {
    name: 'the column of recordWhen if columns are matched by position',
    spec: { ...tolerant, columnMatch: 'POSITION', recordWhen: { column: 'T', values: ['D'] }, fields: text },
    file: 'x,T\n1,D\n2,E',
  },
  {
    name: 'a column whose name is a number, and a recordWhen with a position',
    spec: { recordWhen: { column: 1, values: ['D'] }, fields: [{ name: 'a', type: 'STRING', columnName: '1' }] },
    file: 'x,1\nD,y\ny,D',
  },
  {
    name: 'a malformed header in which no column is looked up',
    spec: { columnMatch: 'POSITION', fields: text },
    file: '"\nx',
  },
  {
    name: 'a malformed header in which recordWhen looks up its column',
    spec: { columnMatch: 'POSITION', recordWhen: { column: 'T', values: ['D'] }, fields: text },
    file: '"\nx',
  },
  {
    name: 'a byte order mark after the first line, in its own chunk',
    spec: { skipLines: { top: 1 }, hasHeader: false, fields: text },
    file: '\n\uFEFFx\na',
    feeding: { chunks: [1] },
  },
  {
    name: 'only a byte order mark after the first line',
    spec: { fields: text },
    file: '\n\uFEFF\na\nx',
    feeding: { chunks: [1] },
  },
  {
    name: 'REGEX_REPLACE replaces',
    spec: {
      hasHeader: false,
      fields: text,
      correctionRules: [{ ruleId: 'c', field: 'a', correctionType: 'REGEX_REPLACE', pattern: '\\s+', replacement: '' }],
    },
    file: 'x\u2028\u00a0\ny z\n',
  },
  {
    name: 'an issue about a text padded beyond its limit names the correction',
    spec: {
      hasHeader: false,
      fields: text,
      correctionRules: [{ ruleId: 'p', field: 'a', correctionType: 'PAD_LEFT', padChar: '😀', length: 14 }],
    },
    file: 'a',
    feeding: { maxRecordBytes: 21 },
  },
  {
    name: 'a text replaced by an oversized one: the issue contains its length, and the record counts as corrected',
    spec: {
      hasHeader: false,
      fields: text,
      correctionRules: [
        { ruleId: 'r', field: 'a', correctionType: 'REGEX_REPLACE', pattern: 'x*', replacement: '1234' },
      ],
    },
    file: 'abcdef',
    feeding: { maxRecordBytes: 21 },
  },
  {
    name: 'quotes that open beyond maxRecordBytes are ignored',
    spec: { hasHeader: false, ...tolerant, fields: text },
    file: 'a,"\n",xxxxxxxxxxxx,"a"\nb',
    feeding: { maxRecordBytes: 8 },
  },
  {
    name: 'the same in many chunks',
    spec: { hasHeader: false, ...tolerant, fields: text },
    file: 'a,"\n",xxxxxxxxxxxx,"a"\nb',
    feeding: { chunks: [1], maxRecordBytes: 8 },
  },
  {
    name: 'a blank line longer than maxRecordBytes',
    spec: { hasHeader: false, fields: text },
    file: '          \na',
    feeding: { chunks: [1], maxRecordBytes: 3 },
  },
  {
    name: 'a long line of multi-byte blanks, and one that ends with another character',
    spec: { hasHeader: false, delimiter: '\t', fields: text },
    file: '\u3000\u00a0\u3000\u3000\u3000\u3000\u3000\u3000\u3000\r\n\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\tx\na',
    feeding: { chunks: [1], maxRecordBytes: 3 },
  },
  {
    name: 'malformed UTF-16 in a record of maximum length',
    spec: { hasHeader: false, encoding: 'utf-16be', fields: text },
    file: [0x4e, 1, 0x4e, 1, 0x4e, 1, 0x4e, 1, 0xff],
    feeding: { maxRecordBytes: 13 },
  },
  {
    name: 'gb18030 in chunks of one byte',
    spec: { hasHeader: false, encoding: 'gb18030', fields: text },
    file: [0xc3, 0x30, 0x0a, 0x41, 0x0a],
    feeding: { chunks: [1] },
  },
  {
    name: 'a valid U+FFFD in gb18030 beside a malformed one',
    spec: { hasHeader: false, encoding: 'gb18030', fields: text },
    file: [
      0x84, 0x31, 0xa4, 0x37, 0x41, 0x0a, 0xff, 0x84, 0x31, 0xa4, 0x37, 0x0a, 0x81, 0x30, 0x84, 0x31, 0xa4, 0x37, 0x0a,
    ],
    feeding: { chunks: [1] },
  },
  {
    name: 'euc-jp that ends in a broken sequence',
    spec: { hasHeader: false, encoding: 'euc-jp', fields: text },
    file: [0x41, 0x41, 0x8f, 0xc3, 0x00],
    feeding: { chunks: [4] },
  },
  {
    name: 'iso-2022-jp in chunks of one byte',
    spec: { hasHeader: false, encoding: 'iso-2022-jp', fields: text },
    file: [0x1b, 0x24, 0x0a, 0x40, 0x37, 0x0a, 0x41],
    feeding: { chunks: [1] },
  },
  {
    name: 'a very short file in windows-1252',
    spec: { hasHeader: false, encoding: 'windows-1252', fields: text },
    file: [0x80],
  },
  {
    name: 'more unknown columns than are reported individually',
    spec: { fields: text },
    file: `a${',x'.repeat(120)}\n`,
  },
  {
    name: 'COERCE_DATE omits an optional part that is not in the text',
    spec: {
      hasHeader: false,
      fields: [{ name: 'a', type: 'DATE', format: 'yyyy-MM-dd[ HH:mm[:ss]]' }],
      correctionRules: [
        {
          ruleId: 'd',
          field: 'a',
          correctionType: 'COERCE_DATE',
          sourceFormat: 'yyyy-MM-dd[ HH:mm[:ss]]',
          targetFormat: 'yyyy-MM-dd[ HH:mm[:ss]]',
        },
      ],
    },
    file: '2024-01-31\n2024-01-31 09:05\n2024-01-31 09:05:01',
  },
  {
    name: 'U+FFFD in the column of recordWhen',
    spec: { hasHeader: false, recordWhen: { column: 1, values: ['D'] }, fields: text },
    file: 'D\n\uFFFD\nD\n',
  },
];
