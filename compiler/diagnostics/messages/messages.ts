import { formatMessages } from './format.ts';
import type { Message } from './message.ts';
import { nameMessages } from './names.ts';
import { recordTypeMessages } from './record-types.ts';
import { ruleMessages } from './rules.ts';
import { shapeMessages } from './shape.ts';
import { syntaxMessages } from './syntax.ts';

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
  ...formatMessages,
};

/** The code of a diagnostic. */
export type DiagnosticCode = keyof typeof messages;

/** The parameters that the message of a diagnostic code takes. */
export type DiagnosticParams<C extends DiagnosticCode> = (typeof messages)[C] extends Message<infer P> ? P : never;
