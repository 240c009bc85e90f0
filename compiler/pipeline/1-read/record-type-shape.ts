import { allKey, MAX_RECORD_LENGTH, selectingKeys } from '../../language/formats/model/line-keys.ts';
import { structureSettings } from '../../language/formats/model/structure-severity.ts';
import {
  boolean,
  choice,
  either,
  integer,
  list,
  object,
  optional,
  required,
  text,
} from '../../language/shape/create-shape.ts';
import type { KeyShapes, Shape } from '../../language/shape/shape.ts';

/** How often a record type occurs, as a word. */
const occurrences = ['ONCE', 'OPTIONAL', 'SOME', 'MANY'] as const;

const whenPlace = {
  start: optional(
    integer('FIXED_WIDTH: the position of the value’s first character in the record, from 1.', {
      min: 1,
      max: MAX_RECORD_LENGTH,
    }),
  ),
  length: optional(integer('FIXED_WIDTH: the length of the value in characters.', { min: 1, max: MAX_RECORD_LENGTH })),
  column: optional(text('CSV: the name of the column in the header, or its number from 1.', { min: 1, max: 10_000 })),
};

const whenValues = {
  ...whenPlace,
  column: optional(
    text(
      'CSV: the name of the column in the header, or its number from 1. JSON: the JSON Pointer of the value in the record, such as `/kind`.',
      { min: 1, max: 10_000 },
    ),
  ),
  values: optional(
    list(
      'FIXED_WIDTH, CSV, JSON: the values that select a record of the type. Required without startsWith, pattern, all and path.',
      text('A text, which is compared exactly.'),
      { min: 1 },
    ),
  ),
};

const whenShape = object(
  'Selects the records of the type by a value that each of them has, or by several. One type may omit it: it has all records that no other type selects. Required otherwise.',
  {
    ...whenValues,
    ...selectingKeys,
    all: allKey(whenValues),
    path: optional(
      text(
        'XML: the path of the elements that are records of the type, such as `/Document/Stmt`, or `//Ntry` for elements anywhere. Required for XML. JSON: the JSON Pointer of the values, such as `/orders/*/lines/*`. Required for records inside of others.',
        { min: 1, max: 10_000 },
      ),
    ),
  },
);

const lineValues = {
  ...whenPlace,
  values: optional(
    list(
      'The values that select a line. Required without startsWith, pattern and all.',
      text('A text, which is compared exactly.'),
      { min: 1 },
    ),
  ),
};

/** Creates the shape of `when` for lines that are not records of their own. */
function lineWhen(doc: string) {
  return required(object(doc, { ...lineValues, ...selectingKeys, all: allKey(lineValues) }));
}

const continuationShape = object(
  'CSV, FIXED_WIDTH: lines that continue the record before them. They are recognized before the record types. Default: none.',
  {
    when: lineWhen(
      'Selects the continuation lines by a value that each of them has. What follows this value is appended to the record: in CSV the cells after the column, in FIXED_WIDTH the characters after the value.',
    ),
    joins: required(choice('The record that a line continues. `previous`: the record before it.', ['previous'])),
  },
);

const fillerShape = object(
  'CSV, FIXED_WIDTH: lines that only fill the end of the file, such as the lines of nines in NACHA files. They are recognized before the record types and are no records. Default: none.',
  {
    when: lineWhen('Selects the filler lines by a value that each of them has.'),
    blockOf: optional(
      integer(
        'The number of lines of all records together with the filler lines is a multiple of this number. Otherwise the file has the issue INCOMPLETE_BLOCK. Default: any number of lines.',
        { min: 2, max: 1_000_000 },
      ),
    ),
    severity: optional(choice('The severity of INCOMPLETE_BLOCK. Default: `FATAL`.', ['FATAL', 'ERROR', 'WARNING'])),
  },
);

const occursShape = either(
  'How often the type occurs in each enclosing record, or in the file. ONCE: exactly 1. OPTIONAL: 0 to 1. SOME: 1 or more. MANY: 0 or more. Or a mapping with `min` and `max`, or with the `field` of the enclosing record that contains the number. Default: `MANY`.',
  choice('How often the type occurs.', occurrences),
  object('How often the type occurs.', {
    min: optional(integer('The least number of records. Default: 0.', { min: 0, max: 1_000_000_000 })),
    field: optional(
      text('The name of an INTEGER field of the enclosing record. Its value is the number of records.', { min: 1 }),
    ),
    max: optional(integer('The largest number of records. Default: any number.', { min: 1, max: 1_000_000_000 })),
  }),
);

const repeatShape = object(
  'CSV, FIXED_WIDTH: the records are groups of values in a line of the record type of `in`, such as Item1, Qty1, Item2, Qty2. They follow the record of that line. The type has no `when`. With `occurs: { field }`, the field has the number of groups.',
  {
    of: optional(text('The record type whose lines have the groups: that of `in`. Default: that of `in`.', { min: 1 })),
    times: required(integer('The largest number of groups in a line.', { min: 1, max: 10_000 })),
    columns: optional(
      list(
        'CSV: the names of the columns of a group, without the number. Default: the columns of the fields.',
        text('The name of a column without the number.', { min: 1, max: 10_000 }),
        { min: 1, max: 1000 },
      ),
    ),
    naming: optional(
      text(
        'How the names of columns are formed: `{column}` is the name of a column, `{n}` the number of the group, from 1. Issues name these columns. Default: `{column}{n}`.',
        { min: 1, max: 1000 },
      ),
    ),
    stopWhenEmpty: optional(
      boolean(
        'Whether a group without content is no record and ends the groups. A group with content after it is GROUP_AFTER_EMPTY (FATAL). Not used with `occurs: { field }`. Default: `false`: each group is a record.',
      ),
    ),
    start: optional(
      integer(
        'FIXED_WIDTH: the position of the first character of the first group in the line, from 1. `start` of the fields counts from the beginning of a group. Required for FIXED_WIDTH. CSV by position: the number of the first column of the first group. Default: the column after those before it.',
        { min: 1, max: MAX_RECORD_LENGTH },
      ),
    ),
    length: optional(
      integer(
        'FIXED_WIDTH: the number of characters of a group. Required for FIXED_WIDTH. CSV by position: the number of columns of a group. Default: the number of fields.',
        { min: 1, max: MAX_RECORD_LENGTH },
      ),
    ),
  },
);

/** The key `order` of a spec and of a record type. */
const orderKey = optional(
  choice(
    'The order of the record types that this one encloses. LIST: the order of the list. ANY: any order. Default: `LIST`.',
    ['LIST', 'ANY'],
  ),
);

/** Creates a key for the severity of a record that does not fit at its place. */
function placeSetting(doc: string) {
  return optional(choice(`${doc} IGNORE reports nothing. Default: \`FATAL\`.`, structureSettings));
}

/** The keys of a spec that concern records of several types, most of them their places. */
export const placeKeys = {
  recordTypeMember: optional(
    text(
      'The name of a member that each message begins with: it contains the name of the record type. Default: none.',
      { min: 1, max: 200 },
    ),
  ),
  order: orderKey,
  onUnexpectedRecord: placeSetting(
    'The severity of a record that does not fit into the order and nesting of the types.',
  ),
  onMissingRecord: placeSetting('The severity of a required record that is missing.'),
  onUnknownRecordType: placeSetting('The severity of a record of no type. With IGNORE, it is another line.'),
  maxDocumentBytes: optional(
    integer(
      'The maximum size of a document (`reject: WHOLE`), in bytes: that of its records in the file together with that of its messages. A larger one is DOCUMENT_TOO_LONG. Default: 16777216.',
      { min: 1, max: 268_435_456 },
    ),
  ),
  maxDocumentRecords: optional(
    integer(
      'The maximum number of records of a document, the enclosing record included. A document with more is DOCUMENT_TOO_LONG. Default: 100000.',
      { min: 1, max: 1_000_000 },
    ),
  ),
  maxRejectedDocuments: optional(
    integer(
      'A run ends as FAILED when more documents than this number are rejected. The option of a run and of a job has precedence. Default: any number.',
      { min: 0, max: 1_000_000_000 },
    ),
  ),
  continuation: optional(continuationShape),
  filler: optional(fillerShape),
};

/** Creates the shape of a record type from the keys that it shares with a spec. */
export function createRecordTypeShape<Contents extends KeyShapes, F extends Shape>(contents: Contents, field: F) {
  return object('A type of records: how its records are recognized, where they occur, and what they contain.', {
    name: required(
      text('The name of the type. It matches `^[a-z][A-Za-z0-9]*$` and is unique in the spec.', { min: 1, max: 200 }),
    ),
    when: optional(whenShape),
    in: optional(text('The name of the type whose records enclose these records. Default: the file.', { min: 1 })),
    occurs: optional(occursShape),
    repeat: optional(repeatShape),
    order: orderKey,
    as: optional(
      text(
        'The records are a member of the event of the record that encloses them, and no events of their own. The member has this name. It is a list, or with `occurs: ONCE` or OPTIONAL an object or null. The enclosing event is a document (`reject: WHOLE`). Default: the records are events.',
        { min: 1, max: 1000 },
      ),
    ),
    hold: optional(
      boolean(
        'The record is a document (`reject: WHOLE`) that is read to its end before its first record is checked. So records inside it may copy values that come after them: in XML those of the record itself, in CSV and FIXED_WIDTH those of a later record that occurs at most once, such as a trailer. A record with members (`as`) is always read so. Default: `false`.',
      ),
    ),
    reject: optional(
      choice(
        'WHOLE: a record of the type and all records inside it form a document, which is accepted or rejected as a whole. If one of them fails or is skipped, or a rule of the file in this scope is broken, all of them get the worst of these outcomes. Default: each record has its own outcome.',
        ['WHOLE'],
      ),
    ),
    publish: optional(
      boolean('Whether the records become messages. If not, they are only checked and counted. Default: `true`.'),
    ),
    fields: required(
      list('The fields of a record of this type, in the order of the message.', field, { min: 1, max: 20_000 }),
    ),
    ...contents,
  });
}
