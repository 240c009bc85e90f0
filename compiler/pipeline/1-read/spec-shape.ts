import { correctionShape } from '../../language/corrections/correction-kinds.ts';
import { formatFieldKeys, formatKeys, formatKinds } from '../../language/formats/format-kinds.ts';
import { runWarningsKey } from '../../language/formats/model/run-warnings.ts';
import { MAX_RECORD_LENGTH } from '../../language/formats/model/line-keys.ts';
import { fileRuleShape } from './file-rule-shape.ts';
import { createRecordTypeShape, placeKeys } from './record-type-shape.ts';
import { MAX_COLUMN_NAMES } from '../../language/formats/model/column-names.ts';
import { hintForRuleKey } from './rule-keys.ts';
import { maskShape } from '../../language/masks/mask-kinds.ts';
import { ruleShape } from '../../language/rules/rule-kinds.ts';
import { MAX_EXPRESSION } from '../../language/expressions/model/syntax.ts';
import type { ShapeValue } from '../../language/shape/shape.ts';
import { typeKeys, typeKinds } from '../../language/types/type-kinds.ts';
import {
  boolean,
  characters,
  choice,
  integer,
  list,
  object,
  oneOrSeveral,
  optional,
  record,
  required,
  text,
} from '../../language/shape/create-shape.ts';

const fieldKeys = {
  columnName: optional(
    oneOrSeveral(
      'CSV, XML: the name of the column in the CSV header, or the path of the value below the XML record, such as `Amt/@Ccy`. In CSV, a list of names means the first one that the header has, such as `[Betrag, Amount]`. Default: the name of the field.',
      text('The name of a column.', { min: 1, max: 10_000 }),
      MAX_COLUMN_NAMES,
    ),
  ),
  required: optional(
    boolean('Whether null is an issue: REQUIRED, with the severity of `onMissingRequired`. Default: `false`.'),
  ),
  sensitive: optional(
    boolean(
      'Whether results, logs and pages must not contain the value. The destination, the rejects and the dead-letter topic still contain it. Default: `true` for a value that is computed from a sensitive one, otherwise `false`.',
    ),
  ),
  mask: optional(maskShape),
  value: optional(
    text(
      'The expression from which the value is computed, in a subset of CEL, such as `quantity * price`. Then the field has no column and no corrections. Default: the value is read from the file.',
      { min: 1, max: MAX_EXPRESSION },
    ),
  ),
  fromLine: optional(
    object(
      'CSV, FIXED_WIDTH: the line before the header or the first record that has the value, which is the same for each record. Such lines are those of skipLines. Then the field has no column and no position. Not found: the value is null, as an empty cell is. Default: the value is in each record.',
      {
        line: required(
          integer('The number of the line in the file, from 1, blank lines and comments included.', {
            min: 1,
            max: 1_000_000,
          }),
        ),
        pattern: required(
          text(
            'A regular expression as in REGEX_REPLACE, with a group in parentheses: `Konto: *([0-9]+)`. It is searched in the line, and the first group of the first match is the value. A line of more than 64 KiB, or of more than maxRecordBytes, is not searched.',
            { min: 1 },
          ),
        ),
      },
    ),
  ),
  publish: optional(
    boolean(
      'Whether the message contains the value. If not, it is only read, checked and computed with. Default: `true`.',
    ),
  ),
  ...typeKeys,
  ...formatFieldKeys,
};
const fieldName = required(text('The name of the field in the message.', { min: 1, max: 1000 }));
const fieldType = choice('The type of the value. A text that does not fit it is TYPE_MISMATCH.', namesOf(typeKinds));

const fieldShape = object(
  'A value of each record: its position in the record, its type, and its name in the message.',
  { name: fieldName, type: required(fieldType), ...fieldKeys },
  hintForRuleKey,
);

const typedFieldShape = object(
  'A value of each record: its position and its type, or the record that it is copied from, and its name in the message.',
  {
    name: fieldName,
    type: optional(fieldType),
    from: optional(
      text(
        'The field of an enclosing or earlier record whose value is copied, such as `batch.creditor`. Then the field has no type and no position. Default: none.',
        { min: 1 },
      ),
    ),
    ...fieldKeys,
  },
  hintForRuleKey,
);

/** The keys of a spec with one type of records that each record type has in other specs. */
const contents = {
  messageKey: optional(
    list(
      'The fields that form the key of the message. One field: its text. Several: a JSON array of their texts. If any is null, the message has no key. Default: none.',
      text('The name of a field.'),
      { min: 1 },
    ),
  ),
  correctionRules: optional(
    list('Corrections, which change texts before they are parsed and checked. Default: none.', correctionShape),
  ),
  validationRules: optional(list('Rules, which check values after they are parsed. Default: none.', ruleShape)),
};

const ownDelimiter = optional(
  characters(
    'CSV: the character between the cells of these records, or up to eight of them, if it differs from that of the spec. Then each type is selected by column 1. Default: the `delimiter` of the spec.',
    8,
  ),
);

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
      text(
        'What the files contain. It appears in the documentation of the spec and in the generated module. Default: none.',
        {
          max: 10_000,
        },
      ),
    ),
    format: required(choice('The format of the file.', namesOf(formatKinds))),
    encoding: optional(
      text(
        'The encoding of the file: any label of the WHATWG Encoding standard, and for FIXED_WIDTH also IBM037, IBM273, IBM277, IBM280, IBM284, IBM285, IBM297, IBM500, IBM871, IBM1047 and IBM1140 to IBM1149. A byte order mark of UTF-8 or UTF-16 at the start of the file overrides it; in XML, the declaration of the document, too. Default: `UTF-8`.',
        {
          min: 1,
          max: 100,
        },
      ),
    ),
    ...formatKeys,
    onTypeMismatch: optional(
      choice(
        'The severity of a text that does not fit the type of its field. With ERROR, the message may contain null instead. Default: `FATAL`.',
        ['FATAL', 'ERROR'],
      ),
    ),
    onMissingRequired: optional(
      choice(
        'The severity of null in a field with `required: true`. With ERROR, the message may contain null. A REQUIRED rule has its own severity. Default: `FATAL`.',
        ['FATAL', 'ERROR'],
      ),
    ),
    nullValues: optional(
      list(
        'The texts that mean null, in addition to empty text. Default: none.',
        text('A text, which is compared exactly.'),
      ),
    ),
    messageKey: contents.messageKey,
    numbersAs: optional(
      choice(
        'How INTEGER and DECIMAL values appear in the message: as JSON numbers or as strings. Default: `NUMBER`.',
        ['NUMBER', 'STRING'],
      ),
    ),
    maxRecordBytes: optional(
      integer(
        'The maximum length of a record, in bytes of UTF-8. The service may set a lower limit. Default: 1048576.',
        { min: 1, max: MAX_RECORD_LENGTH },
      ),
    ),
    runWarnings: runWarningsKey,
    reference: optional(
      record(
        'The reference tables of the spec by their names, for `lookup` and IN_REFERENCE. Each is a CSV file in UTF-8 with a header, of up to 64 MiB and 1,000,000 rows. Default: none.',
        object('A reference table.', {
          file: optional(
            text(
              'The path of the CSV file in the folder of the specs, such as `reference/currencies.csv`. Default: none, so the table comes from the service or the option `reference`.',
              { min: 1, max: 1000 },
            ),
          ),
          key: required(text('The column whose values are the keys. Each key occurs once.', { min: 1, max: 1000 })),
        }),
      ),
    ),
    fields: optional(list('The fields of a record, in the order of the message.', fieldShape, { min: 1, max: 20_000 })),
    correctionRules: contents.correctionRules,
    validationRules: contents.validationRules,
    ...placeKeys,
    fileRules: optional(
      list('The rules of the file as a whole. They need `recordTypes`. Default: none.', fileRuleShape),
    ),
    recordTypes: optional(
      list(
        'The types of records, for a file with several of them. A spec has either `fields` or `recordTypes`. Default: one type.',
        createRecordTypeShape(
          { ...contents, recordLength: formatKeys.recordLength, delimiter: ownDelimiter },
          typedFieldShape,
        ),
        { min: 1, max: 1000 },
      ),
    ),
  },
);

/** Returns the names of kinds, in their order. */
function namesOf<Kinds extends object>(kinds: Kinds): (keyof Kinds & string)[] {
  // The lists of kinds have no other keys.
  return Object.keys(kinds) as (keyof Kinds & string)[];
}

type WrittenSpec = ShapeValue<typeof specShape>;
type Settings = Omit<WrittenSpec, 'fields' | 'recordTypes'>;

/** A field of a spec as its author wrote it, without the default values. */
export type Field = ShapeValue<typeof fieldShape> & {
  /** The field of another record type whose value is copied: `batch.creditor`. Absent for a field with a position. */
  readonly from?: string;
};
/**
 * A spec with one type of records as its author wrote it, without the default values. Also one record type of a spec
 * with several: its contents together with the settings of the spec.
 */
export type Spec = Settings & { readonly fields: readonly Field[] };
/** A spec with several types of records as its author wrote it, without the default values. */
export type RecordTypesSpec = Settings & { readonly recordTypes: NonNullable<WrittenSpec['recordTypes']> };
/** Any spec. */
export type AnySpec = Spec | RecordTypesSpec;
/** A rule of a file as its author wrote it, without the default values. */
export type FileRule = NonNullable<Settings['fileRules']>[number];
/** A record type as its author wrote it, without the default values. */
export type RecordType = RecordTypesSpec['recordTypes'][number];
/** A correction of a spec as its author wrote it, without the default values. */
export type CorrectionRule = NonNullable<Spec['correctionRules']>[number];
/** A validation rule of a spec as its author wrote it, without the default values. */
export type ValidationRule = NonNullable<Spec['validationRules']>[number];
/** A correction of one kind: `CorrectionOf<'PAD_LEFT'>` has `padChar` and `length`. */
export type CorrectionOf<T extends CorrectionType> = Extract<CorrectionRule, { correctionType: T }>;
/** A rule of one kind: `RuleOf<'MIN_VALUE'>` has `value`. */
export type RuleOf<T extends RuleType> = Extract<ValidationRule, { ruleType: T }>;
/** The type of a field. */
export type FieldType = Field['type'];
/** The kind of a correction. */
export type CorrectionType = CorrectionRule['correctionType'];
/** The kind of a rule. */
export type RuleType = ValidationRule['ruleType'];
/**
 * The severity of an issue. FATAL fails the record. ERROR skips the record if `skipInvalidRecords` is set, and
 * otherwise only reports. WARNING only reports.
 */
export type Severity = NonNullable<ValidationRule['severity']>;
/**
 * How a record with extra or missing cells is treated: the severity of the issue that it gets, or IGNORE for no issue.
 */
export type StructureSetting = NonNullable<Spec['onExtraColumns']>;
