import type { FieldType } from './type-kinds.ts';

/**
 * What a value of a type is called for people who do not know specs. Messages about other types keep their words. This list
 * imports nothing of the compiler, so pages load it quickly.
 */
const plainWords: Readonly<Partial<Record<FieldType, { readonly noun: string; readonly example?: NumberExample }>>> = {
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
  // The expression lists the types.
  const words = plainWords[type as FieldType];
  if (start === undefined || words === undefined) return message;
  const { noun, example } = words;
  const separators = SEPARATORS.exec(rest);
  if (example === undefined || separators === null) return `${start}${noun}${rest}`;
  const [, point = '.', group = ''] = separators;
  return `${start}${noun} like ${example(point, group)}`;
}
