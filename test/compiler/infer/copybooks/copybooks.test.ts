import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CopybookDraft, draftCopybook } from '../../../../compiler/tools/infer/copybook/draft-copybook.ts';
import type { TypeDraft } from '../../../../compiler/tools/infer/model/draft.ts';
import { inferCopybook } from '../../../../compiler/tools/infer/copybook/infer-copybook.ts';
import { compileWith } from '../../../../compiler/tools/infer/infer-spec.ts';
import { loadEsm } from '../../../../runtime/state/registry/compile/load-esm.ts';
import { conditions } from './conditions.ts';
import { type CopybookCase, writeFixed } from './copybook-case.ts';
import { numbers } from './numbers.ts';
import { places } from './places.ts';
import { writing } from './writing.ts';

const test = suite('copybooks');
const NO_MODULE = () => Promise.reject(new Error('no data are read'));

function draft(text: string, encoding = 'IBM037'): CopybookDraft {
  return draftCopybook({ text, fileName: 'a.cpy', name: 'a', encoding, schema: null, data: null });
}

function describe({
  draft: { recordTypes, fields, rules, corrections, evidence, suggestions },
  length,
}: CopybookDraft) {
  const types: readonly TypeDraft[] = recordTypes ?? [{ keys: { name: 'rec' }, fields, rules, corrections }];
  return {
    length,
    fields: types.flatMap(describeType),
    rules: types.flatMap((type) =>
      (type.rules ?? []).map(({ value }) => `${value.field} ${value.ruleType} ${'value' in value ? value.value : ''}`),
    ),
    corrections: types.flatMap((type) =>
      (type.corrections ?? []).map(({ value }) =>
        'pattern' in value ? `${value.field} ${value.pattern} -> ${value.replacement}` : value.correctionType,
      ),
    ),
    undecided: evidence.undecided,
    suggestions,
  };
}

/** Describes the groups of a type, and its fields with the name of the type before theirs. */
function describeType({ keys: { name, in: parent, occurs, repeat }, fields }: TypeDraft): string[] {
  const counted = typeof occurs === 'object' ? ` as ${'field' in occurs ? occurs.field : ''} says` : '';
  return [
    ...(repeat === undefined
      ? []
      : [`${parent} has ${repeat.times} ${name} ${repeat.start}+${repeat.length}${counted}`]),
    ...fields.map(({ value: { name: field, type, start, length: bytes, ...more } }) =>
      [
        `${repeat === undefined ? '' : `${name}.`}${field} ${type} ${start}+${bytes}`,
        ...Object.entries(more).map(([key, value]) => `${key}=${toText(value)}`),
      ].join(' '),
    ),
  ];
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const ALL: readonly CopybookCase[] = [...numbers, ...places, ...conditions, ...writing];

for (const { title, lines, ...expected } of ALL) {
  const whole = { rules: [], corrections: [], undecided: [], suggestions: [], ...expected };
  test(title, async () => {
    assert.equal(describe(draft(writeFixed(lines))), whole);
    const copybook = { fileName: 'a.cpy', name: 'a', encoding: 'IBM037', schema: null, data: null };
    // The spec has no errors, as YAML, too.
    await inferCopybook({ ...copybook, text: writeFixed(lines) }, NO_MODULE);
  });
}

test('there are at least 60 of them', () => {
  assert.ok(ALL.length >= 60, `${ALL.length}`);
});

test('numbers of lines, CRLF and a free format change nothing', () => {
  for (const { title, lines, ...expected } of ALL) {
    const fields = [...expected.fields];
    assert.equal(describe(draft(writeFixed(lines, true))).fields, fields, title);
    assert.equal(describe(draft(writeFixed(lines).replaceAll('\n', '\r\n'))).fields, fields, title);
    const free = lines.map((line) => (line.startsWith('*') ? `*>${line.slice(1)}` : line)).join('\n');
    assert.equal(describe(draft(free)).fields, fields, `${title}, free`);
  }
});

const REC = '01 REC.';
const refused: readonly (readonly [title: string, lines: readonly string[], message: RegExp])[] = [
  ['COPY', [REC, ' COPY CUSTADDR.'], /^line 2: COPY CUSTADDR is not read\. Put the text of CUSTADDR in its place/],
  ['COPY in an entry', ['01 REC COPY CUSTADDR REPLACING ==A== BY ==B==.'], /COPY CUSTADDR is not read/],
  ['an include of a library', [REC, '++INCLUDE CUSTADDR', ' 05 A PIC X.'], /\+\+INCLUDE CUSTADDR is not read/],
  ['EXEC SQL INCLUDE', ['EXEC SQL INCLUDE CUSTADDR END-EXEC.'], /INCLUDE CUSTADDR is not read/],
  ['a usage of one compiler', [REC, ' 05 A PIC X(2) COMP-X.'], /^line 2: USAGE COMP-X is not read/],
  ['an unknown usage', [REC, ' 05 A PIC 9 USAGE FANCY.'], /USAGE FANCY is not known/],
  ['a missing period', [REC, ' 05 A PIC X', ' 05 B PIC X.'], /^line 3: 05 begins no clause\. Is the period/],
  ['an unknown clause', [REC, ' 05 A PIC X ANY LENGTH.'], /ANY begins no clause/],
  ['no copybook', ['Dear Sir, we send you the file.'], /DEAR begins no entry/],
  ['a picture that is none', [REC, ' 05 A PIC Q(3).'], /A \(line 2\): PIC Q\(3\) is no picture/],
  ['a group without items', [REC, ' 05 A.', ' 05 B PIC X.'], /A \(line 2\): it has neither a PIC nor items/],
  [
    'an item below a picture',
    [REC, ' 05 A PIC X.', '  10 B PIC X.'],
    /B \(line 3\) is below A \(line 2\), which has a PIC/,
  ],
  [
    'REDEFINES of what is not there',
    [REC, ' 05 A PIC X.', ' 05 B REDEFINES Q PIC X.'],
    /redefines Q, which is no item/,
  ],
  ['OCCURS without a number', [REC, ' 05 A PIC X OCCURS N TIMES.'], /OCCURS N is not read: it has no number/],
  ['an open literal', [REC, " 05 A PIC X VALUE 'ABC."], /^line 2: a literal has no closing quote/],
  ['a long binary number', [REC, ' 05 A PIC S9(19) COMP.'], /at most 18 digits, not 19/],
  ['a packed text', [REC, ' 05 A PIC X(3) COMP-3.'], /PIC X\(3\) is no number/],
  ['a level that is none', [REC, ' 50 A PIC X.'], /50 is no level/],
  ['an empty file', [], /no item with a level/],
  ['only FILLER', [REC, ' 05 FILLER PIC X(80).'], /no item that a field can read/],
];

for (const [title, lines, message] of refused)
  test(`refused: ${title}`, () => {
    assert.throws(
      () => draft(writeFixed(lines)),
      (error: Error) => message.test(error.message) || assert.unreachable(error.message),
    );
  });

test('in ASCII, signs are those of text, and records are lines', () => {
  const lines = [REC, ' 05 A PIC S9(3).', ' 05 B PIC S9(3) TRAILING SEPARATE.', ' 05 C PIC S9(3) LEADING SEPARATE.'];
  const { fields } = describe(draft(writeFixed(lines), 'ISO-8859-1'));
  assert.equal(fields, ['a INTEGER 1+3 sign=OVERPUNCH', 'b INTEGER 4+4 sign=TRAILING', 'c INTEGER 8+4']);
  const keys = draft(writeFixed(lines), 'ISO-8859-1').draft.settings.map(({ value: [key] }) => key);
  assert.equal(keys, ['name', 'format', 'encoding', 'recordLength', 'onShortRecord']);
});

test('comments become the description of the spec and notes of fields', () => {
  const lines = ['* The customers of the bank', REC, '* Number', '* ----', ' 05 A PIC X.  *> as printed'];
  const { settings, fields } = draft(writeFixed(lines)).draft;
  assert.equal(settings[1]?.value, ['description', 'The customers of the bank']);
  assert.is(fields[0]?.note, 'PIC X; Number; as printed');
});

test('a literal continues in the next line', () => {
  const text = `       01 REC.\n        05 A PIC X(60) VALUE 'A LONG TEXT. IT ENDS IN THE NEXT LINE, 05\n      -    ' B PIC X.'.\n        05 C PIC X.\n`;
  assert.equal(describe(draft(text)).fields, ['a STRING 1+60', 'c STRING 61+1']);
});

test('tables are read from variable records, as often as they occur', async () => {
  const lines = [
    '01 ORDER-REC.',
    ' 05 CNT PIC S9(4) COMP.',
    ' 05 L OCCURS 0 TO 3 DEPENDING ON CNT.',
    '  10 QTY PIC S9(3) COMP-3.',
    '  10 M PIC 9 OCCURS 2.',
  ];
  const group = [0x01, 0x2d, 0xf4, 0xf5];
  const records = [0, 1, 2, 3].map((count) => [0, count, ...Array.from({ length: count }, () => group).flat()]);
  const bytes = Uint8Array.from(records.flatMap((record) => [0, record.length + 4, 0, 0, ...record]));
  const copybook = { fileName: 'a.cpy', name: 'a', encoding: 'IBM037', schema: null, data: { bytes, isWhole: true } };
  const inference = await inferCopybook({ ...copybook, text: writeFixed(lines) }, compileWith(loadEsm));
  assert.equal(inference.undecided, []);
  // Records, their groups, and the groups in these.
  assert.equal([inference.rating?.records, inference.rating?.accepted], [4 + 6 + 12, 22]);
  assert.match(inference.yaml, /^records: \{ lengths: RDW, included: true \}$/m);
});

test('bytes that mean null are found in the data', async () => {
  const lines = ['01 REC.', ' 05 A PIC S9(3) COMP-3.', ' 05 L OCCURS 2.', '  10 B PIC S9(2).'];
  const bytes = Uint8Array.from([0x12, 0x3c, 0xf1, 0xc2, 0x40, 0x40, 0x00, 0x00, 0xf1, 0xd2, 0xf0, 0xc0]);
  const copybook = { fileName: 'a.cpy', name: 'a', encoding: 'IBM037', schema: null, data: { bytes, isWhole: true } };
  const { yaml, undecided } = await inferCopybook({ ...copybook, text: writeFixed(lines) }, compileWith(loadEsm));
  assert.equal(undecided, []);
  assert.match(yaml, /name: a, .*nullStorage: \[ LOW \]/);
  assert.match(yaml, /name: b, .*nullStorage: \[ BLANKS \]/);
});

test.run();
