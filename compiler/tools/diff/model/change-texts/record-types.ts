import { quoted } from '../../../../diagnostics/messages/text.ts';
import type { ChangeTexts, Changed, OfRule } from './params.ts';

/** Message parameters: the name of a record type. */
export interface OfType {
  readonly type: string;
}

/** The messages of changes of record types, of their places in a file, and of the rules of a file. */
export const recordTypeTexts = {
  record_types_changed: {
    input: (p: { after: boolean }) =>
      p.after ? 'files have several record types instead of one' : 'files have one record type instead of several',
    message: (p: { after: boolean }) =>
      p.after
        ? 'the type of each event now ends with the name of its record type'
        : 'the type of each event no longer ends with the name of its record type',
  },
  record_type_added: {
    input: (p: OfType & { isDue: boolean }) =>
      `the record type ${quoted(p.type)} is new${p.isDue ? ', so a file without its records, or with similar lines, may be read differently' : ''}`,
    message: (p: OfType) => `records of the new type ${quoted(p.type)} are events`,
  },
  record_type_removed: {
    input: (p: OfType) => `the record type ${quoted(p.type)} was removed`,
    message: (p: OfType) => `records of the type ${quoted(p.type)} are no longer events`,
  },
  record_type_renamed: {
    message: (p: Changed & { isPublished: boolean }) =>
      `the record type ${quoted(p.before)} is named ${quoted(p.after)}${p.isPublished ? ', which changes the type of its events' : ''}`,
  },
  record_type_when_changed: { input: (p: OfType) => `other records have the type ${quoted(p.type)}` },
  record_type_repeat_changed: {
    input: (p: OfType & { isEnd: boolean }) =>
      p.isEnd
        ? `records of the type ${quoted(p.type)} end at another place of the enclosing record: stopWhenEmpty has changed`
        : `records of the type ${quoted(p.type)} are at other places of the enclosing record`,
  },
  record_type_in_changed: {
    input: (p: OfType & Changed) => `records of the type ${quoted(p.type)} are in ${p.after} instead of ${p.before}`,
  },
  record_type_occurs_changed: {
    input: (p: OfType & Changed) => `${quoted(p.type)} occurs ${p.after}; previously ${p.before}`,
  },
  record_types_reordered: { input: (p: { place: string }) => `the record types in ${p.place} have a different order` },
  order_changed: {
    input: (p: { place: string; after: string }) =>
      p.after === 'ANY'
        ? `the record types in ${p.place} may now have any order`
        : `the record types in ${p.place} must now have the order of the list`,
  },
  record_type_as_changed: {
    message: (p: OfType & Changed) => `records of the type ${quoted(p.type)} are ${p.after}; previously ${p.before}`,
  },
  record_type_reject_changed: {
    verdict: (p: OfType & { after: boolean }) =>
      p.after
        ? `a record of the type ${quoted(p.type)} is now accepted or rejected together with all records inside it`
        : `a record of the type ${quoted(p.type)} is no longer accepted or rejected together with all records inside it`,
  },
  record_type_hold_changed: {
    input: (p: OfType & { after: boolean }) =>
      p.after
        ? `records inside a record of the type ${quoted(p.type)} may copy values that come after them`
        : `records inside a record of the type ${quoted(p.type)} can no longer copy values that come after them`,
  },
  document_limit_changed: {
    verdict: (p: Changed & { key: string }) => `${quoted(p.key)} is ${p.after}; previously ${p.before}`,
  },
  continuation_changed: {
    input: (p: { after: boolean }) =>
      p.after ? 'other lines continue the record before them' : 'no line continues the record before it any longer',
  },
  filler_changed: {
    input: (p: { after: boolean }) =>
      p.after ? 'other lines only fill the file' : 'no line only fills the file any longer',
  },
  filler_block_changed: {
    verdict: (p: Changed) => `the lines of the file ${p.after}; previously they ${p.before}`,
  },
  publish_changed: {
    message: (p: OfType & { after: boolean }) =>
      `records of the type ${quoted(p.type)} are ${p.after ? 'now' : 'no longer'} events`,
  },
  record_type_member_changed: {
    message: (p: Changed) => `each event has the name of its record type in ${p.after} instead of ${p.before}`,
  },
  copy_changed: {
    input: (p: { field: string } & Changed) => `${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  on_unexpected_record_changed: {
    verdict: (p: Changed) => `onUnexpectedRecord is ${p.after} instead of ${p.before} for records that do not fit`,
  },
  on_missing_record_changed: {
    verdict: (p: Changed) => `onMissingRecord is ${p.after} instead of ${p.before} for required records`,
  },
  on_unknown_record_type_changed: {
    verdict: (p: Changed) => `onUnknownRecordType is ${p.after} instead of ${p.before} for records of no type`,
  },

  // Changes of the rules of a file.
  file_rule_added: {
    verdict: (p: { by: string; asks: string; severity: string }) => `${p.by} is new: ${p.asks} (${p.severity})`,
  },
  file_rule_removed: {
    verdict: (p: { by: string; asks: string }) => `${p.by} was removed; previously ${p.asks}`,
  },
  file_rule_changed: {
    verdict: (p: { by: string } & Changed) =>
      `${p.by}: ${p.after}${p.before === p.after ? ', with other options' : `; previously ${p.before}`}`,
  },
  file_rule_severity_changed: {
    verdict: (p: { by: string } & Changed) => `${p.by} is ${p.after} instead of ${p.before}`,
  },
  file_rule_message_changed: { verdict: (p: { by: string }) => `${p.by} has a different message` },
  file_rule_renamed: {
    verdict: (p: Changed) => `the rule ${quoted(p.before)} is renamed to ${quoted(p.after)} in issues of the file`,
  },
  file_rule_values_changed: {
    verdict: (p: OfRule) => `${p.by} depends on ${quoted(p.field)}, whose values are read differently now`,
  },
} satisfies ChangeTexts;
