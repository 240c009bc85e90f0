import { expressionMessages } from './expressions.ts';
import { formatMessages } from './format.ts';
import { type Message, error, warning } from './message.ts';
import { recordTypeMessages } from './record-types.ts';
import { ruleMessages } from './rules.ts';
import { shapeMessages } from './shape.ts';
import { syntaxMessages } from './syntax.ts';
import { didYouMean, quoted } from './text.ts';
import { titleMessages } from './titles.ts';

/** The diagnostics of names and references. */
const nameMessages = {
  duplicate_field: error(
    (p: { name: string }) => `the field ${quoted(p.name)} is already defined`,
    () => 'rename one of the two, or remove it',
  ),
  path_in_records: warning(
    (p: { path: string; relative: string }) =>
      `the path ${quoted(p.path)} leads into the records, so each record gets the value of an earlier record`,
    (p) => `write ${quoted(p.relative)} for the value of the record itself`,
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
};

/**
 * Every diagnostic of the spec language: code, severity, message and hint. Codes are an API: they are never renamed or
 * reused.
 */
export const messages = {
  ...syntaxMessages,
  ...shapeMessages,
  ...nameMessages,
  ...recordTypeMessages,
  ...ruleMessages,
  ...expressionMessages,
  ...titleMessages,
  ...formatMessages,
};

/** The code of a diagnostic. */
export type DiagnosticCode = keyof typeof messages;

/** The parameters that the message of a diagnostic code takes. */
export type DiagnosticParams<C extends DiagnosticCode> = (typeof messages)[C] extends Message<infer P> ? P : never;
