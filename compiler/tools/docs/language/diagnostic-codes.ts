import { messages } from '../../../diagnostics/messages/messages.ts';
import { code } from './key-rows.ts';

/**
 * Returns the section of the language reference that lists all diagnostic codes: first the errors, then the warnings.
 */
export function describeDiagnostics(): string {
  const codesOf = (severity: 'error' | 'warning') =>
    Object.entries(messages)
      .filter(([, message]) => message.severity === severity)
      .map(([name]) => code(name))
      .join(' · ');
  return [
    '## Diagnostics',
    '',
    'A diagnostic says what is wrong with a spec: code, severity, message, JSON pointer, line, column, and often a hint.',
    'Codes are an API. They are never renamed and never reused.',
    '',
    `**Errors:** ${codesOf('error')}`,
    '',
    `**Warnings:** ${codesOf('warning')}`,
    '',
    'The service adds `name_taken`: another spec of the service has the name.',
  ].join('\n');
}
