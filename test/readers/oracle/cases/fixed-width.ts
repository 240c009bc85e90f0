import type { Case } from './case.ts';

const fixed = (spec: string) => ({ format: 'FIXED_WIDTH', spec });
const one = 'fields: [{ name: a, type: STRING, start: 1, length: 3 }]';
const two = 'fields: [{ name: a, type: STRING, start: 1, length: 3 }, { name: b, type: STRING, start: 4, length: 2 }]';
const blocks = `${two}\nlineTerminator: NONE\nrecordLength: 5`;
const short = '  FATAL RECORD_TOO_SHORT - -';
const malformed = '  FATAL INVALID_ENCODING - -';
const aligned = (more: string, type = 'STRING') =>
  fixed(`fields: [{ name: a, type: ${type}, start: 1, length: 5, ${more} }]`);

/** Fixed width: columns, padding, short and long records, lines and blocks, encodings. */
export const fixedWidthCases: Case[] = [
  {
    name: 'fixed width: columns count from 1',
    ...fixed(two),
    file: 'abcde\nfghij\n',
    records: ['1 1:0 processed {"a":"abc","b":"de"}', '2 2:6 processed {"a":"fgh","b":"ij"}'],
  },
  {
    name: 'fixed width: fields are in spec order, not in the order of the line',
    ...fixed(
      'fields: [{ name: b, type: STRING, start: 4, length: 2 }, { name: a, type: STRING, start: 1, length: 3 }]',
    ),
    file: 'abcde',
    records: ['1 1:0 processed {"b":"de","a":"abc"}'],
    messages: ['{"b":"de","a":"abc"}'],
  },
  {
    name: 'fixed width: columns may overlap',
    ...fixed(
      'fields: [{ name: a, type: STRING, start: 1, length: 4 }, { name: b, type: STRING, start: 2, length: 2 }]',
    ),
    file: 'abcd',
    records: ['1 1:0 processed {"a":"abcd","b":"bc"}'],
  },
  {
    name: 'fixed width: a character beyond the BMP is one column',
    ...fixed(two),
    file: '😀bcde',
    records: ['1 1:0 processed {"a":"😀bc","b":"de"}'],
  },
  {
    name: 'fixed width: a combining character is a separate column',
    ...fixed(two),
    file: 'e\u0301cde',
    records: ['1 1:0 processed {"a":"e\u0301c","b":"de"}'],
  },
  {
    name: 'fixed width: padding on the right is stripped',
    ...aligned('align: LEFT'),
    file: 'a b  \n a   \n     ',
    records: ['1 1:0 processed {"a":"a b"}', '2 2:6 processed {"a":" a"}', '3 3:12 processed {"a":null}'],
  },
  {
    name: 'fixed width: padding on the left is stripped',
    ...aligned('align: RIGHT'),
    file: '  a b\n   a ',
    records: ['1 1:0 processed {"a":"a b"}', '2 2:6 processed {"a":"a "}'],
  },
  {
    name: 'fixed width: by default fields are left-aligned and padded with blanks',
    ...aligned('columnName: A'),
    file: 'ab   ',
    records: ['1 1:0 processed {"a":"ab"}'],
  },
  {
    name: 'fixed width: a field of zeros keeps one zero',
    ...aligned('align: RIGHT, padChar: "0"'),
    file: '00000\n00100\n0 000',
    records: ['1 1:0 processed {"a":"0"}', '2 2:6 processed {"a":"100"}', '3 3:12 processed {"a":" 000"}'],
  },
  {
    name: 'fixed width: a field padded with zeros on the right keeps one zero, too',
    ...aligned('padChar: "0"'),
    file: '00000\n1000\n01000',
    records: ['1 1:0 processed {"a":"0"}', '2 2:6 processed {"a":"1"}', '3 3:11 processed {"a":"01"}'],
  },
  {
    name: 'fixed width: a field of another padding character is empty',
    ...aligned('align: RIGHT, padChar: "*"'),
    file: '*****\n***1*',
    records: ['1 1:0 processed {"a":null}', '2 2:6 processed {"a":"1*"}'],
  },
  {
    name: 'fixed width: the padding may be beyond the BMP',
    ...aligned('align: RIGHT, padChar: "😀"'),
    file: '😀😀a😀b\n😀😀😀😀😀',
    records: ['1 1:0 processed {"a":"a😀b"}', '2 2:15 processed {"a":null}'],
  },
  {
    name: 'fixed width: a tab is not padding',
    ...aligned('align: LEFT'),
    file: 'ab \t ',
    records: ['1 1:0 processed {"a":"ab \\t"}'],
  },
  {
    name: 'fixed width: null values are compared without padding',
    ...fixed(`${one}\nnullValues: [x]`),
    file: 'x  \nx',
    records: ['1 1:0 processed {"a":null}', '2 2:4 processed {"a":null}'],
  },
  {
    name: 'fixed width: scaled digits',
    ...aligned('align: RIGHT, padChar: "0", scale: 2', 'DECIMAL'),
    file: '01234\n00000\n00005\n-0005',
    records: [
      '1 1:0 processed {"a":"12.34"}',
      '2 2:6 processed {"a":"0.00"}',
      '3 3:12 processed {"a":"0.05"}',
      '4 4:18 processed {"a":"-0.05"}',
    ],
  },
  {
    name: 'fixed width: a line may end inside its last field',
    ...fixed(two),
    file: 'abcd\n   d',
    records: ['1 1:0 processed {"a":"abc","b":"d"}', '2 2:5 processed {"a":null,"b":"d"}'],
  },
  {
    name: 'fixed width: a line that ends before its last field is too short',
    ...fixed(two),
    file: 'abc\na\nabcde',
    records: ['1 1:0 failed null', short, '2 2:4 failed null', short, '3 3:6 processed {"a":"abc","b":"de"}'],
    end: 'PARTIAL_SUCCESS other=0 corrected=0',
  },
  {
    name: 'fixed width: the last field is the one that ends last',
    ...fixed(
      'fields: [{ name: b, type: STRING, start: 2, length: 9 }, { name: a, type: STRING, start: 5, length: 3 }]',
    ),
    file: 'abc\na',
    records: ['1 1:0 processed {"b":"bc","a":null}', '2 2:4 failed null', short],
  },
  {
    name: 'fixed width: of two fields with the same end, the one that begins later is the last',
    ...fixed(
      'fields: [{ name: a, type: STRING, start: 1, length: 5 }, { name: b, type: STRING, start: 4, length: 2 }]',
    ),
    file: 'abc\nabcd',
    records: ['1 1:0 failed null', short, '2 2:4 processed {"a":"abcd","b":"d"}'],
  },
  {
    name: 'fixed width: onMissingColumns is the severity of a short line',
    ...fixed(`${two}\nonMissingColumns: WARNING`),
    file: 'ab\nabcde',
    records: [
      '1 1:0 processed {"a":"ab","b":null}',
      '  WARNING RECORD_TOO_SHORT - -',
      '2 2:3 processed {"a":"abc","b":"de"}',
    ],
  },
  {
    name: 'fixed width: short lines may be ignored',
    ...fixed(`${two}\nonMissingColumns: IGNORE`),
    file: 'a',
    records: ['1 1:0 processed {"a":"a","b":null}'],
  },
  {
    name: 'fixed width: text beyond the last field is ignored',
    ...fixed(two),
    file: 'abcdefgh',
    records: ['1 1:0 processed {"a":"abc","b":"de"}'],
  },
  {
    name: 'fixed width: text beyond recordLength is an issue',
    ...fixed(`${two}\nrecordLength: 6`),
    file: 'abcdef\nabcdefg',
    records: ['1 1:0 processed {"a":"abc","b":"de"}', '2 2:7 failed null', '  FATAL TOO_MANY_COLUMNS - -'],
  },
  {
    name: 'fixed width: onExtraColumns is the severity of a long line',
    ...fixed(`${two}\nrecordLength: 5\nonExtraColumns: ERROR`),
    skipInvalid: true,
    file: 'abcdef',
    records: ['1 1:0 skipped {"a":"abc","b":"de"}', '  ERROR TOO_MANY_COLUMNS - -'],
  },
  {
    name: 'fixed width: a line may be shorter than recordLength',
    ...fixed(`${two}\nrecordLength: 80`),
    file: 'abcde',
    records: ['1 1:0 processed {"a":"abc","b":"de"}'],
  },
  {
    name: 'fixed width: lines with no character are skipped, blank ones are not',
    ...fixed(two),
    file: '\nabcde\n\n     \n',
    records: ['1 2:1 processed {"a":"abc","b":"de"}', '2 4:8 processed {"a":null,"b":null}'],
    end: 'SUCCESS other=2 corrected=0',
  },
  {
    name: 'fixed width: an empty line that is not skipped is too short',
    ...fixed(`${two}\nskipBlankLines: false`),
    file: '\nabcde',
    records: ['1 1:0 failed null', short, '2 2:1 processed {"a":"abc","b":"de"}'],
  },
  {
    name: 'fixed width: no header by default; with hasHeader it is skipped',
    ...fixed(`${two}\nhasHeader: true`),
    file: '\nH\nabcde',
    records: ['1 3:3 processed {"a":"abc","b":"de"}'],
    end: 'SUCCESS other=1 corrected=0',
  },
  {
    name: 'fixed width: a required header is missing',
    ...fixed(`${two}\nhasHeader: true`),
    file: '\n\n',
    records: [],
    end: 'FAILED other=2 corrected=0 !MISSING_HEADER',
  },
  {
    name: 'fixed width: an empty file',
    ...fixed(two),
    file: '',
    records: [],
    end: 'SUCCESS other=0 corrected=0 EMPTY_FILE',
  },
  {
    name: 'fixed width: lines at the top and at the bottom',
    ...fixed(`${two}\nskipLines: { top: 1, bottom: 2 }`),
    file: 'HEAD\nabcde\r\nT1\nT2',
    records: ['1 2:5 processed {"a":"abc","b":"de"}'],
    end: 'SUCCESS other=3 corrected=0',
  },
  {
    name: 'fixed width: recordWhen selects lines, however long they are',
    ...fixed(`${two}\nrecordWhen: { start: 1, length: 1, values: [d] }`),
    file: 'h\ndbcde\ndb\ntttttttttt\n',
    records: ['1 2:2 processed {"a":"dbc","b":"de"}', '2 3:8 failed null', short],
    end: 'PARTIAL_SUCCESS other=2 corrected=0',
  },
  {
    name: 'fixed width: conditions concern what a line has of their ranges',
    ...fixed(
      'fields: [{ name: a, type: STRING, start: 1, length: 4 }]\nrecordWhen: { start: 1, startsWith: [d, ef], all: [{ start: 3, length: 2, pattern: "[0-9]*" }] }',
    ),
    file: 'd\nefx\nef12\ndé1\nex1\nd 123\n',
    records: [
      '1 1:0 processed {"a":"d"}',
      '2 3:6 processed {"a":"ef12"}',
      '3 4:11 processed {"a":"dé1"}',
      '4 6:20 processed {"a":"d 12"}',
    ],
    end: 'SUCCESS other=2 corrected=0',
  },
  {
    name: 'fixed width: recordWhen compares its whole range, padding included',
    ...fixed(`${two}\nrecordWhen: { start: 2, length: 2, values: [x, "x "] }`),
    file: 'ax de\nax\naxxde',
    records: ['1 1:0 processed {"a":"ax","b":"de"}'],
    end: 'SUCCESS other=2 corrected=0',
  },
  {
    name: 'fixed width: a malformed line is a record if it could match',
    ...fixed(`${two}\nrecordWhen: { start: 1, length: 1, values: [d] }`),
    file: [0x64, 0xff, 10, 0x78, 0xff, 10, 0xff, 10],
    records: ['1 1:0 failed null', malformed, '2 3:6 failed null', malformed],
    end: 'FAILED other=1 corrected=0',
  },
  {
    name: 'fixed width: a line over maxRecordBytes is a record whatever recordWhen says',
    ...fixed(`${two}\nmaxRecordBytes: 6\nrecordWhen: { start: 1, length: 1, values: [d] }`),
    file: 'xxxxxxx\ndbcdef',
    records: ['1 1:0 failed null', '  FATAL RECORD_TOO_LONG - -', '2 2:8 processed {"a":"dbc","b":"de"}'],
  },
  {
    name: 'fixed width: malformed bytes take precedence over the length',
    ...fixed(two),
    file: [0x61, 0xff, 10, 0x61],
    records: ['1 1:0 failed null', malformed, '2 2:3 failed null', short],
  },
  {
    name: 'fixed width: a line end in a gap between fields',
    ...fixed('fields: [{ name: a, type: STRING, start: 3, length: 1 }]'),
    file: 'ab1\nc\n2\nab3\n',
    records: [
      '1 1:0 processed {"a":"1"}',
      '2 2:4 failed null',
      short,
      '3 3:6 failed null',
      short,
      '4 4:8 processed {"a":"3"}',
    ],
  },
  {
    name: 'fixed width: malformed bytes in a gap between fields',
    ...fixed('fields: [{ name: a, type: STRING, start: 3, length: 1 }]'),
    file: [0x61, 0x62, 0x31, 10, 0xff, 0x62, 0x32, 10],
    records: ['1 1:0 processed {"a":"1"}', '2 2:4 failed null', malformed],
  },
  {
    name: 'blocks have no line ends between them and count as lines',
    ...fixed(blocks),
    file: 'abcdefghij',
    records: ['1 1:0 processed {"a":"abc","b":"de"}', '2 2:5 processed {"a":"fgh","b":"ij"}'],
  },
  {
    name: 'blocks: line ends are characters',
    ...fixed(blocks),
    file: 'ab\nde\r\n\r\n\n',
    records: ['1 1:0 processed {"a":"ab\\n","b":"de"}', '2 2:5 processed {"a":"\\r\\n\\r","b":"\\n\\n"}'],
  },
  {
    name: 'blocks: any short record is too short',
    ...fixed(blocks),
    file: 'abcdeabcd',
    records: ['1 1:0 processed {"a":"abc","b":"de"}', '2 2:5 failed null', short],
  },
  {
    name: 'blocks: a short record that is read is counted in SHORT_RECORDS',
    ...fixed(`${blocks}\nonMissingColumns: IGNORE`),
    file: 'abcdeabcd',
    records: ['1 1:0 processed {"a":"abc","b":"de"}', '2 2:5 processed {"a":"abc","b":"d"}'],
    end: 'SUCCESS other=0 corrected=0 SHORT_RECORDS',
  },
  {
    name: 'blocks: a last line end is a short record',
    ...fixed(blocks),
    file: 'abcde\n',
    records: ['1 1:0 processed {"a":"abc","b":"de"}', '2 2:5 failed null', short],
  },
  {
    name: 'blocks: characters of several bytes',
    ...fixed(blocks),
    file: 'äbc€e😀\u0301hij',
    records: ['1 1:0 processed {"a":"äbc","b":"€e"}', '2 2:8 processed {"a":"😀\u0301h","b":"ij"}'],
  },
  {
    name: 'blocks: malformed bytes count as the characters that replace them',
    ...fixed(blocks),
    file: [0x61, 0xe2, 0x82, 0x62, 0xff, 0x63, 0x61, 0x62, 0x63, 0x64, 0x65],
    records: ['1 1:0 failed null', malformed, '2 2:6 processed {"a":"abc","b":"de"}'],
  },
  {
    name: 'blocks: a header, and blocks at the top and at the bottom',
    ...fixed(`${blocks}\nhasHeader: true\nskipLines: { top: 1, bottom: 1 }`),
    file: 'tttttHHHHHabcdefghijbb',
    records: ['1 3:10 processed {"a":"abc","b":"de"}', '2 4:15 processed {"a":"fgh","b":"ij"}'],
    end: 'SUCCESS other=2 corrected=0',
  },
  {
    name: 'blocks: recordWhen',
    ...fixed(`${blocks}\nrecordWhen: { start: 5, length: 1, values: [e] }`),
    file: 'abcdexxxxxabcdexx',
    records: ['1 1:0 processed {"a":"abc","b":"de"}', '2 3:10 processed {"a":"abc","b":"de"}'],
    end: 'SUCCESS other=2 corrected=0',
  },
  {
    name: 'blocks over maxRecordBytes',
    ...fixed(`${blocks}\nmaxRecordBytes: 6`),
    file: 'äbcd€abcde',
    records: ['1 1:0 failed null', '  FATAL RECORD_TOO_LONG - -', '2 2:8 processed {"a":"abc","b":"de"}'],
  },
  {
    name: 'blocks: a byte order mark is dropped',
    ...fixed(blocks),
    file: '\ufeffabcde',
    records: ['1 1:3 processed {"a":"abc","b":"de"}'],
  },
  {
    name: 'blocks: a byte order mark of UTF-16 decides over EBCDIC',
    ...fixed(`${blocks}\nencoding: IBM037`),
    file: [0xfe, 0xff, 0, 0x61, 0, 0x62, 0, 0x63, 0, 0x64, 0, 0x65],
    records: ['1 1:2 processed {"a":"abc","b":"de"}'],
  },
  {
    name: 'blocks in UTF-16',
    ...fixed(`${blocks}\nencoding: utf-16be`),
    file: [
      0xfe, 0xff, 0xd8, 0x3d, 0xde, 0, 0, 0x62, 0, 0x63, 0, 0x64, 0, 0x65, 0, 0x66, 0, 0x67, 0, 0x68, 0, 0x69, 0, 0x6a,
    ],
    records: ['1 1:2 processed {"a":"😀bc","b":"de"}', '2 2:14 processed {"a":"fgh","b":"ij"}'],
  },
  {
    name: 'blocks in Shift_JIS',
    ...fixed(`${blocks}\nencoding: shift_jis`),
    file: [0xb1, 0x93, 0xfa, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x96, 0x7b],
    records: ['1 1:0 processed {"a":"ｱ日a","b":"bc"}', '2 2:6 processed {"a":"def","b":"g本"}'],
  },
  {
    name: 'EBCDIC: lines end with NEL, LF or CR; CR NEL and CR LF are one line end',
    ...fixed(`${one}\nencoding: IBM1047`),
    file: [0xc1, 0x40, 0xf1, 0x15, 0xc2, 0x25, 0xc3, 0x0d, 0xc4, 0x0d, 0x15, 0xc5, 0x0d, 0x25, 0xc6],
    records: [
      '1 1:0 processed {"a":"A 1"}',
      '2 2:4 processed {"a":"B"}',
      '3 3:6 processed {"a":"C"}',
      '4 4:8 processed {"a":"D"}',
      '5 5:11 processed {"a":"E"}',
      '6 6:14 processed {"a":"F"}',
    ],
  },
  {
    name: 'EBCDIC: blocks of bytes, in which line ends are characters',
    ...fixed(`${blocks}\nencoding: ibm037`),
    file: [0xc1, 0x15, 0x25, 0x0d, 0xf1, 0x9f, 0xba, 0xbb, 0x5f, 0xb0],
    records: ['1 1:0 processed {"a":"A\u0085\\n","b":"\\r1"}', '2 2:5 processed {"a":"¤[]","b":"¬^"}'],
  },
  {
    name: 'EBCDIC: code pages differ',
    ...fixed(`${blocks}\nencoding: IBM1140`),
    file: [0x9f, 0xba, 0xbb, 0x5f, 0xb0],
    records: ['1 1:0 processed {"a":"€[]","b":"¬^"}'],
  },
  {
    name: 'EBCDIC: IBM500',
    ...fixed(`${blocks}\nencoding: IBM500`),
    file: [0x4a, 0x4f, 0x5a, 0x5f, 0xbb],
    records: ['1 1:0 processed {"a":"[!]","b":"^|"}'],
  },
];
