import { findClosestWord } from './closest-word.ts';

/** The severity, message and hint of a diagnostic code. */
export interface Message<P> {
  readonly severity: 'error' | 'warning';
  /** One sentence in lower case, without a full stop. */
  readonly text: (params: P) => string;
  readonly hint: ((params: P) => string | null) | null;
}

type None = Readonly<Record<never, never>>;
type Text<P> = (params: P) => string;
type Hint<P> = (params: P) => string | null;

const error = <P = None>(text: Text<P>, hint: Hint<P> | null = null): Message<P> => ({ severity: 'error', text, hint });
const warning = <P = None>(text: Text<P>, hint: Hint<P> | null = null): Message<P> => ({
  severity: 'warning',
  text,
  hint,
});

/**
 * Every diagnostic of the spec language: code, severity, message and hint. Codes are an API: they are never renamed or
 * reused.
 */
export const messages = {
  // Syntax of the YAML or JSON text.
  invalid_yaml: error((p: { detail: string }) => p.detail),
  invalid_json: error((p: { detail: string }) => p.detail),
  invalid_unicode: error(
    () => 'the text contains an unpaired surrogate, which is not valid Unicode',
    () => 'replace it with the intended character',
  ),
  tab_indentation: error(
    () => 'YAML does not allow tabs for indentation',
    () => 'indent with spaces',
  ),
  several_documents: error(
    () => 'a spec file must contain one YAML document, and a second one begins here',
    () => 'put each spec into its own file',
  ),
  not_a_mapping: error((p: { found: string }) => `expected a spec (a mapping of keys to values), found ${p.found}`),
  duplicate_key: error(
    (p: { key: string; line: number }) => `the key ${quoted(p.key)} is already used on line ${p.line}`,
    () => 'remove one of the two',
  ),
  unusable_key: error(
    (p: { found: string }) => `a key must be text, but this one is ${p.found}`,
    () => 'put a key that begins with [ or { in quotes',
  ),
  unknown_anchor: error(
    (p: { name: string; known: readonly string[] }) =>
      `the alias *${shown(p.name)} refers to an anchor that is not defined before it${didYouMean(p.name, p.known)}`,
    (p) => `define the anchor before the alias: &${shown(p.name)}`,
  ),
  alias_cycle: error(
    (p: { name: string }) => `the alias *${shown(p.name)} is inside the value that it refers to`,
    () => 'write the value out instead',
  ),
  merge_key: error(
    () => 'merge keys (<<) are not supported',
    () => 'use a plain alias: `fields: *shared`',
  ),
  unsupported_tag: error(
    (p: { tag: string }) => `the tag ${shown(p.tag)} is not supported`,
    () => 'remove it: a scalar is read as text, with or without quotes',
  ),
  spec_too_large: error(
    (p: { limit: string }) => `the spec has more than ${p.limit}`,
    () => 'reduce it: every use of an alias counts as a copy',
  ),
  nesting_too_deep: error((p: { limit: number }) => `the spec is nested more than ${p.limit} levels deep here`),
  too_many_diagnostics: warning(
    (p: { limit: number; severity: 'error' | 'warning' }) =>
      `there are more than ${p.limit} ${p.severity}s; only the first ${p.limit} are listed`,
  ),

  // Shape: keys, kinds of values and their limits.
  missing_key: error(
    (p: { key: string; of: string | null; doc: string }) =>
      `${quoted(p.key)} is required${p.of === null ? '' : ` for ${p.of}`}`,
    (p) => `add ${quoted(p.key)}: ${p.doc}`,
  ),
  missing_value: error((p: { expected: string }) => `expected ${p.expected}, found no value`),
  unknown_key: error(
    (p: { key: string; known: readonly string[] }) =>
      `the key ${quoted(p.key)} is not allowed here${didYouMean(p.key, p.known)}`,
    (p) =>
      findClosestWord(p.key, p.known) === null && p.known.length > 0
        ? `other keys allowed here: ${p.known.join(', ')}`
        : null,
  ),
  wrong_kind: error((p: { expected: string; found: string }) => `expected ${p.expected}, found ${p.found}`),
  unknown_value: error(
    (p: { value: string; known: readonly string[] }) =>
      `${quoted(p.value)} is not one of ${p.known.join(', ')}${didYouMean(p.value, p.known)}`,
  ),
  not_an_integer: error((p: { value: string }) => `expected a whole number, found ${quoted(p.value)}`),
  out_of_range: error(
    (p: { value: string; min: number; max: number }) =>
      `expected a number from ${p.min} to ${p.max}, found ${shown(p.value)}`,
  ),
  inexact_number: error(
    (p: { written: string; read: string }) =>
      `the JSON number ${shown(p.written)} cannot be represented exactly and would be read as ${p.read}`,
    () => 'write it as a string',
  ),
  not_one_character: error(
    (p: { value: string; length: number; none: boolean }) =>
      `expected one character${p.none ? ' or empty text' : ''}, found ${p.length === 0 ? 'empty text' : `${quoted(p.value)}, which has ${p.length}`}`,
  ),
  text_too_short: error((p: { min: number; length: number }) =>
    p.length === 0
      ? 'the text must not be empty'
      : `the text has ${characters(p.length)}, but at least ${p.min} are required`,
  ),
  text_too_long: error(
    (p: { max: number; length: number }) => `the text has ${characters(p.length)}, but at most ${p.max} are allowed`,
  ),
  too_few_items: error((p: { min: number; found: number }) =>
    p.found === 0 ? 'the list must not be empty' : `the list has ${p.found} items, but at least ${p.min} are required`,
  ),
  too_many_items: error(
    (p: { max: number; found: number }) => `the list has ${p.found} items, but at most ${p.max} are allowed`,
  ),
  invalid_name: error(
    (p: { name: string }) => `${quoted(p.name)} is not a valid name for a spec in git`,
    () => 'begin with a lower-case letter, and use only lower-case letters, digits and hyphens',
  ),
  name_differs: error(
    (p: { name: string; expected: string }) =>
      `the spec is named ${quoted(p.name)}, but its file is named ${quoted(p.expected)}`,
    () => 'use the same name for both',
  ),

  // Names and references.
  duplicate_field: error(
    (p: { name: string }) => `the field ${quoted(p.name)} is already defined`,
    () => 'rename one of the two, or remove it',
  ),
  duplicate_column: error(
    (p: { column: string; field: string }) =>
      `the field ${quoted(p.field)} already reads the column ${quoted(p.column)}`,
    () => 'change the columnName of one of the two',
  ),
  duplicate_path: error(
    (p: { path: string; field: string }) => `the field ${quoted(p.field)} already reads the path ${quoted(p.path)}`,
    () => 'change the columnName of one of the two',
  ),
  duplicate_rule_id: error(
    (p: { ruleId: string }) => `the ruleId ${quoted(p.ruleId)} is already used`,
    () => 'choose a unique ruleId',
  ),
  reserved_rule_id: error(
    (p: { ruleId: string; field: string }) =>
      `the ruleId ${quoted(p.ruleId)} is reserved for the rule that \`required: true\` adds to the field ${quoted(p.field)}`,
    () => 'choose another ruleId',
  ),
  unknown_field: error(
    (p: { by: string; field: string; known: readonly string[] }) =>
      `${p.by} names the field ${quoted(p.field)}${didYouMean(p.field, p.known) || ', which does not exist'}`,
  ),
  duplicate_key_field: error(
    (p: { field: string }) => `messageKey names the field ${quoted(p.field)} twice`,
    () => 'remove one of the two',
  ),

  // Rules and corrections that conflict with the type of their field or with each other.
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
  value_not_of_type: error(
    (p: { by: string; value: string; field: string; type: string }) =>
      `${p.by}: ${quoted(p.value)} is not a valid value for the ${p.type} field ${quoted(p.field)}`,
  ),
  default_refused: error(
    (p: { by: string; value: string; field: string; rule: string }) =>
      `the default ${quoted(p.value)} of ${p.by} violates ${p.rule} of the field ${quoted(p.field)}`,
    () => 'change the default or the rule',
  ),
  unmatched_pattern: error(
    (p: { by: string; field: string }) =>
      `${p.by}: no text that satisfies the length rules of ${quoted(p.field)} matches this pattern`,
    () => 'change the pattern or the length rules',
  ),
  invalid_pattern: error((p: { detail: string }) => p.detail),
  irregular_pattern: error((p: { detail: string }) => p.detail),
  pattern_too_large: error((p: { detail: string }) => p.detail),
  invalid_replacement: error((p: { detail: string }) => p.detail),
  invalid_date_range: error((p: { detail: string }) => p.detail),
  invalid_date_pattern: error((p: { detail: string }) => p.detail),
  date_not_iso: warning(
    (p: { field: string; format: string }) =>
      `the message contains the field ${quoted(p.field)} as ${quoted(p.format)}, not as an ISO date`,
    () => 'set format to yyyy-MM-dd, and add a COERCE_DATE correction from this pattern to yyyy-MM-dd',
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

  // Settings of the format.
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
  scale_with_separator: error(
    (p: { key: string }) => `${quoted(p.key)} cannot be combined with scale, which reads digits only`,
    () => 'remove one of the two',
  ),
};

/** The code of a diagnostic. */
export type DiagnosticCode = keyof typeof messages;

/** The parameters that the message of a diagnostic code takes. */
export type DiagnosticParams<C extends DiagnosticCode> = (typeof messages)[C] extends Message<infer P> ? P : never;

/** Returns text of a spec in quotes, cut at 60 code points, with control characters escaped. */
export function quoted(text: string): string {
  return `"${shown(text)}"`;
}

/** Returns text of a spec on one line, cut at 60 code points, with control characters escaped. */
export function shown(text: string): string {
  const start = [...text.slice(0, 122)];
  const cut = start.length > 60 ? `${start.slice(0, 59).join('')}…` : start.join('');
  return cut.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, escaped);
}

function escaped(character: string): string {
  const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return names[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function characters(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
}

function didYouMean(written: string, known: readonly string[]): string {
  const word = findClosestWord(written, known);
  return word === null ? '' : `; did you mean ${quoted(word)}?`;
}
