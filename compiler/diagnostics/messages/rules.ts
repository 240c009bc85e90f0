import { error, warning } from './message.ts';
import { characters, didYouMean, quoted, shown } from './text.ts';

/** The diagnostics of rules and corrections that conflict with the type of their field or with each other. */
export const ruleMessages = {
  rule_not_for_type: error(
    (p: { by: string; kind: string; field: string; type: string; types: readonly string[] }) =>
      `${p.by}: ${p.kind} applies only to ${p.types.join(', ')}, but the field ${quoted(p.field)} is ${p.type}`,
    () => 'remove it, or change the type of the field',
  ),
  min_above_max: error(
    (p: { by: string; other: string; field: string; min: string; max: string }) =>
      `${p.by} requires ${quoted(p.field)} to be at least ${shown(p.min)}, but ${p.other} requires at most ${shown(p.max)}`,
    () => 'no value satisfies both rules: change one of them',
  ),
  contradicting_lengths: error(
    (p: { by: string; other: string; field: string; min: string; max: string }) =>
      `${p.by} requires ${quoted(p.field)} to have at least ${shown(p.min)} characters, but ${p.other} requires at most ${shown(p.max)}`,
    () => 'no value satisfies both rules: change one of them',
  ),
  dead_required: warning(
    (p: { by: string; correction: string; field: string }) =>
      `${p.by} can never be violated, because correction ${quoted(p.correction)} replaces null in ${quoted(p.field)}`,
    () => 'remove one of the two',
  ),
  required_twice: warning(
    (p: { by: string; field: string }) => `${p.by} repeats that the field ${quoted(p.field)} is required`,
    () => 'remove one of the two',
  ),
  message_cut: warning(
    (p: { by: string; length: number; max: number }) =>
      `the message of ${p.by} has ${characters(p.length)}; issues show the first ${p.max}`,
    (p: { max: number }) => `write at most ${p.max} characters`,
  ),
  invalid_operand: error(
    (p: { by: string; value: string; expected: string }) => `${p.by}: expected ${p.expected}, found ${quoted(p.value)}`,
  ),
  many_codes: warning(
    (p: { by: string; found: number; max: number }) => `${p.by} has ${p.found} codes, more than ${p.max}`,
    () =>
      'a list that long is hard to review: put it into a CSV file, name it in reference, and use lookup in a computed field',
  ),
  value_not_of_type: error(
    (p: { by: string; value: string; field: string; type: string }) =>
      `${p.by}: ${quoted(p.value)} is not a valid value for the ${p.type} field ${quoted(p.field)}`,
  ),
  default_refused: error(
    (p: { by: string; value: string; field: string; rule: string }) =>
      `the default ${quoted(p.value)} of ${p.by} violates ${p.rule} of the field ${quoted(p.field)}`,
    () => 'change the default or the rule',
  ),
  default_not_converted: warning(
    (p: { by: string; value: string; field: string; type: string }) =>
      `the default ${quoted(p.value)} of ${p.by} is not a valid ${p.type} for ${quoted(p.field)} after the corrections that follow it`,
    () => 'write the default in a form that they accept, or move it after them',
  ),
  unmatched_pattern: error(
    (p: { by: string; field: string }) =>
      `${p.by}: no text that satisfies the length rules of ${quoted(p.field)} matches this pattern`,
    () => 'change the pattern or the length rules',
  ),
  compared_with_itself: error(
    (p: { by: string; field: string }) => `${p.by} compares the field ${quoted(p.field)} with itself`,
    () => 'name another field in other',
  ),
  compared_types_differ: error(
    (p: { by: string; field: string; type: string; other: string; otherType: string }) =>
      `${p.by} compares the ${p.type} field ${quoted(p.field)} with the ${p.otherType} field ${quoted(p.other)}`,
    () => 'compare fields of one type, or change the type of one of them',
  ),
  condition_not_clear: error(
    (p: { by: string; hasBoth: boolean }) =>
      `the condition of ${p.by} ${p.hasBoth ? 'has both values and isNull' : 'has neither values nor isNull'}`,
    () => 'write when: { field: NAME, values: [VALUE] } or when: { field: NAME, isNull: true }',
  ),
  time_not_compared: warning(
    (p: { by: string; operator: string; field: string; format: string }) =>
      `${p.by}: ${p.operator} compares only the days, but the format ${quoted(p.format)} of ${quoted(p.field)} contains a time`,
    () => 'use formats without a time, or compare the times outside of Specmill',
  ),
  invalid_pattern: error((p: { detail: string }) => p.detail),
  irregular_pattern: error((p: { detail: string }) => p.detail),
  pattern_too_large: error((p: { detail: string }) => p.detail),
  invalid_replacement: error((p: { detail: string }) => p.detail),
  invalid_date_range: error((p: { detail: string }) => p.detail),
  invalid_date_pattern: error((p: { detail: string }) => p.detail),
  unknown_zone: error(
    (p: { zone: string; known: readonly string[] }) =>
      `the tz database has no zone ${quoted(p.zone)}${didYouMean(p.zone, p.known)}`,
    () => 'write a zone such as Europe/Berlin, or UTC',
  ),
  zone_missing: error(
    (p: { field: string; format: string }) =>
      `the texts of ${quoted(p.field)} have no offset (${p.format}), so the field requires a zone`,
    () => 'add zone: Europe/Berlin, or the offset to the format: XXX',
  ),
  date_not_iso: warning(
    (p: { field: string; format: string }) =>
      `the message contains the field ${quoted(p.field)} as ${quoted(p.format)}, not as an ISO date`,
    () => 'set format to yyyy-MM-dd, and add a COERCE_DATE correction from this pattern to yyyy-MM-dd',
  ),
  two_digit_year: warning(
    (p: { by: string }) => `${p.by} reads years of two digits (yy) as 2000 to 2099`,
    () => 'add centuryStart: 1950 beside the pattern if 68 means 1968, or centuryStart: 2000 if it means 2068',
  ),
  unknown_locale: error(
    (p: { locale: string; known: readonly string[] }) =>
      `there are no names of months and weekdays for the locale ${quoted(p.locale)}${didYouMean(p.locale, p.known)}`,
    () => 'write the code of a language, such as de, fr or pt-PT',
  ),
  coerce_target_differs: error(
    (p: { by: string; target: string; field: string; format: string }) =>
      `${p.by} writes ${quoted(p.target)}, but the format of the field ${quoted(p.field)} is ${quoted(p.format)}`,
    () => 'use the same pattern for targetFormat and for the format of the field',
  ),
  padding_too_large: error(
    (p: { total: number; limit: number }) =>
      `the lengths of all PAD corrections add up to ${p.total} characters, but at most ${p.limit} are allowed`,
  ),
};
