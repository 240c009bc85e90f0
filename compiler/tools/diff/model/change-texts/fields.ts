import { quoted } from '../../../../diagnostics/messages/text.ts';
import type { ChangeTexts, Changed, Named } from './params.ts';

/** The messages of changes of fields, of the message key, and of the form of numbers. */
export const fieldTexts = {
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
  expression_changed: {
    message: (p: Named & { before: string | null; after: string | null }) =>
      p.after === null
        ? `${quoted(p.field)} is read from the file instead of computed`
        : `${quoted(p.field)} is computed with ${quoted(p.after)} instead of ${p.before === null ? 'read from the file' : quoted(p.before)}`,
  },
  mask_changed: {
    message: (p: Named & { before: string | null; after: string | null }) =>
      `the value of ${quoted(p.field)} is published as ${p.after ?? 'it is'} instead of ${p.before ?? 'as it is'}`,
  },
  title_changed: {
    input: (p: Named & { before: string | null; after: string | null }) =>
      p.after === null
        ? `${quoted(p.field)} is no longer read from ${p.before}`
        : `${quoted(p.field)} is read from ${p.after}${p.before === null ? ', the same for each record' : ` instead of ${p.before}`}`,
  },
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

  // Changes of events that are not changes of one field.
  message_key_added: { message: (p: { after: string }) => `events now have the key ${p.after}` },
  message_key_removed: { message: (p: { before: string }) => `events no longer have the key ${p.before}` },
  message_key_changed: { message: (p: Changed) => `the key of events is ${p.after} instead of ${p.before}` },
  numbers_as_changed: {
    message: (p: { after: string; fields: number }) =>
      p.fields === 0
        ? 'numbers are written differently in events, but no event contains one'
        : `numbers are JSON ${p.after === 'STRING' ? 'strings instead of JSON numbers' : 'numbers instead of JSON strings'} in events`,
  },
} satisfies ChangeTexts;
