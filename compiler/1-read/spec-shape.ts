import {
  boolean,
  character,
  characterOrNone,
  choice,
  integer,
  list,
  object,
  optional,
  record,
  required,
  tagged,
  text,
  texts,
  type ShapeValue,
} from './shape.ts';

const largestRecord = 1_073_741_824;

const formats = ['CSV', 'FIXED_WIDTH', 'XML'] as const;
const fieldTypes = ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'] as const;
const severities = ['FATAL', 'ERROR', 'WARNING'] as const;
const structureSettings = ['FATAL', 'ERROR', 'WARNING', 'IGNORE'] as const;

const words = (doc: string) => list(doc, text('A text, compared exactly.', { min: 1 }), { min: 1 });

const fieldShape = object('A value of each record: where it stands, what it is, how it is called in the message.', {
  name: required(text('Its name in the message.', { min: 1, max: 1000 })),
  type: required(choice('What its text must be.', fieldTypes)),
  columnName: optional(
    text('CSV: its cell in the header. XML: its path below the record, like `Amt/@Ccy`. Default: the name.', {
      min: 1,
      max: 10_000,
    }),
  ),
  required: optional(boolean('Whether null is an ERROR. Default: false.')),
  sensitive: optional(boolean('Whether its value may appear in no result, log or page. Default: false.')),
  format: optional(
    text(
      'DATE: the pattern of the text after corrections, in the letters of Java’s DateTimeFormatter. Default: yyyy-MM-dd.',
      { min: 1, max: 1000 },
    ),
  ),
  decimalSeparator: optional(character('DECIMAL: what stands before the decimals. Default: `.`.')),
  groupSeparator: optional(
    character('INTEGER, DECIMAL: what stands between groups of three digits: all groups or none. Default: nothing.'),
  ),
  scale: optional(
    integer('DECIMAL: digits only, of which the last so many are decimals: `0001234` with 2 is 12.34.', {
      min: 0,
      max: 1000,
    }),
  ),
  trueValues: optional(words('BOOLEAN: the texts that mean true, instead of `true` in any case.')),
  falseValues: optional(words('BOOLEAN: the texts that mean false, instead of `false` in any case.')),
  start: optional(
    integer('FIXED_WIDTH: its first character in the line (EBCDIC: byte), from 1.', { min: 1, max: largestRecord }),
  ),
  length: optional(
    integer('FIXED_WIDTH: how many characters (EBCDIC: bytes) it takes.', { min: 1, max: largestRecord }),
  ),
  align: optional(
    choice('FIXED_WIDTH: LEFT strips padding on the right, RIGHT on the left. Default: LEFT.', ['LEFT', 'RIGHT']),
  ),
  padChar: optional(character('FIXED_WIDTH: the padding. Default: a blank.')),
  separator: optional(text('XML: joins all matches of the path; without it the first counts.', { max: 1000 })),
});

const correctionKeys = {
  ruleId: required(text('Names the correction in issues; unique in the spec.', { min: 1, max: 1000 })),
  field: required(text('The name of the field that it corrects.')),
};
const padKeys = {
  ...correctionKeys,
  padChar: required(character('What it pads with.')),
  length: required(integer('How many code points the text has at least, afterwards.', { min: 1, max: 65_536 })),
};

const correctionShape = tagged(
  'A correction of one field’s text; a field’s corrections act in the order of the list.',
  'correctionType',
  {
    TRIM: object('Drops the blanks (Unicode White_Space) on both sides.', correctionKeys),
    PAD_LEFT: object('Pads on the left.', padKeys),
    PAD_RIGHT: object('Pads on the right.', padKeys),
    UPPER_CASE: object('Turns letters into upper case (Unicode, without locale).', correctionKeys),
    LOWER_CASE: object('Turns letters into lower case (Unicode, without locale).', correctionKeys),
    REGEX_REPLACE: object('Replaces every match of a pattern.', {
      ...correctionKeys,
      pattern: required(
        text('ECMAScript’s syntax under the flag `u`, without back-references, look-around and `\\b`.', { min: 1 }),
      ),
      replacement: required(text('What stands instead; `$1` to `$99` are groups, `$$` is a dollar.')),
    }),
    COERCE_DATE: object('Writes a date another way; texts that are not of sourceFormat stay as they are.', {
      ...correctionKeys,
      sourceFormat: required(text('The pattern that it reads.', { min: 1, max: 1000 })),
      targetFormat: required(text('The pattern that it writes; the field’s format.', { min: 1, max: 1000 })),
    }),
    DEFAULT_IF_NULL: object('Fills null and blank.', {
      ...correctionKeys,
      defaultValue: required(text('The text that it fills in.', { min: 1 })),
    }),
  },
);

const ruleKeys = {
  ruleId: required(text('Names the rule in issues; unique in the spec.', { min: 1, max: 1000 })),
  field: required(text('The name of the field that it judges.')),
  message: optional(text('What an issue says instead of the default sentence.', { min: 1, max: 10_000 })),
  severity: optional(choice('What breaking it means. Default: ERROR.', severities)),
};
const operand = (doc: string) => required(text(doc, { min: 1 }));

const ruleShape = tagged('A rule for one field’s value; null breaks no rule but REQUIRED.', 'ruleType', {
  REQUIRED: object('The value is not null.', ruleKeys),
  MIN_VALUE: object('INTEGER, DECIMAL: at least so much.', {
    ...ruleKeys,
    value: operand('A number in plain notation.'),
  }),
  MAX_VALUE: object('INTEGER, DECIMAL: at most so much.', {
    ...ruleKeys,
    value: operand('A number in plain notation.'),
  }),
  REGEX: object('The whole value, as text, matches a pattern.', {
    ...ruleKeys,
    value: operand('ECMAScript’s syntax under the flag `u`, without back-references, look-around and `\\b`.'),
  }),
  MIN_LENGTH: object('At least so many code points.', { ...ruleKeys, value: operand('A whole number.') }),
  MAX_LENGTH: object('At most so many code points.', { ...ruleKeys, value: operand('A whole number.') }),
  DATE_RANGE: object('DATE: from one day to another, both included.', {
    ...ruleKeys,
    value: operand('`from,to` as ISO dates or `today`, `today-90d`, `today+1y`; either side may be empty.'),
  }),
  ALLOWED_VALUES: object('One of these; numbers compare by value.', {
    ...ruleKeys,
    value: required(texts('The values with commas between them, or as a list.')),
  }),
});

/** The spec language: everything that may stand in a spec, declared once. */
export const specShape = object('How a file is read, corrected, checked and turned into messages.', {
  name: required(text('The spec’s name; in git the file’s name, ^[a-z][a-z0-9-]*$.', { min: 1, max: 200 })),
  description: optional(text('What the files are, for people.', { max: 10_000 })),
  format: required(choice('How records are written.', formats)),
  encoding: optional(
    text('Any WHATWG label; for FIXED_WIDTH also IBM037, IBM500, IBM1047, IBM1140. Default: UTF-8.', {
      min: 1,
      max: 100,
    }),
  ),
  hasHeader: optional(boolean('Whether the first line names the columns. Default: true for CSV, else false.')),
  delimiter: optional(character('CSV: what stands between cells. Default: a comma.')),
  quote: optional(characterOrNone('CSV: what stands around cells; the empty text switches quoting off. Default: `"`.')),
  escape: optional(character('CSV: what stands before a quote inside quotes. Default: the quote itself.')),
  comment: optional(character('CSV: a line that begins with it is no record. Default: none.')),
  skipLines: optional(
    object('CSV, FIXED_WIDTH: physical lines that are not read.', {
      top: optional(integer('Before the header. Default: 0.', { min: 0, max: 1_000_000 })),
      bottom: optional(integer('At the end of the file. Default: 0.', { min: 0, max: 1_000_000 })),
    }),
  ),
  skipBlankLines: optional(boolean('Whether blank lines are no records. Default: true.')),
  columnMatch: optional(
    choice('CSV: whether the header or the order says where a field is. Default: NAME with a header, else POSITION.', [
      'NAME',
      'POSITION',
    ]),
  ),
  onExtraColumns: optional(choice('What a record with too many cells is. Default: FATAL.', structureSettings)),
  onMissingColumns: optional(choice('What a record with too few cells is. Default: FATAL.', structureSettings)),
  onTypeMismatch: optional(
    choice('What a text that is not of its field’s type is. Default: ERROR.', ['ERROR', 'FATAL']),
  ),
  nullValues: optional(list('Texts that mean null, beside the empty cell.', text('A text, compared exactly.'))),
  recordWhen: optional(
    object('Which lines are records, by a value: fixed width by start and length, CSV by column.', {
      start: optional(
        integer('FIXED_WIDTH: the value’s first character in the line, from 1.', { min: 1, max: largestRecord }),
      ),
      length: optional(integer('FIXED_WIDTH: how many characters it takes.', { min: 1, max: largestRecord })),
      column: optional(text('CSV: a cell of the header, or a number from 1.', { min: 1, max: 10_000 })),
      values: required(
        list('The values of records; other lines are none.', text('A text, compared exactly.'), { min: 1 }),
      ),
    }),
  ),
  recordLength: optional(
    integer('FIXED_WIDTH: the length of a record in characters (EBCDIC: bytes).', { min: 1, max: largestRecord }),
  ),
  lineTerminator: optional(
    choice('FIXED_WIDTH: AUTO ends records at LF, CRLF and CR; with NONE they follow each other. Default: AUTO.', [
      'AUTO',
      'NONE',
    ]),
  ),
  recordPath: optional(
    text('XML: the path of the elements that are records: `/Document/Stmt/Ntry`, or `//Ntry`.', {
      min: 1,
      max: 10_000,
    }),
  ),
  namespaces: optional(
    record(
      'XML: prefixes of paths and the namespaces that they stand for.',
      text('A namespace’s URI.', { min: 1, max: 10_000 }),
    ),
  ),
  messageKey: optional(
    list('The fields whose texts are the message’s key. Default: none.', text('The name of a field.'), { min: 1 }),
  ),
  numbersAs: optional(choice('How INTEGER and DECIMAL stand in the message. Default: NUMBER.', ['NUMBER', 'STRING'])),
  maxRecordBytes: optional(
    integer('The longest record, in bytes of UTF-8. Default: 1048576.', { min: 1, max: largestRecord }),
  ),
  fields: required(list('The values of a record, in the order of the message.', fieldShape, { min: 1, max: 20_000 })),
  correctionRules: optional(list('What is mended before the values are judged.', correctionShape)),
  validationRules: optional(list('What the values are judged by.', ruleShape)),
});

/** A spec as it was read: texts as strings, nothing added. */
export type Spec = ShapeValue<typeof specShape>;
export type Field = Spec['fields'][number];
export type CorrectionRule = ShapeValue<typeof correctionShape>;
export type ValidationRule = ShapeValue<typeof ruleShape>;
/** One kind of correction: `CorrectionOf<'PAD_LEFT'>` has `padChar` and `length`. */
export type CorrectionOf<T extends CorrectionType> = Extract<CorrectionRule, { correctionType: T }>;
/** One kind of rule: `RuleOf<'MIN_VALUE'>` has `value`. */
export type RuleOf<T extends RuleType> = Extract<ValidationRule, { ruleType: T }>;
export type Format = Spec['format'];
export type FieldType = Field['type'];
export type CorrectionType = CorrectionRule['correctionType'];
export type RuleType = ValidationRule['ruleType'];
export type Severity = (typeof severities)[number];
export type StructureSetting = (typeof structureSettings)[number];
