import { error, warning } from './message.ts';
import { didYouMean, quoted } from './text.ts';

/** The diagnostics of specs with several types of records. */
export const recordTypeMessages = {
  fields_and_record_types: error(
    () => 'a spec has either "fields" or "recordTypes", but this one has both',
    () => 'move the fields into one of the record types',
  ),
  not_with_record_types: error(
    (p: { key: string; names: readonly string[] }) => `${quoted(p.key)} is not allowed together with "recordTypes"`,
    (p) =>
      p.key === 'recordWhen'
        ? 'use "when" of each record type'
        : `move it into the record types that it is about (${p.names.slice(0, 5).join(', ')}${p.names.length > 5 ? ', …' : ''})`,
  ),
  record_types_not_for_format: error(
    (p: { format: string }) => `"recordTypes" cannot be used with the format ${p.format}`,
    () => 'use "fields", with a spec for each type of records',
  ),
  only_with_record_types: error(
    (p: { key: string }) => `${quoted(p.key)} is allowed only together with "recordTypes"`,
    () => 'remove it',
  ),
  record_type_not_selected: error(
    (p: { name: string; key: string; format: string }) =>
      `"when" of ${quoted(p.name)} needs ${quoted(p.key)}, which selects records in ${p.format}`,
    (p) =>
      p.key === 'path'
        ? 'add when: { path: /Document/Stmt }'
        : 'add the values of the record type, or startsWith or pattern',
  ),
  invalid_record_type_name: error(
    (p: { name: string }) => `${quoted(p.name)} is not a valid name for a record type`,
    () => 'begin with a lower-case letter, and use only letters and digits',
  ),
  record_type_has_union_name: warning(
    (p: { name: string; spec: string; typeName: string }) =>
      `the records of the type ${quoted(p.name)} and the spec ${quoted(p.spec)} have the same name in TypeScript: ${p.typeName}`,
    (p) => `rename one of the two; until then, the union of all records is ${p.typeName}2`,
  ),
  duplicate_record_type: error(
    (p: { name: string }) => `the record type ${quoted(p.name)} is already defined`,
    () => 'rename one of the two, or remove it',
  ),
  unknown_record_type: error(
    (p: { by: string; name: string; known: readonly string[] }) =>
      `${p.by} names the record type ${quoted(p.name)}${didYouMean(p.name, p.known) || ', which does not exist'}`,
  ),
  record_type_cycle: error(
    (p: { name: string }) => `the record type ${quoted(p.name)} encloses itself`,
    () => 'correct "in"',
  ),
  second_fallback: error(
    (p: { name: string; other: string }) =>
      `"when" is required, because the record type ${quoted(p.other)} already has all records that no type selects`,
    (p) => `add "when" to ${quoted(p.name)} or to ${quoted(p.other)}`,
  ),
  ambiguous_record_type: error(
    (p: { name: string; other: string; value: string; otherValue: string }) =>
      `a record may have the value ${quoted(p.value)} of ${quoted(p.name)} and the value ${quoted(p.otherValue)} of ${quoted(p.other)}`,
    () => 'select both types at the same place, by different values',
  ),
  delimiter_needs_first_column: error(
    (p: { name: string }) =>
      `"column" must be "1", because the record type ${quoted(p.name)} has a delimiter of its own`,
    () => 'only the first cell of a line is known before its delimiter: write column: "1"',
  ),
  delimiter_needs_values: error(
    (p: { name: string }) =>
      `"when" may have only "column" and "values", because the record type ${quoted(p.name)} has a delimiter of its own`,
    () => 'select each type by exact values of its first cell: column: "1" and values',
  ),
  continuation_without_lines: error(
    () => '"continuation" needs lines, but lineTerminator is NONE',
    () => 'remove "continuation" or "lineTerminator"',
  ),
  record_lengths_differ: error(
    (p: { name: string; length: number; other: string; otherLength: number }) =>
      `records of ${quoted(p.name)} have ${p.length} characters and those of ${quoted(p.other)} ${p.otherLength}, but lineTerminator NONE needs one length`,
    () => 'write the same recordLength for all record types',
  ),
  occurs_never: error(
    (p: { min: number; max: number }) => `occurs has the minimum ${p.min} above its maximum ${p.max}`,
    () => 'swap the two numbers',
  ),
  counted_occurs: error(
    (p: { by: string; detail: string }) => `${p.by} ${p.detail}`,
    () => 'name an INTEGER field of the enclosing record type, and nothing else',
  ),
  invalid_part: error(
    (p: { name: string; detail: string; hint: string }) => `the record type ${quoted(p.name)}: ${p.detail}`,
    (p) => p.hint,
  ),
  invalid_repeat: error(
    (p: { name: string; detail: string; hint: string }) => `the record type ${quoted(p.name)}: ${p.detail}`,
    (p) => p.hint,
  ),
  copied_field_type: error(
    (p: { field: string; hasBoth: boolean }) =>
      p.hasBoth
        ? `the field ${quoted(p.field)} has "type" and "from"`
        : `the field ${quoted(p.field)} needs "type", or "from" to copy a value`,
    () => 'write "type" for a value of the record, and "from" for a value of another record',
  ),
  copied_field_key: error(
    (p: { field: string; key: string }) => `${quoted(p.key)} is not allowed, because ${quoted(p.field)} is copied`,
    () => 'remove it',
  ),
  corrected_copy: error(
    (p: { by: string; field: string }) => `${p.by} cannot correct ${quoted(p.field)}, because its value is copied`,
    () => 'correct the field from which it is copied',
  ),
  unknown_source: error(
    (p: { from: string; known: readonly string[] }) =>
      `"from" names ${quoted(p.from)}${didYouMean(p.from, p.known) || ', which does not exist'}`,
    () => 'write the name of a record type, a dot and the name of its field',
  ),
  invalid_file_rule: error((p: { detail: string }) => p.detail),
  source_not_read_yet: error(
    (p: { from: string; type: string; name: string; holder?: string }) =>
      `"from" names ${quoted(p.from)}, but a ${quoted(p.name)} may be read before a ${quoted(p.type)}`,
    (p) =>
      p.holder === undefined
        ? `copy from a record type that encloses ${quoted(p.name)}, or from an earlier one with occurs ONCE or OPTIONAL`
        : `set hold: true at ${quoted(p.holder)}, so that its records wait for the value`,
  ),
};
