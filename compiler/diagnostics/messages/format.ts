import { error, warning } from './message.ts';
import { characters, didYouMean, quoted, shown } from './text.ts';

/** The diagnostics of settings that depend on the format or on the type of a field. */
export const formatMessages = {
  key_without_effect: warning(
    (p: { key: string; because: string }) => `${quoted(p.key)} has no effect: ${p.because}`,
    () => 'remove it',
  ),
  key_due: error((p: { key: string; because: string }) => `${quoted(p.key)} is required: ${p.because}`),
  same_character: error(
    (p: { key: string; other: string; value: string }) =>
      `${quoted(p.key)} and ${quoted(p.other)} must be different characters, but both are ${quoted(p.value)}`,
    () => 'change one of the two',
  ),
  invalid_character: error(
    (p: { key: string; value: string; because: string }) =>
      `${quoted(p.key)} must not be ${quoted(p.value)}, because ${p.because}`,
    () => 'use another character',
  ),
  byte_positions_unsupported: error(
    (p: { because: string }) => `positions cannot be BYTES, because ${p.because}`,
    () => 'remove positions and count characters, or declare another encoding',
  ),
  storage_unsupported: error(
    (p: { field: string; because: string }) => `the storage of ${quoted(p.field)} cannot be read, because ${p.because}`,
    () => 'remove storage and read the field as text, or change what the message names',
  ),
  record_lengths_unsupported: error(
    (p: { because: string }) => `records with lengths cannot be read, because ${p.because}`,
    () => 'remove records, or change what the message names',
  ),
  column_match_without_header: error(
    () => 'columnMatch NAME requires a header, but hasHeader is false',
    () => 'set hasHeader: true, or columnMatch: POSITION',
  ),
  unknown_encoding: error(
    (p: { encoding: string; known: readonly string[] }) =>
      `the encoding ${quoted(p.encoding)} is unknown${didYouMean(p.encoding, p.known)}`,
    () => 'use a label of the WHATWG Encoding standard, such as windows-1252',
  ),
  encoding_not_for_format: error(
    (p: { encoding: string; format: string }) =>
      `the encoding ${shown(p.encoding)} is supported only for FIXED_WIDTH, but the format is ${p.format}`,
    () => 'change the encoding or the format',
  ),
  encoding_needs_line_ends: error(
    (p: { encoding: string }) =>
      `the encoding ${shown(p.encoding)} has shift states, so its records cannot be separated without line ends`,
    () => 'set lineTerminator: AUTO, or convert the file to another encoding',
  ),
  short_records_unset: warning(
    () =>
      'lines that are shorter than recordLength are read as far as they go, and only a warning of the run counts them',
    () => 'set onShortRecord: FATAL to reject them, or PAD if the sender leaves out blanks at the end',
  ),
  ignored_column_read: warning(
    (p: { column: string }) => `ignoreColumns names the column ${quoted(p.column)}, which a field reads`,
    () => 'remove it from ignoreColumns',
  ),
  overlapping_columns: warning(
    (p: { field: string; other: string; from: number; to: number }) =>
      `the fields ${quoted(p.field)} and ${quoted(p.other)} overlap at ${p.from === p.to ? `character ${p.from}` : `characters ${p.from} to ${p.to}`}`,
    () => 'correct start or length if this is a mistake',
  ),
  beyond_record_length: error(
    (p: { by: string; end: number; recordLength: number }) =>
      `${p.by} ends at character ${p.end}, but recordLength is ${p.recordLength}`,
    () => 'correct start, length or recordLength',
  ),
  invalid_record_when: error((p: { detail: string }) => p.detail),
  invalid_range: error(
    (p: { range: string }) => `${quoted(p.range)} is not a range of cells`,
    () => 'write the first cell and the last column, such as "A5:H", or the last cell, such as "B2:H200"',
  ),
  invalid_path: error((p: { path: string; detail: string }) => `${quoted(p.path)} is not a valid path: ${p.detail}`),
  paths_too_large: error(
    (p: { limit: number }) => `the paths of all fields, combined, have more than ${p.limit} names`,
    () => 'use a prefix for all names of an element or for none: mixing both multiplies the combinations',
  ),
  undeclared_prefix: error(
    (p: { prefix: string; known: readonly string[] }) =>
      `the prefix ${quoted(p.prefix)} is not declared in namespaces${didYouMean(p.prefix, p.known)}`,
    () => 'add it to namespaces with the URI of its namespace',
  ),
  invalid_namespace: error((p: { detail: string }) => p.detail),
  true_and_false: error(
    (p: { value: string; field: string }) =>
      `${quoted(p.value)} means both true and false for the field ${quoted(p.field)}`,
    () => 'remove it from one of the two lists',
  ),
  value_is_null: warning(
    (p: { value: string; key: string }) =>
      `${quoted(p.value)} has no effect in ${p.key}, because nullValues makes it null`,
    () => 'use another value, or remove it from nullValues',
  ),
  blanks_around: warning(
    (p: { value: string; because: string }) => `nothing can equal ${quoted(p.value)}, because ${p.because}`,
    () => 'remove the blanks',
  ),
  wrong_length: warning(
    (p: { value: string; found: number; length: number }) =>
      `no record can have the value ${quoted(p.value)}: it has ${characters(p.found)}, but length is ${p.length}`,
    () => 'correct the value or the length',
  ),
  schema_scale_too_large: error(
    (p: { scale: number; precision: number }) =>
      `schemaScale ${p.scale} is greater than schemaPrecision ${p.precision}, which counts all digits`,
    () => 'increase schemaPrecision: it is the number of digits before the point and of decimals together',
  ),
  value_not_encodable: error(
    (p: { detail: string }) => `messages of this encoding cannot contain the values: ${p.detail}`,
    () => 'publish JSON',
  ),
  schema_refused: error(
    (p: { subject: string; words: string }) =>
      `the schema registry refuses the schema of the subject ${quoted(p.subject)}${p.words === '' ? '' : `: ${p.words}`}`,
    () => 'specmill diff says which change is at fault; undo it, or change the compatibility of the subject',
  ),
  scale_with_separator: error(
    (p: { key: string }) => `${quoted(p.key)} cannot be combined with scale, which reads digits only`,
    () => 'remove one of the two',
  ),
};
