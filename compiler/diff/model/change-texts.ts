import { quoted, shown } from '../../diagnostics/messages.ts';

const ALREADY_AN_ISSUE = '; every violation was already an issue of this severity or worse';

interface Named {
  readonly field: string;
}
interface OfRule extends Named {
  readonly by: string;
}
interface Changed {
  readonly before: string;
  readonly after: string;
}
/** A value that was valid before and is not valid now. `null` if no example was found. */
interface WithExample {
  readonly example: string | null;
}

/**
 * Every kind of change: its code, the axes on which it is reported, and its texts. A code is an API: it is never
 * renamed or reused. A text is one sentence in lower case, without a full stop.
 */
export const changeTexts = {
  // Changes of a whole spec.
  spec_added: { input: (p: { name: string }) => `the spec ${quoted(p.name)} is new` },
  spec_removed: {
    input: (p: { name: string }) => `the spec ${quoted(p.name)} was removed: its files can no longer be read`,
  },
  spec_renamed: {
    message: (p: Changed) =>
      `the spec is named ${quoted(p.after)} instead of ${quoted(p.before)}, which changes the type and the source of its events`,
  },
  spec_rewritten: {
    message: () =>
      'the spec is written differently but means the same: only its version and the ids of its events change',
  },
  description_changed: { verdict: () => 'the description is different' },

  // Changes of how records are found in a file.
  format_changed: { input: (p: Changed) => `files are ${p.after} instead of ${p.before}` },
  encoding_changed: { input: (p: Changed) => `files are read as ${p.after} instead of ${p.before}` },
  has_header_changed: {
    input: (p: { after: boolean }) =>
      p.after ? 'the first line is a header instead of a record' : 'the first line is a record instead of a header',
  },
  column_match_changed: { input: (p: Changed) => `columns are matched by ${p.after} instead of ${p.before}` },
  delimiter_changed: {
    input: (p: Changed) => `cells are separated by ${quoted(p.after)} instead of ${quoted(p.before)}`,
  },
  quote_changed: {
    input: (p: Changed) => `cells are quoted with ${orNothing(p.after)} instead of ${orNothing(p.before)}`,
  },
  escape_changed: {
    input: (p: Changed) =>
      `a quote in a quoted cell is escaped with ${orNothing(p.after)} instead of ${orNothing(p.before)}`,
  },
  comment_changed: {
    input: (p: Changed) =>
      `lines are comments if they begin with ${orNothing(p.after)} instead of ${orNothing(p.before)}`,
  },
  skip_lines_changed: {
    input: (p: { top: number; bottom: number }) =>
      `the spec skips ${linesText(p.top)} at the top and ${linesText(p.bottom)} at the bottom`,
  },
  skip_blank_lines_changed: {
    input: (p: { after: boolean; wereBroken: boolean }) =>
      !p.after
        ? 'blank lines are now records'
        : p.wereBroken
          ? 'blank lines are now skipped; as records, all of them had issues'
          : 'blank lines are now skipped and no longer produce an event',
  },
  record_when_changed: { input: () => 'recordWhen selects other lines as records' },
  record_length_changed: { input: (p: Changed) => `a record has ${p.after} characters instead of ${p.before}` },
  line_terminator_changed: {
    input: (p: Changed) => `lineTerminator is ${p.after} instead of ${p.before}, so records end elsewhere`,
  },
  record_path_changed: {
    input: (p: Changed) => `records are the elements ${quoted(p.after)} instead of ${quoted(p.before)}`,
  },
  max_record_bytes_changed: {
    input: (p: Changed) => `a record may have up to ${p.after} bytes instead of ${p.before}`,
    verdict: (p: Changed & { isMore: boolean }) =>
      `a corrected text may have up to ${p.after} bytes instead of ${p.before}: ${p.isMore ? 'texts that were too long are now validated and may be FATAL' : 'a longer text is an ERROR'}`,
  },
  on_missing_columns_changed: {
    input: (p: Changed) =>
      `a file without the column of an optional field can ${p.after === 'FATAL' || p.after === 'ERROR' ? 'no longer' : 'now'} be read`,
    verdict: (p: Changed) => `onMissingColumns is ${p.after} instead of ${p.before} for records with too few columns`,
  },
  on_no_records_changed: {
    input: (p: Changed) => `a file with lines but no record can ${p.after === 'FATAL' ? 'no longer' : 'now'} be read`,
  },
  on_extra_columns_changed: {
    verdict: (p: Changed) => `onExtraColumns is ${p.after} instead of ${p.before} for records with too many columns`,
  },

  // Changes of fields: added, removed, renamed, or read from another column.
  field_added: {
    input: (p: Named & { column: string | null; places: string; isDue: boolean }) =>
      p.column === null
        ? `the new field ${quoted(p.field)} is read from ${p.places}`
        : `the new field ${quoted(p.field)} is read from the column ${quoted(p.column)}, which files ${p.isDue ? 'must have' : 'may lack'}`,
    message: (p: Named) => `events have the new member ${quoted(p.field)}`,
    verdict: (p: Named) => `values of ${quoted(p.field)} are now validated, even in files that already had them`,
  },
  field_removed: {
    input: (p: Named & { places: string }) => `the field ${quoted(p.field)} is no longer read from ${p.places}`,
    message: (p: Named) => `events no longer have the member ${quoted(p.field)}`,
    verdict: (p: Named) => `values of ${quoted(p.field)} are no longer validated`,
  },
  field_renamed: { message: (p: Changed) => `the event member ${quoted(p.before)} is renamed to ${quoted(p.after)}` },
  fields_reordered: { message: () => 'event members are in a different order, which JSON ignores' },
  column_renamed: {
    input: (p: Named & Changed & { isLabel: boolean }) =>
      p.isLabel
        ? `issues name the column ${quoted(p.after)} for ${quoted(p.field)}, which is read from the same position`
        : `${quoted(p.field)} is read from ${quoted(p.after)} instead of ${quoted(p.before)}`,
  },
  columns_moved: {
    input: (p: Named & Changed) => `${quoted(p.field)} is read from column ${p.after} instead of ${p.before}`,
  },
  column_moved: {
    input: (p: Named & Changed) => `${quoted(p.field)} is read from characters ${p.after} instead of ${p.before}`,
  },
  column_padding_changed: {
    input: (p: Named & Changed) => `the padding of ${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  path_separator_changed: {
    input: (p: Named & Changed) => `several values of ${quoted(p.field)} are ${p.after} instead of ${p.before}`,
  },
  required_added: {
    input: (p: Named) => `a file without the column of ${quoted(p.field)} can no longer be read`,
    message: (p: Named) => `${quoted(p.field)} is never null in the event of a valid record`,
    verdict: (p: Named & { isFilled: boolean }) =>
      `${quoted(p.field)} is required${p.isFilled ? ', and its corrections always fill it' : ''}`,
  },
  required_removed: {
    input: (p: Named) => `a file without the column of ${quoted(p.field)} can now be read`,
    message: (p: Named & { isNullPrevented: boolean }) =>
      p.isNullPrevented
        ? `${quoted(p.field)} is no longer required, but a rule or a correction still prevents null`
        : `${quoted(p.field)} may be null in the event of a valid record`,
    verdict: (p: Named) => `${quoted(p.field)} is no longer required`,
  },

  // Changes of the event other than its members.
  message_key_added: { message: (p: { after: string }) => `events now have the key ${p.after}` },
  message_key_removed: { message: (p: { before: string }) => `events no longer have the key ${p.before}` },
  message_key_changed: { message: (p: Changed) => `the key of events is ${p.after} instead of ${p.before}` },
  numbers_as_changed: {
    message: (p: { after: string; fields: number }) =>
      p.fields === 0
        ? 'numbers are written differently in events, but no event contains one'
        : `numbers are JSON ${p.after === 'STRING' ? 'strings instead of JSON numbers' : 'numbers instead of JSON strings'} in events`,
  },

  // Changes of the texts that a field accepts.
  type_changed: {
    message: (p: Named & Changed) => `${quoted(p.field)} is ${p.after} instead of ${p.before} in events`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  date_format_changed: {
    message: (p: Named & Changed) =>
      `dates of ${quoted(p.field)} are written as ${p.after} instead of ${p.before} in events`,
    verdict: (p: Named & Changed & WithExample) =>
      `dates of ${quoted(p.field)} are read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  number_format_changed: {
    input: (p: Named & Changed) =>
      `the same text of ${quoted(p.field)} can mean a different number: ${p.after} instead of ${p.before}`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  boolean_values_changed: {
    input: (p: Named & { text: string }) => `${quoted(p.text)} means the opposite for ${quoted(p.field)}`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  on_type_mismatch_changed: {
    verdict: (p: Changed) => `a text that is not of its field's type is ${p.after} instead of ${p.before}`,
  },
  on_missing_required_changed: {
    verdict: (p: Changed) => `null in a field with "required: true" is ${p.after} instead of ${p.before}`,
  },
  null_value_added: {
    verdict: (p: { value: string; field: string | null }) =>
      `${quoted(p.value)} now means null${p.field === null ? '' : `, which is a worse verdict for ${quoted(p.field)}`}`,
  },
  null_value_removed: {
    verdict: (p: { value: string; field: string | null }) =>
      `${quoted(p.value)} no longer means null${p.field === null ? '' : `, which is a worse verdict for ${quoted(p.field)}`}`,
  },

  // Changes of corrections.
  correction_added: { verdict: (p: OfRule & { does: string }) => `${p.by} is new: ${quoted(p.field)} is ${p.does}` },
  correction_removed: {
    verdict: (p: OfRule & { does: string }) => `${p.by} was removed: ${quoted(p.field)} is no longer ${p.does}`,
  },
  correction_changed: {
    verdict: (p: OfRule & Changed) => `${p.by}: ${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  correction_renamed: {
    verdict: (p: Changed) => `the correction ${quoted(p.before)} is renamed to ${quoted(p.after)}`,
  },
  corrections_reordered: { verdict: (p: Named) => `the corrections of ${quoted(p.field)} run in a different order` },

  // Changes of rules.
  rule_added: {
    verdict: (p: OfRule & WithExample & { asks: string; severity: string; isCovered: boolean }) =>
      `${p.by} is new: ${quoted(p.field)} must ${p.asks} (${p.severity})${p.isCovered ? ALREADY_AN_ISSUE : instance(p)}`,
  },
  rule_removed: {
    verdict: (p: OfRule & { asks: string }) => `${p.by} was removed: ${quoted(p.field)} need not ${p.asks}`,
  },
  rule_operand_changed: {
    verdict: (p: OfRule & Changed & WithExample) =>
      `${p.by}: ${quoted(p.field)} must ${p.after}; previously it had to ${p.before}${instance(p)}`,
  },
  rule_severity_raised: {
    verdict: (p: OfRule & Changed & { isCovered: boolean }) =>
      `${p.by} of ${quoted(p.field)} is ${p.after} instead of ${p.before}${p.isCovered ? ALREADY_AN_ISSUE : ''}`,
  },
  rule_severity_lowered: {
    verdict: (p: OfRule & Changed) => `${p.by} of ${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  rule_message_changed: { verdict: (p: OfRule) => `${p.by} of ${quoted(p.field)} has a different message` },
  rule_renamed: { verdict: (p: Changed) => `the rule ${quoted(p.before)} is renamed to ${quoted(p.after)} in issues` },
  rules_reordered: { verdict: (p: Named) => `issues of ${quoted(p.field)} are reported in a different order` },
  sensitive_added: {
    verdict: (p: Named) => `values of ${quoted(p.field)} no longer appear in results, logs or pages`,
  },
  sensitive_removed: {
    verdict: (p: Named) => `values of ${quoted(p.field)} now appear in results, logs and pages`,
  },
} satisfies {
  readonly [code: string]: { readonly [A in 'input' | 'message' | 'verdict']?: (params: never) => string };
};

/** The code of a kind of change. */
export type ChangeCode = keyof typeof changeTexts;
/** The axes on which a code is reported. */
export type ChangeAxis<C extends ChangeCode> = keyof (typeof changeTexts)[C] & ('input' | 'message' | 'verdict');
/** The parameters of a code's text on an axis. */
export type ChangeParams<C extends ChangeCode, A extends ChangeAxis<C>> = (typeof changeTexts)[C][A] extends (
  params: infer P,
) => string
  ? P
  : (typeof changeTexts)[C][A] extends () => string
    ? Record<never, never>
    : never;

function orNothing(character: string): string {
  return character === '' ? 'nothing' : quoted(character);
}

function linesText(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}

function instance({ example }: WithExample): string {
  return example === null ? '' : `; for example, "${shown(example)}" now gets a worse verdict`;
}
