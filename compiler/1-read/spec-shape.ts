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
} from '../shape/shape.ts';

const largestRecord = 1_073_741_824;

const formats = ['CSV', 'FIXED_WIDTH', 'XML'] as const;
const fieldTypes = ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'] as const;
const severities = ['FATAL', 'ERROR', 'WARNING'] as const;
const structureSettings = ['FATAL', 'ERROR', 'WARNING', 'IGNORE'] as const;

const words = (doc: string) => list(doc, text('A text, which is compared exactly.', { min: 1 }), { min: 1 });

const fieldShape = object(
  'A value of each record: its position in the record, its type, and its name in the message.',
  {
    name: required(text('The name of the field in the message.', { min: 1, max: 1000 })),
    type: required(choice('The type of the value. A text that does not fit it is TYPE_MISMATCH.', fieldTypes)),
    columnName: optional(
      text(
        'CSV, XML: the name of the column in the CSV header, or the path of the value below the XML record, such as `Amt/@Ccy`. Default: the name of the field.',
        {
          min: 1,
          max: 10_000,
        },
      ),
    ),
    required: optional(boolean('Whether null is an issue: REQUIRED, with severity ERROR. Default: `false`.')),
    sensitive: optional(boolean('Whether results, logs and pages must not contain the value. Default: `false`.')),
    format: optional(
      text(
        'DATE: the pattern of the text after corrections, in the letters of Java’s DateTimeFormatter. Default: `yyyy-MM-dd`.',
        { min: 1, max: 1000 },
      ),
    ),
    decimalSeparator: optional(character('DECIMAL: the character before the decimals. Default: `.`.')),
    groupSeparator: optional(
      character(
        'INTEGER, DECIMAL: the character between groups of three digits. A number has all of its separators or none. Default: none.',
      ),
    ),
    scale: optional(
      integer('DECIMAL: the number of decimals at the end of a text of digits. With 2, `0001234` is 12.34.', {
        min: 0,
        max: 1000,
      }),
    ),
    trueValues: optional(words('BOOLEAN: the texts that mean true. Default: `true` in any case.')),
    falseValues: optional(words('BOOLEAN: the texts that mean false. Default: `false` in any case.')),
    start: optional(
      integer(
        'FIXED_WIDTH: the position of its first character in the record, from 1. In EBCDIC, positions are bytes.',
        { min: 1, max: largestRecord },
      ),
    ),
    length: optional(
      integer('FIXED_WIDTH: its length in characters. In EBCDIC, lengths are bytes.', { min: 1, max: largestRecord }),
    ),
    align: optional(
      choice(
        'FIXED_WIDTH: the side of the value in its column. LEFT strips padding on the right, RIGHT on the left. Default: `LEFT`.',
        ['LEFT', 'RIGHT'],
      ),
    ),
    padChar: optional(
      character(
        'FIXED_WIDTH: the padding character, which is stripped. With `0`, a column of only zeros is read as `0`. Default: a space.',
      ),
    ),
    separator: optional(
      text(
        'XML: the text between all matches of the path, which are joined. Default: none, only the first match counts.',
        { max: 1000 },
      ),
    ),
  },
);

const correctionKeys = {
  ruleId: required(
    text('The name of the correction, unique among all corrections and rules of the spec.', { min: 1, max: 1000 }),
  ),
  field: required(text('The name of the corrected field.')),
};
const padKeys = {
  ...correctionKeys,
  padChar: required(character('The padding character.')),
  length: required(
    integer('The minimum length of the result in code points. Longer texts stay unchanged.', { min: 1, max: 65_536 }),
  ),
};

const correctionShape = tagged(
  'A correction of a field’s text. The corrections of a field apply in the order of the list.',
  'correctionType',
  {
    TRIM: object('Removes blanks (Unicode White_Space) at both ends.', correctionKeys),
    PAD_LEFT: object('Pads the text on the left to a length.', padKeys),
    PAD_RIGHT: object('Pads the text on the right to a length.', padKeys),
    UPPER_CASE: object('Converts letters to upper case (Unicode’s full mapping, without a locale).', correctionKeys),
    LOWER_CASE: object('Converts letters to lower case (Unicode’s full mapping, without a locale).', correctionKeys),
    REGEX_REPLACE: object('Replaces every match of a regular expression.', {
      ...correctionKeys,
      pattern: required(
        text(
          'A regular expression in ECMAScript’s syntax with the flag `u`, without back-references, look-around and `\\b`.',
          { min: 1 },
        ),
      ),
      replacement: required(
        text('The replacement of each match. `$1` to `$99` insert a group, and `$$` inserts a dollar sign.'),
      ),
    }),
    COERCE_DATE: object(
      'Converts a date from one pattern to another. A text that does not fit sourceFormat stays unchanged.',
      {
        ...correctionKeys,
        sourceFormat: required(text('The date pattern of the text.', { min: 1, max: 1000 })),
        targetFormat: required(
          text('The date pattern of the result. It must be the format of the field.', { min: 1, max: 1000 }),
        ),
      },
    ),
    DEFAULT_IF_NULL: object('Replaces null and blank text with a default.', {
      ...correctionKeys,
      defaultValue: required(text('The default, written as in the file.', { min: 1 })),
    }),
  },
);

const ruleKeys = {
  ruleId: required(
    text('The name of the rule in issues, unique among all corrections and rules of the spec.', { min: 1, max: 1000 }),
  ),
  field: required(text('The name of the checked field.')),
  message: optional(
    text('The message of issues. Default: a sentence with the field and the rule.', { min: 1, max: 10_000 }),
  ),
  severity: optional(
    choice(
      'The severity of issues. FATAL fails the record, ERROR skips it in runs that skip invalid records, and WARNING only reports. Default: `ERROR`.',
      severities,
    ),
  ),
};
const operand = (doc: string) => required(text(doc, { min: 1 }));

const ruleShape = tagged('A rule for the value of a field. Null breaks no rule except REQUIRED.', 'ruleType', {
  REQUIRED: object('The value is not null.', ruleKeys),
  MIN_VALUE: object('INTEGER, DECIMAL: the value is at least this number.', {
    ...ruleKeys,
    value: operand('A number with `.` before its decimals and without an exponent.'),
  }),
  MAX_VALUE: object('INTEGER, DECIMAL: the value is at most this number.', {
    ...ruleKeys,
    value: operand('A number with `.` before its decimals and without an exponent.'),
  }),
  REGEX: object('The whole value, as text, matches a regular expression.', {
    ...ruleKeys,
    value: operand(
      'A regular expression in ECMAScript’s syntax with the flag `u`, without back-references, look-around and `\\b`.',
    ),
  }),
  MIN_LENGTH: object('The value, as text, has at least this length.', {
    ...ruleKeys,
    value: operand('A whole number of code points.'),
  }),
  MAX_LENGTH: object('The value, as text, has at most this length.', {
    ...ruleKeys,
    value: operand('A whole number of code points.'),
  }),
  DATE_RANGE: object('DATE: the day lies in a range, which includes its first and last day.', {
    ...ruleKeys,
    value: operand(
      '`from,to`: each side is an ISO date, `today`, an offset such as `today-90d` or `today+1y`, or empty.',
    ),
  }),
  ALLOWED_VALUES: object('The value is one of these. Numbers compare by value: `12` equals `12.0`.', {
    ...ruleKeys,
    value: required(texts('The values as a list, or as one text with commas between them.')),
  }),
});

/** The shape of a spec: every key of the spec language, with its documentation. */
export const specShape = object(
  'Describes how Specmill reads, corrects and checks the records of a file, and which message it publishes for each.',
  {
    name: required(
      text(
        'The name of the spec. In git it is the name of the file without its extension and matches `^[a-z][a-z0-9-]*$`.',
        { min: 1, max: 200 },
      ),
    ),
    description: optional(
      text('What the files contain. It appears in the documentation of the spec and in the generated module.', {
        max: 10_000,
      }),
    ),
    format: required(choice('The format of the file.', formats)),
    encoding: optional(
      text(
        'The encoding of the file: any label of the WHATWG Encoding standard, and for FIXED_WIDTH also IBM037, IBM500, IBM1047 or IBM1140. In XML, a byte order mark or the declaration of the document overrides it. Default: `UTF-8`.',
        {
          min: 1,
          max: 100,
        },
      ),
    ),
    hasHeader: optional(
      boolean(
        'CSV, FIXED_WIDTH: whether the first line is a header. Default: `true` for CSV, `false` for FIXED_WIDTH.',
      ),
    ),
    delimiter: optional(character('CSV: the character between cells. Default: a comma.')),
    quote: optional(
      characterOrNone('CSV: the character around quoted cells. `""` disables quoting. Default: a double quote.'),
    ),
    escape: optional(
      character('CSV: the character before a quote inside a quoted cell. Default: the quote itself, doubled.'),
    ),
    comment: optional(
      character('CSV: the character that begins a comment line, which is not a record. Default: none.'),
    ),
    skipLines: optional(
      object('CSV, FIXED_WIDTH: physical lines to skip.', {
        top: optional(
          integer('The number of lines before the header or the first record. Default: 0.', { min: 0, max: 1_000_000 }),
        ),
        bottom: optional(
          integer('The number of lines at the end of the file. Default: 0.', { min: 0, max: 1_000_000 }),
        ),
      }),
    ),
    skipBlankLines: optional(
      boolean(
        'CSV, FIXED_WIDTH: whether to skip blank lines. In CSV, a line of blanks is blank. In FIXED_WIDTH, only a line without characters is. Default: `true`.',
      ),
    ),
    columnMatch: optional(
      choice(
        'CSV: how fields find their columns. NAME: by the names in the header. POSITION: in the order of the fields. Default: NAME with a header, else POSITION.',
        ['NAME', 'POSITION'],
      ),
    ),
    onExtraColumns: optional(
      choice(
        'CSV, FIXED_WIDTH: the severity of a record with too many cells, or with text after recordLength. Default: `FATAL`.',
        structureSettings,
      ),
    ),
    onMissingColumns: optional(
      choice(
        'CSV, FIXED_WIDTH: the severity of a record with too few cells, or that ends before its last field begins. With FATAL or ERROR, a column that the header lacks fails the run. Default: `FATAL`.',
        structureSettings,
      ),
    ),
    onTypeMismatch: optional(
      choice('The severity of a text that does not fit the type of its field. Default: `ERROR`.', ['ERROR', 'FATAL']),
    ),
    nullValues: optional(
      list(
        'The texts that mean null, in addition to empty text. Default: none.',
        text('A text, which is compared exactly.'),
      ),
    ),
    recordWhen: optional(
      object(
        'CSV, FIXED_WIDTH: selects the lines that are records by one of their values. Default: all lines are records.',
        {
          start: optional(
            integer(
              'FIXED_WIDTH: the position of the value’s first character in the record, from 1. In EBCDIC, positions are bytes.',
              { min: 1, max: largestRecord },
            ),
          ),
          length: optional(
            integer('FIXED_WIDTH: the length of the value in characters. In EBCDIC, lengths are bytes.', {
              min: 1,
              max: largestRecord,
            }),
          ),
          column: optional(
            text('CSV: the name of the column in the header, or its number from 1.', { min: 1, max: 10_000 }),
          ),
          values: required(
            list(
              'The values that select a record. Other lines are skipped.',
              text('A text, which is compared exactly.'),
              { min: 1 },
            ),
          ),
        },
      ),
    ),
    recordLength: optional(
      integer(
        'FIXED_WIDTH: the length of a record in characters. In EBCDIC, lengths are bytes. Required with lineTerminator NONE. Default: any length.',
        { min: 1, max: largestRecord },
      ),
    ),
    lineTerminator: optional(
      choice(
        'FIXED_WIDTH: how records end. AUTO: at LF, CRLF or CR. NONE: after recordLength characters, without line ends. Default: `AUTO`.',
        ['AUTO', 'NONE'],
      ),
    ),
    recordPath: optional(
      text(
        'XML: the path of the elements that are records, such as `/Document/Stmt/Ntry`, or `//Ntry` for elements anywhere. Required for XML.',
        {
          min: 1,
          max: 10_000,
        },
      ),
    ),
    namespaces: optional(
      record(
        'XML: the namespace URI of each prefix in paths. Default: none.',
        text('The URI of a namespace.', { min: 1, max: 10_000 }),
      ),
    ),
    messageKey: optional(
      list(
        'The fields that form the key of the message. One field: its text. Several: a JSON array of their texts. If any is null, the message has no key. Default: none.',
        text('The name of a field.'),
        { min: 1 },
      ),
    ),
    numbersAs: optional(
      choice(
        'How INTEGER and DECIMAL values appear in the message: as JSON numbers or as strings. Default: `NUMBER`.',
        ['NUMBER', 'STRING'],
      ),
    ),
    maxRecordBytes: optional(
      integer(
        'The maximum length of a record, in bytes of UTF-8. The service may set a lower limit. Default: 1048576.',
        { min: 1, max: largestRecord },
      ),
    ),
    fields: required(list('The fields of a record, in the order of the message.', fieldShape, { min: 1, max: 20_000 })),
    correctionRules: optional(
      list('Corrections, which change texts before they are parsed and checked. Default: none.', correctionShape),
    ),
    validationRules: optional(list('Rules, which check values after they are parsed. Default: none.', ruleShape)),
  },
);

/** A spec as read: texts as strings, without defaults. */
export type Spec = ShapeValue<typeof specShape>;
/** A field of a spec, as read. */
export type Field = Spec['fields'][number];
/** A correction of a spec, as read. */
export type CorrectionRule = ShapeValue<typeof correctionShape>;
/** A rule of a spec, as read. */
export type ValidationRule = ShapeValue<typeof ruleShape>;
/** A correction of one kind: `CorrectionOf<'PAD_LEFT'>` has `padChar` and `length`. */
export type CorrectionOf<T extends CorrectionType> = Extract<CorrectionRule, { correctionType: T }>;
/** A rule of one kind: `RuleOf<'MIN_VALUE'>` has `value`. */
export type RuleOf<T extends RuleType> = Extract<ValidationRule, { ruleType: T }>;
/** The format of the files that a spec describes. */
export type Format = Spec['format'];
/** The type of a field. */
export type FieldType = Field['type'];
/** The kind of a correction. */
export type CorrectionType = CorrectionRule['correctionType'];
/** The kind of a rule. */
export type RuleType = ValidationRule['ruleType'];
/**
 * The severity of an issue: FATAL fails the record, ERROR skips it if skipInvalidRecords is set, WARNING only reports.
 */
export type Severity = (typeof severities)[number];
/** How a record with extra or missing cells is treated: IGNORE reports nothing. */
export type StructureSetting = (typeof structureSettings)[number];
