import type { Case } from './case.ts';

const pos = 'hasHeader: false\nfields: [{ name: a, type: STRING }, { name: b, type: STRING, required: true }]';
const named = 'fields: [{ name: a, type: STRING, columnName: A }, { name: b, type: STRING }]';
const when = 'hasHeader: false\nonExtraColumns: IGNORE\nfields: [{ name: a, type: STRING }]\nrecordWhen: { column: 1, values: [D, "d,"] }';

export const columnCases: Case[] = [
  { name: 'too few and too many cells fail a record', spec: pos, file: 'x\nx,y,z\nx,y', records: ['1 1:0 failed null', '  FATAL TOO_FEW_COLUMNS - -', '2 2:2 failed null', '  FATAL TOO_MANY_COLUMNS - -', '3 3:8 processed {"a":"x","b":"y"}'] },
  { name: 'as errors the steps go on', spec: `${pos}\nonMissingColumns: ERROR\nonExtraColumns: WARNING`, file: 'x\nx,y,z', records: ['1 1:0 processed {"a":"x","b":null}', '  ERROR TOO_FEW_COLUMNS - -', '  ERROR REQUIRED required:b b null', '2 2:2 processed {"a":"x","b":"y"}', '  WARNING TOO_MANY_COLUMNS - -'], end: 'PARTIAL_SUCCESS other=0 corrected=0' },
  { name: 'an error skips the record where one asks for it', spec: `${pos}\nonMissingColumns: ERROR\nonExtraColumns: WARNING`, skipInvalid: true, file: 'x\nx,y,z', records: ['1 1:0 skipped {"a":"x","b":null}', '  ERROR TOO_FEW_COLUMNS - -', '  ERROR REQUIRED required:b b null', '2 2:2 processed {"a":"x","b":"y"}', '  WARNING TOO_MANY_COLUMNS - -'] },
  { name: 'ignored, they are no issue', spec: `${pos}\nonExtraColumns: IGNORE`, file: 'x,y,z', records: ['1 1:0 processed {"a":"x","b":"y"}'] },
  { name: 'a header says where fields are', spec: named, file: 'b, A\u00a0\n1,2\n', records: ['1 2:7 processed {"a":"2","b":"1"}'], end: 'SUCCESS other=0 corrected=0' },
  { name: 'a header is compared exactly', spec: named, file: 'a,b\n1,2\n', records: [], end: 'FAILED other=0 corrected=0 UNKNOWN_COLUMN !MISSING_COLUMN' },
  { name: 'a missing column that nobody needs', spec: `${named}\nonMissingColumns: WARNING`, file: 'b\n1\n', records: ['1 2:2 processed {"a":null,"b":"1"}'], end: 'SUCCESS other=0 corrected=0 MISSING_COLUMN' },
  { name: 'a missing column under IGNORE is told all the same', spec: `${named}\nonMissingColumns: IGNORE`, file: 'b\n1\n', records: ['1 2:2 processed {"a":null,"b":"1"}'], end: 'SUCCESS other=0 corrected=0 MISSING_COLUMN' },
  { name: 'a missing column of a required field', spec: 'onMissingColumns: IGNORE\nfields: [{ name: a, type: STRING, required: true }]', file: 'b\n1\n', records: [], end: 'FAILED other=0 corrected=0 UNKNOWN_COLUMN !MISSING_COLUMN' },
  { name: 'one warning for each unknown cell', spec: named, file: 'A,x,b,x,""\n1,2,3,4,5\n', records: ['1 2:11 processed {"a":"1","b":"3"}'], end: 'SUCCESS other=0 corrected=0 UNKNOWN_COLUMN UNKNOWN_COLUMN UNKNOWN_COLUMN' },
  { name: 'of more than a hundred unknown cells the others are told together', spec: named, file: `A,b${',x'.repeat(105)}\n`, records: [], end: `SUCCESS other=0 corrected=0${' UNKNOWN_COLUMN'.repeat(101)} EMPTY_FILE` },
  { name: 'a doubled column that a field needs', spec: named, file: 'A,b,A\n1,2,3', records: [], end: 'FAILED other=0 corrected=0 !DUPLICATE_COLUMN' },
  { name: 'a record is held against its header', spec: named, file: 'A,x,b\n1,2\n1,2,3', records: ['1 2:6 failed null', '  FATAL TOO_FEW_COLUMNS - -', '2 3:10 processed {"a":"1","b":"3"}'] },
  { name: 'the header stands behind skipped, blank and comment lines', spec: `${named}\nskipLines: { top: 1 }\ncomment: "#"`, file: 'A,b\n#A,b\n\nb,A\n1,2', records: ['1 5:14 processed {"a":"2","b":"1"}'], end: 'SUCCESS other=3 corrected=0' },
  { name: 'a blank line is the header where blank lines count', spec: `${named}\nskipBlankLines: false`, file: '\nA,b\n', records: [], end: 'FAILED other=0 corrected=0 UNKNOWN_COLUMN !MISSING_COLUMN' },
  { name: 'no header', spec: named, file: '\n\n', records: [], end: 'FAILED other=2 corrected=0 !MISSING_HEADER' },
  { name: 'a malformed header is none', spec: named, file: '"A"x,b\n1,2', records: [], end: 'FAILED other=0 corrected=0 !MISSING_HEADER' },
  { name: 'a header of malformed bytes is none', spec: named, file: [0x41, 0x2c, 0x62, 0xff, 10], records: [], end: 'FAILED other=0 corrected=0 !MISSING_HEADER' },
  { name: 'a header that is too long is none', spec: `${named}\nmaxRecordBytes: 2`, file: 'A,b\n', records: [], end: 'FAILED other=0 corrected=0 !MISSING_HEADER' },
  { name: 'a header without records', spec: named, file: 'A,b\n', records: [], end: 'SUCCESS other=0 corrected=0 EMPTY_FILE' },
  { name: 'a header that is not asked', spec: `${named}\ncolumnMatch: POSITION`, file: 'x\n1,2\n', records: ['1 2:2 processed {"a":"1","b":"2"}'], end: 'SUCCESS other=0 corrected=0' },
  { name: 'a header that is not asked may be malformed', spec: `${named}\ncolumnMatch: POSITION`, file: '"x"y\n1,2\n', records: ['1 2:5 processed {"a":"1","b":"2"}'] },
  { name: 'which lines are records', spec: when, file: 'D,1\nd\n"d,"\n"D\n"\n', records: ['1 1:0 processed {"a":"D"}', '2 3:6 processed {"a":"d,"}'], end: 'SUCCESS other=3 corrected=0' },
  { name: 'lines with bad quotes are records in any case', spec: when, file: 'x,"y"z\nD,"', records: ['1 1:0 failed null', '  FATAL MALFORMED_QUOTES - -', '2 2:7 failed null', '  FATAL MALFORMED_QUOTES - -'] },
  { name: 'malformed bytes where one asks what a line is', spec: when, file: [0x44, 0x2c, 0xff, 10, 0x78, 0x2c, 0xff, 10, 0xff, 10], records: ['1 1:0 failed null', '  FATAL INVALID_ENCODING - -', '2 3:8 failed null', '  FATAL INVALID_ENCODING - -'], end: 'FAILED other=1 corrected=0' },
  { name: 'U+FFFD itself is a value like others', spec: when, file: '\uFFFD\nD\n', records: ['1 2:4 processed {"a":"D"}'], end: 'SUCCESS other=1 corrected=0' },
  { name: 'a line without the cell is no record', spec: 'hasHeader: false\nonExtraColumns: IGNORE\nfields: [{ name: a, type: STRING }]\nrecordWhen: { column: 2, values: [D] }', file: 'D\nx,D\n', records: ['1 2:2 processed {"a":"x"}'], end: 'SUCCESS other=1 corrected=0' },
  { name: 'records chosen by a column of the header that no field has', spec: 'fields: [{ name: a, type: STRING }]\nrecordWhen: { column: Type, values: [D] }', file: 'Type,a,Type\nD,1,T\nT,2,D', records: ['1 2:12 processed {"a":"1"}'], end: 'SUCCESS other=1 corrected=0' },
  { name: 'no line can be chosen by a column that the header does not have', spec: 'onMissingColumns: IGNORE\nfields: [{ name: a, type: STRING }]\nrecordWhen: { column: Type, values: [D] }', file: 'a\nD\n', records: [], end: 'FAILED other=0 corrected=0 !MISSING_COLUMN' },
  { name: 'records chosen by a column of a header that is asked for nothing else', spec: 'columnMatch: POSITION\nonExtraColumns: IGNORE\nfields: [{ name: a, type: STRING }]\nrecordWhen: { column: Type, values: [D] }', file: 'x,Type\n1,D\n2,E\n', records: ['1 2:7 processed {"a":"1"}'], end: 'SUCCESS other=1 corrected=0' },
  { name: 'a file of other lines alone is empty', spec: when, file: 'x\n', records: [], end: 'SUCCESS other=1 corrected=0 EMPTY_FILE' },
];
