import type { FieldType } from './type-kinds.ts';

/**
 * What a value of each type is called for people who do not know specs. To add a type, list it here and in `type-kinds.ts`;
 * TypeScript reports a type that only one of the two lists has. This list imports nothing of the compiler, so pages load
 * it quickly.
 */
const plainWords: Readonly<Record<FieldType, { readonly noun: string; readonly example?: NumberExample }>> = {
  STRING: { noun: 'a text' },
  INTEGER: { noun: 'a whole number', example: (_, group) => `1${group}234` },
  DECIMAL: { noun: 'a number', example: (point, group) => `1${group}234${point}56` },
  DATE: { noun: 'a date' },
  BOOLEAN: { noun: 'yes or no' },
  TIME: { noun: 'a time of day' },
  TIMESTAMP: { noun: 'a date and time' },
};

/** Returns an example of a number with these separators. */
type NumberExample = (point: string, group: string) => string;

const DEMAND = new RegExp(`^(.+ must be )an? (${Object.keys(plainWords).join('|')})(?![A-Za-z])(.*)$`, 's');
/** The part of a demand after the type, if it names separators only. */
const SEPARATORS = /^(?: with)?(?: decimal separator "(.)")?(?:(?: and)? group separator "(.)")?$/su;

/**
 * Returns the message of an issue in plain words: `amount must be a number like 1.234,56`. Names of fields stay as they
 * are written in the spec, and a message that names no type stays as it is.
 */
export function toPlainWords(message: string): string {
  const [, start, type, rest = ''] = DEMAND.exec(message) ?? [];
  if (start === undefined || type === undefined) return message;
  // The expression lists the types.
  const { noun, example } = plainWords[type as FieldType];
  const separators = SEPARATORS.exec(rest);
  if (example === undefined || separators === null) return `${start}${noun}${rest}`;
  const [, point = '.', group = ''] = separators;
  return `${start}${noun} like ${example(point, group)}`;
}
