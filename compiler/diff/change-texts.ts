import { quoted, shown } from '../messages.ts';

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
/** A text that was good and no longer is; null where none was found. */
interface WithExample {
  readonly example: string | null;
}

/**
 * Every kind of change: its code (an API: never renamed, never reused), the axes on which it is told, and its texts.
 * A sentence in lower case, without a full stop.
 */
export const changeTexts = {
  // A spec as a whole.
  spec_added: { input: (p: { name: string }) => `the spec ${quoted(p.name)} is new` },
  spec_removed: {
    input: (p: { name: string }) => `the spec ${quoted(p.name)} is gone: its files cannot be read any more`,
  },
  spec_renamed: {
    message: (p: Changed) =>
      `the spec is called ${quoted(p.after)} instead of ${quoted(p.before)}: so are the type and the source of its events`,
  },
  spec_rewritten: { message: () => 'the same spec in other words: its version changes, and with it the ids of events' },
  description_changed: { verdict: () => 'the description has other words' },

  // How records stand in a file.
  format_changed: { input: (p: Changed) => `files are ${p.after} instead of ${p.before}` },
  encoding_changed: { input: (p: Changed) => `files are read as ${p.after} instead of ${p.before}` },
  has_header_changed: {
    input: (p: { after: boolean }) =>
      p.after
        ? 'the first line names the columns; before, it was a record'
        : 'the first line is a record; before, it named the columns',
  },
  column_match_changed: { input: (p: Changed) => `fields are found by ${p.after} instead of ${p.before}` },
  delimiter_changed: { input: (p: Changed) => `cells are parted by ${quoted(p.after)} instead of ${quoted(p.before)}` },
  quote_changed: {
    input: (p: Changed) => `cells are quoted with ${orNothing(p.after)} instead of ${orNothing(p.before)}`,
  },
  escape_changed: {
    input: (p: Changed) =>
      `a quote inside quotes stands behind ${orNothing(p.after)} instead of ${orNothing(p.before)}`,
  },
  comment_changed: {
    input: (p: Changed) =>
      `lines that begin with ${orNothing(p.after)} instead of ${orNothing(p.before)} are no records`,
  },
  skip_lines_changed: {
    input: (p: { top: number; bottom: number }) =>
      `${p.top} ${lines(p.top)} at the top and ${p.bottom} at the bottom are not read`,
  },
  skip_blank_lines_changed: {
    input: (p: { after: boolean; wereBroken: boolean }) =>
      !p.after
        ? 'blank lines are records now'
        : p.wereBroken
          ? 'blank lines are no records any more; none was a good one'
          : 'blank lines are no records any more, and so give no event',
  },
  record_when_changed: { input: () => 'other lines are records, by recordWhen' },
  record_length_changed: { input: (p: Changed) => `a record has ${p.after} characters instead of ${p.before}` },
  line_terminator_changed: {
    input: (p: Changed) => `where a record ends: lineTerminator ${p.after} instead of ${p.before}`,
  },
  record_path_changed: {
    input: (p: Changed) => `records are the elements ${quoted(p.after)} instead of ${quoted(p.before)}`,
  },
  max_record_bytes_changed: {
    input: (p: Changed) => `a record may have ${p.after} bytes instead of ${p.before}`,
    verdict: (p: Changed & { isMore: boolean }) =>
      `a corrected text may have ${p.after} bytes instead of ${p.before}: ${p.isMore ? 'what was too long is judged by what is FATAL' : 'a longer one is an ERROR'}`,
  },
  on_missing_columns_changed: {
    input: (p: Changed) =>
      `a file without a column that nothing requires is ${p.after === 'FATAL' || p.after === 'ERROR' ? 'not read any more' : 'read'}`,
    verdict: (p: Changed) => `a record with too few columns: ${p.after} instead of ${p.before}`,
  },
  on_extra_columns_changed: {
    verdict: (p: Changed) => `a record with too many columns: ${p.after} instead of ${p.before}`,
  },

  // Fields: where they stand, what they are called, whether they are there.
  field_added: {
    input: (p: Named & { column: string | null; places: string; isDue: boolean }) =>
      p.column === null
        ? `the field ${quoted(p.field)} is read from ${p.places}`
        : `the field ${quoted(p.field)} is read from the column ${quoted(p.column)}, which files ${p.isDue ? 'must' : 'need not'} have`,
    message: (p: Named) => `events have a member ${quoted(p.field)}`,
    verdict: (p: Named) => `${quoted(p.field)} is judged, also in files that have had it already`,
  },
  field_removed: {
    input: (p: Named & { places: string }) => `the field ${quoted(p.field)} is not read from ${p.places} any more`,
    message: (p: Named) => `events have no member ${quoted(p.field)} any more`,
    verdict: (p: Named) => `${quoted(p.field)} is not judged any more`,
  },
  field_renamed: { message: (p: Changed) => `the member ${quoted(p.before)} of events is called ${quoted(p.after)}` },
  fields_reordered: { message: () => 'the members of events stand in another order, which JSON does not look at' },
  column_renamed: {
    input: (p: Named & Changed & { isLabel: boolean }) =>
      p.isLabel
        ? `issues call the column of ${quoted(p.field)} ${quoted(p.after)}; it is read from the same place`
        : `${quoted(p.field)} is read from ${quoted(p.after)} instead of ${quoted(p.before)}`,
  },
  columns_moved: {
    input: (p: Named & Changed) => `${quoted(p.field)} is read from column ${p.after} instead of ${p.before}`,
  },
  column_moved: {
    input: (p: Named & Changed) => `${quoted(p.field)} is read from the characters ${p.after} instead of ${p.before}`,
  },
  column_padding_changed: {
    input: (p: Named & Changed) => `the padding of ${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  path_separator_changed: {
    input: (p: Named & Changed) => `several values of ${quoted(p.field)}: ${p.after} instead of ${p.before}`,
  },
  required_added: {
    input: (p: Named) => `a file without the column of ${quoted(p.field)} is not read any more`,
    message: (p: Named) => `${quoted(p.field)} is never null in a good event`,
    verdict: (p: Named & { isFilled: boolean }) =>
      `${quoted(p.field)} is required${p.isFilled ? ', and its corrections see to it' : ''}`,
  },
  required_removed: {
    input: (p: Named) => `a file without the column of ${quoted(p.field)} is read`,
    message: (p: Named & { isStillThere: boolean }) =>
      p.isStillThere
        ? `${quoted(p.field)} is not required any more; a rule or a correction still sees to it`
        : `${quoted(p.field)} may be null in a good event`,
    verdict: (p: Named) => `${quoted(p.field)} is not required any more`,
  },

  // The event beside its members.
  message_key_added: { message: (p: { after: string }) => `events have a key: ${p.after}` },
  message_key_removed: { message: (p: { before: string }) => `events have no key any more; it was ${p.before}` },
  message_key_changed: { message: (p: Changed) => `the key of events is ${p.after} instead of ${p.before}` },
  numbers_as_changed: {
    message: (p: { after: string; fields: number }) =>
      p.fields === 0
        ? 'numbers stand otherwise in events, of which none has one'
        : `numbers are ${p.after === 'STRING' ? 'strings' : 'numbers'} in events`,
  },

  // What a text has to be.
  type_changed: {
    message: (p: Named & Changed) => `${quoted(p.field)} is ${p.after} instead of ${p.before} in events`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  date_format_changed: {
    message: (p: Named & Changed) =>
      `the dates of ${quoted(p.field)} stand as ${p.after} instead of ${p.before} in events`,
    verdict: (p: Named & Changed & WithExample) =>
      `dates of ${quoted(p.field)} are read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  number_format_changed: {
    input: (p: Named & Changed) =>
      `the same digits of ${quoted(p.field)} are another number: ${p.after} instead of ${p.before}`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  boolean_values_changed: {
    input: (p: Named & { text: string }) => `${quoted(p.text)} means the contrary for ${quoted(p.field)}`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  on_type_mismatch_changed: {
    verdict: (p: Changed) => `a text that is not of its field's type: ${p.after} instead of ${p.before}`,
  },
  null_value_added: {
    verdict: (p: { value: string; field: string | null }) =>
      `${quoted(p.value)} means null${p.field === null ? '' : `, which is worse for ${quoted(p.field)}`}`,
  },
  null_value_removed: {
    verdict: (p: { value: string; field: string | null }) =>
      `${quoted(p.value)} does not mean null any more${p.field === null ? '' : `, which is worse for ${quoted(p.field)}`}`,
  },

  // Corrections.
  correction_added: { verdict: (p: OfRule & { does: string }) => `${p.by} is new: ${quoted(p.field)} is ${p.does}` },
  correction_removed: {
    verdict: (p: OfRule & { does: string }) => `${p.by} is gone: ${quoted(p.field)} is not ${p.does} any more`,
  },
  correction_changed: {
    verdict: (p: OfRule & Changed) => `${p.by}: ${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  correction_renamed: { verdict: (p: Changed) => `the correction ${quoted(p.before)} is called ${quoted(p.after)}` },
  corrections_reordered: { verdict: (p: Named) => `the corrections of ${quoted(p.field)} act in another order` },

  // Rules.
  rule_added: {
    verdict: (p: OfRule & WithExample & { asks: string; severity: string; isCovered: boolean }) =>
      `${p.by} is new: ${quoted(p.field)} must ${p.asks}, else ${p.severity}${p.isCovered ? '; what it refuses was refused before' : instance(p)}`,
  },
  rule_removed: { verdict: (p: OfRule & { asks: string }) => `${p.by} is gone: ${quoted(p.field)} need not ${p.asks}` },
  rule_operand_changed: {
    verdict: (p: OfRule & Changed & WithExample) =>
      `${p.by}: ${quoted(p.field)} must ${p.after}; before, it had to ${p.before}${instance(p)}`,
  },
  rule_severity_raised: {
    verdict: (p: OfRule & Changed & { isCovered: boolean }) =>
      `${p.by} of ${quoted(p.field)} is ${p.after} instead of ${p.before}${p.isCovered ? '; what it refuses was so before' : ''}`,
  },
  rule_severity_lowered: {
    verdict: (p: OfRule & Changed) => `${p.by} of ${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  rule_message_changed: { verdict: (p: OfRule) => `${p.by} of ${quoted(p.field)} says it in other words` },
  rule_renamed: { verdict: (p: Changed) => `the rule ${quoted(p.before)} is called ${quoted(p.after)} in issues` },
  rules_reordered: { verdict: (p: Named) => `the issues of ${quoted(p.field)} stand in another order` },
  sensitive_added: {
    verdict: (p: Named) => `the values of ${quoted(p.field)} stand in no result, log or page any more`,
  },
  sensitive_removed: {
    verdict: (p: Named) => `the values of ${quoted(p.field)} stand in results, logs and pages from now on`,
  },
} satisfies {
  readonly [code: string]: { readonly [A in 'input' | 'message' | 'verdict']?: (params: never) => string };
};

export type ChangeCode = keyof typeof changeTexts;
/** The axes on which a code is told. */
export type ChangeAxis<C extends ChangeCode> = keyof (typeof changeTexts)[C] & ('input' | 'message' | 'verdict');
/** What the text of a code needs to know on an axis. */
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

function lines(count: number): string {
  return count === 1 ? 'line' : 'lines';
}

function instance({ example }: WithExample): string {
  return example === null ? '' : `; "${shown(example)}" is worse off`;
}
