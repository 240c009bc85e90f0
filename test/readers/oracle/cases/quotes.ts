import type { Case } from './case.ts';

const two =
  'hasHeader: false\nonMissingColumns: IGNORE\nfields: [{ name: a, type: STRING }, { name: b, type: STRING }]';
const broken = '  FATAL MALFORMED_QUOTES - -';
const long = '  FATAL RECORD_TOO_LONG - -';

export const quoteCases: Case[] = [
  {
    name: 'a doubled quote is a quote',
    spec: two,
    file: '"a""b",""""\n',
    records: ['1 1:0 processed {"a":"a\\"b","b":"\\""}'],
  },
  {
    name: 'a quote within an unquoted cell is text',
    spec: two,
    file: 'a"b",c"\n x,"y"',
    records: ['1 1:0 processed {"a":"a\\"b\\"","b":"c\\""}', '2 2:8 processed {"a":" x","b":"y"}'],
  },
  {
    name: 'a quote after a blank does not open a quoted cell',
    spec: two,
    file: 'x, "y,\n',
    records: ['1 1:0 failed null', '  FATAL TOO_MANY_COLUMNS - -'],
  },
  {
    name: 'delimiters and line ends inside quotes are text',
    spec: two,
    file: '"a,b\n","\r"\nx',
    records: ['1 1:0 processed {"a":"a,b\\n","b":"\\r"}', '2 4:11 processed {"a":"x","b":null}'],
  },
  {
    name: 'text after a closing quote',
    spec: two,
    file: '"a"b,c\nx\n',
    records: ['1 1:0 failed null', broken, '2 2:7 processed {"a":"x","b":null}'],
  },
  {
    name: 'a blank after a closing quote is text, too',
    spec: two,
    file: '"a" ,c\n',
    records: ['1 1:0 failed null', broken],
  },
  {
    name: 'an unclosed quote makes one line malformed',
    spec: two,
    file: 'x,"a\ny\n\nz',
    records: ['1 1:0 failed null', broken, '2 2:5 processed {"a":"y","b":null}', '3 4:8 processed {"a":"z","b":null}'],
    end: 'PARTIAL_SUCCESS other=1 corrected=0',
  },
  {
    name: 'text after a quote that closes on a later line: one malformed line',
    spec: two,
    file: '"a\nb"c\nd',
    records: [
      '1 1:0 failed null',
      broken,
      '2 2:3 processed {"a":"b\\"c","b":null}',
      '3 3:7 processed {"a":"d","b":null}',
    ],
  },
  {
    name: 'an opening quote at the end of the file is unclosed',
    spec: two,
    file: 'a,"',
    records: ['1 1:0 failed null', broken],
  },
  {
    name: 'an escaped quote at the end does not close',
    spec: two,
    file: '"a""',
    records: ['1 1:0 failed null', broken],
  },
  {
    name: 'a delimiter at the end begins a cell',
    spec: two,
    file: 'a,',
    records: ['1 1:0 processed {"a":"a","b":null}'],
    end: 'SUCCESS other=0 corrected=0',
  },
  {
    name: 'another quote',
    spec: `${two}\nquote: "'"`,
    file: "'a,''b','\"'\n",
    records: ['1 1:0 processed {"a":"a,\'b","b":"\\""}'],
  },
  {
    name: 'no quote at all',
    spec: `${two}\nquote: ""`,
    file: '"a","b\nx"',
    records: ['1 1:0 processed {"a":"\\"a\\"","b":"\\"b"}', '2 2:7 processed {"a":"x\\"","b":null}'],
  },
  {
    name: 'another escape: it escapes the quote and itself, nothing else',
    spec: `${two}\nescape: "\\\\"`,
    file: '"a\\"b\\\\","\\n\\"\n',
    records: ['1 1:0 failed null', broken],
  },
  {
    name: 'another escape, and its cells',
    spec: `${two}\nescape: "\\\\"`,
    file: '"a\\"b\\\\","\\n,"\n',
    records: ['1 1:0 processed {"a":"a\\"b\\\\","b":"\\\\n,"}'],
  },
  {
    name: 'with another escape a doubled quote is text after a closing quote',
    spec: `${two}\nescape: "\\\\"`,
    file: '"a""b",c\n',
    records: ['1 1:0 failed null', broken],
  },
  {
    name: 'outside quotes an escape is text',
    spec: `${two}\nescape: "^"`,
    file: 'a^"^^,^,\n',
    records: ['1 1:0 failed null', '  FATAL TOO_MANY_COLUMNS - -'],
  },
  {
    name: 'delimiter and quote beyond the BMP',
    spec: `${two}\ndelimiter: "😀"\nquote: "𝄞"`,
    file: '𝄞a😀𝄞𝄞𝄞😀b',
    records: ['1 1:0 processed {"a":"a😀𝄞","b":"b"}'],
  },
  {
    name: 'a physical line longer than maxRecordBytes',
    spec: `${two}\nmaxRecordBytes: 4`,
    file: 'abcde\nabcd\nää\näää',
    records: [
      '1 1:0 failed null',
      long,
      '2 2:6 processed {"a":"abcd","b":null}',
      '3 3:11 processed {"a":"ää","b":null}',
      '4 4:16 failed null',
      long,
    ],
  },
  {
    name: 'an oversized first line, whatever its quotes',
    spec: `${two}\nmaxRecordBytes: 4`,
    file: '"a"bc\n"abcd\nx"',
    records: ['1 1:0 failed null', long, '2 2:6 failed null', long, '3 3:12 processed {"a":"x\\"","b":null}'],
  },
  {
    name: 'a quote still open after maxRecordBytes',
    spec: `${two}\nmaxRecordBytes: 5`,
    file: '"a\nbc"\nd',
    records: [
      '1 1:0 failed null',
      '  FATAL RECORD_TOO_LONG - -',
      '2 2:3 processed {"a":"bc\\"","b":null}',
      '3 3:7 processed {"a":"d","b":null}',
    ],
  },
  {
    name: 'a record of exactly maxRecordBytes',
    spec: `${two}\nmaxRecordBytes: 6`,
    file: '"a\nbc"\nd',
    records: ['1 1:0 processed {"a":"a\\nbc","b":null}', '2 3:7 processed {"a":"d","b":null}'],
  },
  {
    name: 'an oversized record over several lines with closed quotes',
    spec: `${two}\nmaxRecordBytes: 6`,
    file: '"a\nb",c\nd',
    records: ['1 1:0 failed null', long, '2 2:3 processed {"a":"b\\"","b":"c"}', '3 3:8 processed {"a":"d","b":null}'],
  },
  {
    name: 'the caller lowers maxRecordBytes',
    spec: two,
    limit: 2,
    file: 'abc\nab',
    records: ['1 1:0 failed null', long, '2 2:4 processed {"a":"ab","b":null}'],
  },
  {
    name: 'blank and comment lines are never too long',
    spec: `${two}\nmaxRecordBytes: 2\ncomment: "#"`,
    file: '#abc\n    \nab',
    records: ['1 3:10 processed {"a":"ab","b":null}'],
    end: 'SUCCESS other=2 corrected=0',
  },
  {
    name: 'maxRecordBytes counts UTF-8 bytes, not those of the file',
    spec: `${two}\nmaxRecordBytes: 2\nencoding: windows-1252`,
    file: [0xe4, 10, 0xe4, 0x61],
    records: ['1 1:0 processed {"a":"ä","b":null}', '2 2:2 failed null', long],
  },
  {
    name: 'a malformed byte counts as one if the file is not UTF-8',
    spec: `${two}\nmaxRecordBytes: 2\nencoding: shift_jis`,
    file: [0x41, 0xff, 10, 0x41, 0xff, 0x41],
    records: ['1 1:0 failed null', '  FATAL INVALID_ENCODING - -', '2 2:3 failed null', long],
  },
];
