import { closestWord } from './1-read/suggestion.ts';

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

/** Every diagnostic of the spec language: its code (an API: never renamed, never reused), severity, text and hint. */
export const messages = {
  // The text as YAML or JSON.
  invalid_yaml: error((p: { detail: string }) => p.detail),
  invalid_json: error((p: { detail: string }) => p.detail),
  invalid_unicode: error(() => 'half of a surrogate pair stands alone here: this is no Unicode text'),
  tab_indentation: error(
    () => 'a tab cannot indent in YAML',
    () => 'indent with blanks',
  ),
  several_documents: error(
    () => 'a file holds one spec; a second YAML document begins here',
    () => 'give each spec a file of its own',
  ),
  not_a_mapping: error((p: { found: string }) => `a spec is a mapping of keys to values, and this is ${p.found}`),
  duplicate_key: error(
    (p: { key: string; line: number }) => `the key ${quoted(p.key)} stands on line ${p.line} already`,
  ),
  unusable_key: error((p: { found: string }) => `a key is a text, and this is ${p.found}`),
  unknown_anchor: error(
    (p: { name: string; known: readonly string[] }) =>
      `no anchor &${shown(p.name)} stands before this alias${didYouMean(p.name, p.known)}`,
  ),
  alias_cycle: error((p: { name: string }) => `the alias *${shown(p.name)} stands inside what it repeats`),
  merge_key: error(
    () => 'merge keys (<<) are no part of the spec language',
    () => 'plain aliases are: `fields: *shared`',
  ),
  unsupported_tag: error(
    (p: { tag: string }) => `the tag ${shown(p.tag)} is no part of the spec language`,
    () => 'leave it out; a scalar counts as its text, quoted or not',
  ),
  spec_too_large: error(
    (p: { limit: string }) => `the spec is larger than ${p.limit}`,
    () => 'aliases count each time that they repeat something',
  ),
  nesting_too_deep: error((p: { limit: number }) => `this is nested more than ${p.limit} levels deep`),
  too_many_diagnostics: warning(
    (p: { limit: number; severity: 'error' | 'warning' }) =>
      `there are more than ${p.limit} ${p.severity}s; only the first ${p.limit} are told`,
  ),

  // The shape.
  missing_key: error(
    (p: { key: string; of: string | null; doc: string }) =>
      p.of === null ? `the key ${quoted(p.key)} is missing` : `${p.of} needs the key ${quoted(p.key)}`,
    (p) => `${p.key}: ${p.doc}`,
  ),
  missing_value: error((p: { expected: string }) => `there is no value here; expected ${p.expected}`),
  unknown_key: error(
    (p: { key: string; known: readonly string[] }) =>
      `there is no key ${quoted(p.key)} here${didYouMean(p.key, p.known)}`,
    (p) => (closestWord(p.key, p.known) === null && p.known.length > 0 ? `known keys: ${p.known.join(', ')}` : null),
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
      `a JSON number cannot hold ${shown(p.written)}: it would be read as ${p.read}`,
    () => 'write it as a string',
  ),
  not_one_character: error(
    (p: { value: string; length: number; none: boolean }) =>
      `expected one character${p.none ? ' or the empty text' : ''}, found ${p.length === 0 ? 'the empty text' : `${quoted(p.value)}, which has ${p.length}`}`,
  ),
  text_too_short: error((p: { min: number; length: number }) =>
    p.length === 0 ? 'the text is empty' : `the text has ${p.length} characters; at least ${p.min} are due`,
  ),
  text_too_long: error(
    (p: { max: number; length: number }) => `the text has ${p.length} characters; at most ${p.max} are allowed`,
  ),
  too_few_items: error((p: { min: number; found: number }) =>
    p.found === 0 ? 'the list is empty' : `the list has ${p.found} items; at least ${p.min} are due`,
  ),
  too_many_items: error(
    (p: { max: number; found: number }) => `the list has ${p.found} items; at most ${p.max} are allowed`,
  ),
  invalid_name: error(
    (p: { name: string }) =>
      `the name of a spec in git is lower-case letters, digits and hyphens, beginning with a letter; ${quoted(p.name)} is not`,
  ),
  name_differs: error(
    (p: { name: string; expected: string }) =>
      `the spec is named ${quoted(p.name)}, its file ${quoted(p.expected)}: they must be the same`,
  ),

  // Names and references.
  duplicate_field: error((p: { name: string }) => `a field ${quoted(p.name)} is there already`),
  duplicate_column: error(
    (p: { column: string; field: string }) =>
      `the field ${quoted(p.field)} reads the column ${quoted(p.column)} already`,
  ),
  duplicate_path: error(
    (p: { path: string; field: string }) => `the field ${quoted(p.field)} reads the path ${quoted(p.path)} already`,
  ),
  duplicate_rule_id: error((p: { ruleId: string }) => `the ruleId ${quoted(p.ruleId)} is there already`),
  reserved_rule_id: error(
    (p: { ruleId: string; field: string }) =>
      `the ruleId ${quoted(p.ruleId)} is that of the rule which \`required: true\` gives the field ${quoted(p.field)}`,
  ),
  unknown_field: error(
    (p: { by: string; field: string; known: readonly string[] }) =>
      `${p.by} names the field ${quoted(p.field)}${didYouMean(p.field, p.known) || ', which is not there'}`,
  ),
  duplicate_key_field: error((p: { field: string }) => `messageKey names the field ${quoted(p.field)} twice`),

  // Rules and corrections against the type of their field.
  rule_not_for_type: error(
    (p: { by: string; kind: string; field: string; type: string; types: readonly string[] }) =>
      `${p.by}: ${p.kind} is for ${p.types.join(', ')}, and the field ${quoted(p.field)} is ${p.type}`,
  ),
  min_above_max: error(
    (p: { by: string; other: string; field: string; min: string; max: string }) =>
      `${p.by} wants ${quoted(p.field)} to be at least ${shown(p.min)}, ${p.other} at most ${shown(p.max)}: no value is both`,
  ),
  contradicting_lengths: error(
    (p: { by: string; other: string; field: string; min: string; max: string }) =>
      `${p.by} wants ${quoted(p.field)} to have at least ${shown(p.min)} characters, ${p.other} at most ${shown(p.max)}: no value has both`,
  ),
  dead_required: warning(
    (p: { by: string; correction: string; field: string }) =>
      `${p.by} never breaks: correction ${quoted(p.correction)} fills ${quoted(p.field)} where it is null`,
  ),
  required_twice: warning(
    (p: { by: string; field: string }) =>
      `${p.by} says again what \`required: true\` says of the field ${quoted(p.field)}`,
  ),
  invalid_operand: error(
    (p: { by: string; value: string; expected: string }) => `${p.by}: expected ${p.expected}, found ${quoted(p.value)}`,
  ),
  value_not_of_type: error(
    (p: { by: string; value: string; field: string; type: string }) =>
      `${p.by}: ${quoted(p.value)} is not of the type ${p.type} that the field ${quoted(p.field)} has`,
  ),
  default_refused: error(
    (p: { by: string; value: string; field: string; rule: string }) =>
      `${p.by} fills in ${quoted(p.value)}, which ${p.rule} of the field ${quoted(p.field)} refuses`,
  ),
  unmatched_pattern: error(
    (p: { by: string; field: string }) =>
      `${p.by}: no text that the length rules of ${quoted(p.field)} allow matches this pattern`,
  ),
  invalid_pattern: error((p: { detail: string }) => p.detail),
  irregular_pattern: error((p: { detail: string }) => p.detail),
  pattern_too_large: error((p: { detail: string }) => p.detail),
  invalid_replacement: error((p: { detail: string }) => p.detail),
  invalid_date_range: error((p: { detail: string }) => p.detail),
  invalid_date_pattern: error((p: { detail: string }) => p.detail),
  date_not_iso: warning(
    (p: { field: string; format: string }) =>
      `the field ${quoted(p.field)} goes into the message as ${quoted(p.format)}, not as an ISO date`,
    () => 'a correction COERCE_DATE with targetFormat yyyy-MM-dd turns it round',
  ),
  coerce_target_differs: error(
    (p: { by: string; target: string; field: string; format: string }) =>
      `${p.by} writes ${quoted(p.target)}, and the format of the field ${quoted(p.field)} is ${quoted(p.format)}`,
  ),
  padding_too_large: error(
    (p: { total: number; limit: number }) =>
      `the lengths of all PAD corrections add up to ${p.total} characters; at most ${p.limit} are allowed`,
  ),

  // Settings of the format.
  key_without_effect: warning((p: { key: string; because: string }) => `${quoted(p.key)} has no effect: ${p.because}`),
  key_due: error((p: { key: string; because: string }) => `the key ${quoted(p.key)} is due: ${p.because}`),
  same_character: error(
    (p: { key: string; other: string; value: string }) =>
      `${p.key} and ${p.other} are the same character, ${quoted(p.value)}`,
  ),
  invalid_character: error(
    (p: { key: string; value: string; because: string }) => `${p.key} cannot be ${quoted(p.value)}: ${p.because}`,
  ),
  column_match_without_header: error(() => 'columnMatch NAME needs a header, and hasHeader is false'),
  unknown_encoding: error(
    (p: { encoding: string; known: readonly string[] }) =>
      `${quoted(p.encoding)} is no encoding${didYouMean(p.encoding, p.known)}`,
  ),
  encoding_not_for_format: error(
    (p: { encoding: string; format: string }) =>
      `${shown(p.encoding)} is for FIXED_WIDTH, and the format is ${p.format}`,
  ),
  encoding_needs_line_ends: error(
    (p: { encoding: string }) =>
      `${shown(p.encoding)} has shift states, so that records cannot be told apart in it without line ends`,
  ),
  overlapping_columns: warning(
    (p: { field: string; other: string; from: number; to: number }) =>
      `the fields ${quoted(p.field)} and ${quoted(p.other)} share the characters ${p.from} to ${p.to}`,
  ),
  beyond_record_length: error(
    (p: { by: string; end: number; recordLength: number }) =>
      `${p.by} ends at character ${p.end}, and recordLength is ${p.recordLength}`,
  ),
  invalid_record_when: error((p: { detail: string }) => p.detail),
  invalid_path: error((p: { path: string; detail: string }) => `${quoted(p.path)} is no path: ${p.detail}`),
  paths_too_large: error(
    (p: { limit: number }) =>
      `all paths together have more than ${p.limit} names, those counted again that names with and without a prefix share`,
  ),
  undeclared_prefix: error(
    (p: { prefix: string; known: readonly string[] }) =>
      `the prefix ${quoted(p.prefix)} is not declared in namespaces${didYouMean(p.prefix, p.known)}`,
  ),
  invalid_namespace: error((p: { detail: string }) => p.detail),
  true_and_false: error(
    (p: { value: string; field: string }) =>
      `${quoted(p.value)} means both true and false for the field ${quoted(p.field)}`,
  ),
  value_is_null: warning(
    (p: { value: string; key: string }) => `${quoted(p.value)} has no effect in ${p.key}: nullValues makes it null`,
  ),
  blanks_around: warning(
    (p: { value: string; because: string }) => `nothing is ever equal to ${quoted(p.value)}: ${p.because}`,
  ),
  wrong_length: warning(
    (p: { value: string; found: number; length: number }) =>
      `no record has ${quoted(p.value)} there: it has ${p.found} characters, and the length is ${p.length}`,
  ),
  scale_with_separator: error((p: { key: string }) => `scale reads digits only, so ${p.key} cannot stand beside it`),
};

export type DiagnosticCode = keyof typeof messages;

/** What the text of a code needs to know. */
export type DiagnosticParams<C extends DiagnosticCode> = (typeof messages)[C] extends Message<infer P> ? P : never;

/** A text of the spec in quotes, cut at 60 code points, with control characters made visible. */
export function quoted(text: string): string {
  return `"${shown(text)}"`;
}

/** A text of the spec on one line, cut at 60 code points, with control characters made visible. */
export function shown(text: string): string {
  const start = [...text.slice(0, 122)];
  const cut = start.length > 60 ? `${start.slice(0, 59).join('')}…` : start.join('');
  return cut.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, escaped);
}

function escaped(character: string): string {
  const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return names[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function didYouMean(written: string, known: readonly string[]): string {
  const word = closestWord(written, known);
  return word === null ? '' : `; did you mean ${quoted(word)}?`;
}
