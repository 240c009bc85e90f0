import { quoted } from '../../../../diagnostics/messages/text.ts';
import type { ChangeTexts, Changed } from './params.ts';

/** The messages of changes of a whole spec, and of how records are found in a file. */
export const recordTexts = {
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
  format_setting_changed: {
    input: (p: { key: string; field: string | null }) =>
      `${quoted(p.key)}${p.field === null ? '' : ` of ${quoted(p.field)}`} is different, so values can be read from other places`,
  },
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
    input: (p: { top: number; bottom: number; until?: 'HEADER' }) =>
      `the spec skips ${linesText(p.top)} at the top${p.until === undefined ? '' : ', those before the header,'} and ${linesText(p.bottom)} at the bottom`,
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
  on_several_matches_changed: {
    verdict: (p: Changed) =>
      `onSeveralMatches is ${p.after} instead of ${p.before} for records in which a path matches more than once`,
  },
  on_extra_columns_changed: {
    verdict: (p: Changed) => `onExtraColumns is ${p.after} instead of ${p.before} for records with too many columns`,
  },
} satisfies ChangeTexts;

function orNothing(character: string): string {
  return character === '' ? 'nothing' : quoted(character);
}

function linesText(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}
