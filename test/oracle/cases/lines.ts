import type { Case } from './case.ts';

const bare = 'hasHeader: false\nfields: [{ name: a, type: STRING }]';
const two = 'hasHeader: false\nfields: [{ name: a, type: STRING }, { name: b, type: STRING }]';

export const lineCases: Case[] = [
  { name: 'LF, CRLF and CR end lines', spec: bare, file: 'x\ny\r\nz\rw', records: ['1 1:0 processed {"a":"x"}', '2 2:2 processed {"a":"y"}', '3 3:5 processed {"a":"z"}', '4 4:7 processed {"a":"w"}'], end: 'SUCCESS other=0 corrected=0' },
  { name: 'LF CR are two line ends', spec: `${bare}\nskipBlankLines: false`, file: 'x\n\ry', records: ['1 1:0 processed {"a":"x"}', '2 2:2 processed {"a":null}', '3 3:3 processed {"a":"y"}'] },
  { name: 'U+2028, U+0085, VT and FF are no line ends', spec: bare, file: 'x\u2028\u0085\v\fy\n', records: ['1 1:0 processed {"a":"x\u2028\u0085\\u000b\\fy"}'] },
  { name: 'nothing follows the last line end', spec: `${bare}\nskipBlankLines: false`, file: 'x\n', records: ['1 1:0 processed {"a":"x"}'], end: 'SUCCESS other=0 corrected=0' },
  { name: 'an empty file is an empty file', spec: bare, file: '', records: [], end: 'SUCCESS other=0 corrected=0 EMPTY_FILE' },
  { name: 'a file of a byte order mark alone is one, too', spec: bare, file: '\uFEFF', records: [], end: 'SUCCESS other=0 corrected=0 EMPTY_FILE' },
  { name: 'a byte order mark is dropped and counts as bytes', spec: bare, file: '\uFEFFx\ny', records: ['1 1:3 processed {"a":"x"}', '2 2:5 processed {"a":"y"}'] },
  { name: 'only the first byte order mark is one', spec: bare, file: '\uFEFF\uFEFFx', records: ['1 1:3 processed {"a":"\uFEFFx"}'] },
  { name: 'UTF-16 little endian', spec: `${bare}\nencoding: utf-16le`, file: [0xff, 0xfe, 0x78, 0, 10, 0, 0x3d, 0xd8, 0, 0xde], records: ['1 1:2 processed {"a":"x"}', '2 2:6 processed {"a":"😀"}'] },
  { name: 'UTF-16 big endian without a mark', spec: `${bare}\nencoding: utf-16be`, file: [0, 0x78, 0, 13, 0, 10, 0, 0x79], records: ['1 1:0 processed {"a":"x"}', '2 2:6 processed {"a":"y"}'] },
  { name: 'windows-1252 has a euro sign', spec: `${bare}\nencoding: windows-1252`, file: [0x80, 0x20, 0xe4, 10, 0x81], records: ['1 1:0 processed {"a":"€ ä"}', '2 2:4 processed {"a":"\u0081"}'] },
  { name: 'blank lines are no records', spec: bare, file: 'x\n\n \t\u00a0\u3000\ny\n\n', records: ['1 1:0 processed {"a":"x"}', '2 4:11 processed {"a":"y"}'], end: 'SUCCESS other=3 corrected=0' },
  { name: 'a zero width no-break space is not blank', spec: bare, file: 'x\n\uFEFF\n', records: ['1 1:0 processed {"a":"x"}', '2 2:2 processed {"a":"\uFEFF"}'] },
  { name: 'a line with a delimiter is not blank, whatever the delimiter', spec: `${two}\ndelimiter: "\\t"`, file: '\t\n \n', records: ['1 1:0 processed {"a":null,"b":null}'], end: 'SUCCESS other=1 corrected=0' },
  { name: 'a quoted blank is not a blank line', spec: bare, file: '" "\n""\n', records: ['1 1:0 processed {"a":" "}', '2 2:4 processed {"a":null}'] },
  { name: 'blank lines are records where they are not skipped', spec: `${bare}\nskipBlankLines: false`, file: '\n \n', records: ['1 1:0 processed {"a":null}', '2 2:1 processed {"a":" "}'] },
  { name: 'a line that begins with the comment character is no record', spec: `${bare}\ncomment: "#"`, file: '#"open\nx\n #y\n"#z"\n#', records: ['1 2:7 processed {"a":"x"}', '2 3:9 processed {"a":" #y"}', '3 4:13 processed {"a":"#z"}'], end: 'SUCCESS other=2 corrected=0' },
  { name: 'a comment character may be astral, and its line malformed', spec: `${bare}\ncomment: "𝄞"`, file: [0xf0, 0x9d, 0x84, 0x9e, 0xff, 10, 0x78], records: ['1 2:6 processed {"a":"x"}'], end: 'SUCCESS other=1 corrected=0' },
  { name: 'comments do not begin inside quotes', spec: `${bare}\ncomment: "#"`, file: '"x\n#y"\n', records: ['1 1:0 processed {"a":"x\\n#y"}'], end: 'SUCCESS other=0 corrected=0' },
  { name: 'lines at the top and bottom are cut off', spec: `${bare}\nskipLines: { top: 2, bottom: 1 }`, file: '"\n\nx\ny\n"', records: ['1 3:3 processed {"a":"x"}', '2 4:5 processed {"a":"y"}'], end: 'SUCCESS other=3 corrected=0' },
  { name: 'more lines to skip than there are', spec: `${bare}\nskipLines: { top: 2, bottom: 2 }`, file: 'x\ny\nz\n', records: [], end: 'SUCCESS other=3 corrected=0 EMPTY_FILE' },
  { name: 'a quote that closes in the lines cut off is unclosed', spec: `${bare}\nskipLines: { bottom: 1 }`, file: '"x\ny"\n', records: ['1 1:0 failed null', '  FATAL MALFORMED_QUOTES - -'], end: 'FAILED other=1 corrected=0' },
  { name: 'the last line end belongs to no further line at the bottom', spec: `${bare}\nskipLines: { bottom: 1 }`, file: 'x\n\n', records: ['1 1:0 processed {"a":"x"}'], end: 'SUCCESS other=1 corrected=0' },
  { name: 'lines inside quotes count', spec: bare, file: '"x\r\ny\rz"\nw', records: ['1 1:0 processed {"a":"x\\r\\ny\\rz"}', '2 4:9 processed {"a":"w"}'] },
  { name: 'malformed bytes fail their record only', spec: bare, file: [0x78, 0xff, 10, 0xe2, 0x82, 10, 0x79], records: ['1 1:0 failed null', '  FATAL INVALID_ENCODING - -', '2 2:3 failed null', '  FATAL INVALID_ENCODING - -', '3 3:6 processed {"a":"y"}'], end: 'PARTIAL_SUCCESS other=0 corrected=0' },
  { name: 'U+FFFD itself is a character', spec: bare, file: 'x\uFFFD\n', records: ['1 1:0 processed {"a":"x\uFFFD"}'] },
  { name: 'malformed bytes come before the count of cells', spec: bare, file: [0x2c, 0xff, 10], records: ['1 1:0 failed null', '  FATAL INVALID_ENCODING - -'] },
  { name: 'a surrogate alone is malformed in UTF-16', spec: `${bare}\nencoding: utf-16le`, file: [0, 0xd8, 10, 0, 0x78, 0], records: ['1 1:0 failed null', '  FATAL INVALID_ENCODING - -', '2 2:4 processed {"a":"x"}'] },
  { name: 'NUL is a character', spec: bare, file: 'x\0\n', records: ['1 1:0 processed {"a":"x\\u0000"}'] },
];
