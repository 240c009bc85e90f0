import type { CopybookCase } from './copybook-case.ts';

/** Copybooks with the levels 66, 77 and 88, and with values. */
export const conditions: readonly CopybookCase[] = [
  {
    title: 'levels with gaps',
    lines: ['01 REC.', ' 10 A PIC X(2).', ' 05 B PIC X.', ' 03 G.', '  49 C PIC X.'],
    length: 4,
    fields: ['a STRING 1+2', 'b STRING 3+1', 'c STRING 4+1'],
  },
  {
    title: 'level 88 of texts',
    lines: [
      '01 REC.',
      ' 05 K PIC X(2).',
      "  88 K-A VALUE 'A '.",
      "  88 K-B VALUES ARE 'B1', 'B2' \"B3\".",
      '  88 K-NONE VALUE SPACES.',
    ],
    length: 2,
    fields: ['k STRING 1+2'],
    rules: ['k ALLOWED_VALUES A,B1,B2,B3'],
  },
  {
    title: 'level 88 of numbers',
    lines: [
      '01 REC.',
      ' 05 K PIC 9(2).',
      '  88 K-LOW VALUE 1 THRU 3.',
      '  88 K-HIGH VALUES 90 91.',
      '  88 K-ZERO VALUE ZERO.',
      ' 05 D PIC S9V99 COMP-3.',
      '  88 D-ONE VALUE 1.50 -2.25.',
    ],
    length: 4,
    fields: ['k INTEGER 1+2', 'd DECIMAL 3+2 scale=2 storage=PACKED'],
    rules: ['k ALLOWED_VALUES 1,2,3,90,91,0', 'd ALLOWED_VALUES 1.50,-2.25'],
  },
  {
    title: 'level 88 with one range',
    lines: [
      '01 REC.',
      ' 05 K PIC 9(3).',
      '  88 VALID-K VALUE 100 THROUGH 499.',
      ' 05 L PIC X.',
      "  88 VALID-L VALUE 'A' THRU 'C'.",
    ],
    length: 4,
    fields: ['k INTEGER 1+3', 'l STRING 4+1'],
    rules: ['k MIN_VALUE 100', 'k MAX_VALUE 499', 'l ALLOWED_VALUES A,B,C'],
  },
  {
    title: 'level 88 that is no list',
    lines: [
      '01 REC.',
      ' 05 K PIC X(2).',
      "  88 VALID-K VALUE 'AA' THRU 'ZZ'.",
      ' 05 L PIC X.',
      '  88 L-NULL VALUE LOW-VALUES.',
      ' 05 M PIC X.',
      "  88 M-HEX VALUE X'01'.",
    ],
    length: 4,
    fields: ['k STRING 1+2', 'l STRING 3+1', 'm STRING 4+1'],
  },
  {
    title: 'level 88 of a group',
    lines: ['01 REC.', ' 05 G.', '  88 G-EMPTY VALUE SPACES.', '  10 A PIC X.', '  10 B PIC X.'],
    length: 2,
    fields: ['a STRING 1+1', 'b STRING 2+1'],
  },
  {
    title: 'level 66',
    lines: ['01 REC.', ' 05 A PIC X(2).', ' 05 B PIC X(3).', ' 66 AB RENAMES A THRU B.', ' 66 AA RENAMES A.'],
    length: 5,
    fields: ['a STRING 1+2', 'b STRING 3+3'],
    suggestions: ['AB (line 4) renames A to B.', 'AA (line 5) renames A to A.'],
  },
  {
    title: 'level 77 belongs to no record',
    lines: ['77 COUNTER PIC 9(4) COMP.', '01 REC.', ' 05 A PIC X.', '77 OTHER PIC X(9).'],
    length: 1,
    fields: ['a STRING 1+1'],
  },
  {
    title: 'several records',
    lines: ['01 HEAD-REC.', ' 05 A PIC X(2).', '01 LINE-REC.', ' 05 B PIC X(4).'],
    length: 2,
    fields: ['a STRING 1+2'],
    undecided: [
      'the spec describes HEAD-REC (line 1) only. The copybook has other records: LINE-REC (line 3). Draft each from a file of its own',
    ],
  },
  {
    title: 'values of items',
    lines: [
      '01 REC.',
      " 05 A PIC X(3) VALUE 'A.B'.",
      ' 05 B PIC 9(3) VALUE ZEROES COMP-3.',
      " 05 C PIC X VALUE '''' .",
      ' 05 D PIC S9(3)V9 VALUE -1.5.',
    ],
    length: 10,
    fields: [
      'a STRING 1+3',
      'b INTEGER 4+2 storage={"kind":"PACKED","unsigned":true}',
      'c STRING 6+1',
      'd DECIMAL 7+4 scale=1 storage=ZONED',
    ],
  },
];
