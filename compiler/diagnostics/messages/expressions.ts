import { error, warning } from './message.ts';
import { didYouMean, quoted } from './text.ts';

/** The diagnostics of expressions and of computed fields. */
export const expressionMessages = {
  invalid_expression: error((p: { by: string; detail: string }) => `${p.by} is not a valid expression: ${p.detail}`),
  unsupported_expression: error(
    (p: { by: string; what: string }) => `${p.by} uses ${p.what}, which expressions do not have`,
  ),
  unknown_name: error(
    (p: { by: string; name: string; known: readonly string[] }) =>
      `${p.by} names ${quoted(p.name)}${didYouMean(p.name, p.known) || ', which is no field'}`,
    () => 'write the name of a field, file.name, record.number or record.line',
  ),
  unknown_function: error(
    (p: { by: string; name: string; known: readonly string[] }) =>
      `${p.by} calls ${quoted(p.name)}${didYouMean(p.name, p.known) || ', which is no function'}`,
    () => 'see the functions in the language reference',
  ),
  unknown_reference: error(
    (p: { by: string; table: string; known: readonly string[] }) =>
      `${p.by} names the reference table ${quoted(p.table)}${didYouMean(p.table, p.known) || ', which the spec does not have'}`,
    () => 'add it to reference, with the path of its CSV file and its key',
  ),
  invalid_reference_name: error(
    (p: { table: string }) => `${quoted(p.table)} cannot be the name of a reference table`,
    () => 'use a to z, 0 to 9 and hyphens, with a letter first, and at most 100 characters',
  ),
  unusable_reference: error(
    (p: { table: string; reason: string }) => `the reference table ${quoted(p.table)} ${p.reason}`,
    () => 'correct the CSV file or the keys of reference',
  ),
  invalid_reference_file: error(
    (p: { table: string; file: string }) =>
      `${quoted(p.file)} of the reference table ${quoted(p.table)} is no path below the folder of the specs`,
    () =>
      'write a path with slashes, such as reference/currencies.csv, without .. and without a slash at its beginning',
  ),
  wrong_arguments: error(
    (p: { by: string; signature: string; found: number }) =>
      `${p.by} calls ${p.signature} with ${p.found} ${p.found === 1 ? 'value' : 'values'}`,
  ),
  expression_type: error(
    (p: { by: string; what: string; expected: string; found: string }) =>
      `${p.by}: ${p.what} must be ${p.expected}, but is ${p.found}`,
  ),
  expression_types_differ: error(
    (p: { by: string; what: string; first: string; second: string }) =>
      `${p.by}: ${p.what} ${p.first} and ${p.second} do not fit together`,
    () => 'convert one of them, for example with text(x), integer(x) or decimal(x)',
  ),
  expression_cycle: error(
    (p: { field: string; path: readonly string[] }) =>
      p.path.length < 2
        ? `the field ${quoted(p.field)} is computed from itself`
        : `the field ${quoted(p.field)} is computed from itself, through ${p.path.slice(1).map(quoted).join(', ')}`,
    () => 'remove one of these references',
  ),
  computed_with_key: error(
    (p: { field: string; key: string }) =>
      `the field ${quoted(p.field)} is computed, so it cannot have ${quoted(p.key)}`,
    () => 'remove one of the two',
  ),
  computed_not_corrected: error(
    (p: { by: string; field: string }) => `${p.by}: the field ${quoted(p.field)} is computed, so it has no corrections`,
    () => 'correct the fields from which it is computed, or change the expression',
  ),
  computed_not_sensitive: warning(
    (p: { field: string; source: string }) =>
      `${quoted(p.field)} is computed from the sensitive field ${quoted(p.source)}, but is not sensitive itself, so reports may contain its values`,
    () => 'remove sensitive: false, unless the values may be seen',
  ),
  mask_not_sensitive: error(
    (p: { field: string }) => `${quoted(p.field)} has a mask, so it is sensitive`,
    () => 'remove sensitive: false',
  ),
  invalid_mask_key: error(
    (p: { key: string }) => `${quoted(p.key)} cannot be the name of a credential`,
    () => 'use a to z, 0 to 9 and hyphens, with a letter first, and at most 100 characters',
  ),
  nothing_published: error(
    () => 'no field is published, so each message would be empty',
    () => 'remove publish: false from a field',
  ),
};
