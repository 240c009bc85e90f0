import type { CopybookCase } from './copybook-case.ts';

/** Copybooks that are written in other ways. */
export const writing: readonly CopybookCase[] = [
  {
    title: 'names with digits first and underscores',
    lines: ['01 REC.', ' 05 1ST-NAME PIC X.', ' 05 LAST_NAME PIC X.', ' 05 A1-B2 PIC X.'],
    length: 3,
    fields: ['field1stName STRING 1+1', 'lastName STRING 2+1', 'a1B2 STRING 3+1'],
  },
  {
    title: 'names with marks for REPLACING',
    lines: ['01 REC.', ' 05 :TAG:-CUST-NO PIC 9(3).', ' 05 :TAG:-NAME PIC X(3).'],
    length: 6,
    fields: ['custNo INTEGER 1+3', 'name STRING 4+3'],
  },
  {
    title: 'several entries in a line, and one in several lines',
    lines: ['01 REC. 05 A PIC X. 05 B', ' PIC', ' X(2)', ' . 05 C PIC 9.'],
    length: 4,
    fields: ['a STRING 1+1', 'b STRING 2+2', 'c INTEGER 4+1'],
  },
  {
    title: 'headers of a program',
    lines: [
      'DATA DIVISION.',
      'FILE SECTION.',
      'FD CUST-FILE RECORDING MODE IS F BLOCK CONTAINS 0 RECORDS.',
      '01 REC EXTERNAL.',
      ' 05 A PIC X.',
    ],
    length: 1,
    fields: ['a STRING 1+1'],
  },
  {
    title: 'comments of items',
    lines: [
      '* The customers',
      '01 REC.',
      '* Number of the customer',
      '* --------',
      ' 05 A PIC X. *> given by the bank',
      ' 05 B PIC X.',
    ],
    length: 2,
    fields: ['a STRING 1+1', 'b STRING 2+1'],
  },
  {
    title: 'EJECT and SKIP',
    lines: ['EJECT', '01 REC.', 'SKIP1', ' 05 A PIC X.', ' SKIP2.', ' 05 B PIC X.'],
    length: 2,
    fields: ['a STRING 1+1', 'b STRING 2+1'],
  },
  {
    title: 'lower case',
    lines: ['01 rec.', ' 05 cust-no pic 9(3) comp-3.', ' 05 name pic x(4).'],
    length: 6,
    fields: ['custNo INTEGER 1+2 storage={"kind":"PACKED","unsigned":true}', 'name STRING 3+4'],
  },
  {
    title: 'commas and semicolons',
    lines: ['01 REC.', " 05 A, PIC X(2); VALUE 'A'.", ' 05 B PIC 9(2), COMP-3.'],
    length: 4,
    fields: ['a STRING 1+2', 'b INTEGER 3+2 storage={"kind":"PACKED","unsigned":true}'],
  },
];
