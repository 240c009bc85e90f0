import type { FieldType } from '../../../../pipeline/1-read/spec-shape.ts';

/** What a type accepts, what it becomes in the message, and its TypeScript type, each as a Markdown cell. */
export interface TypeText {
  readonly accepts: string;
  readonly message: string;
  readonly typescript: string;
}

/** The row of each type in the table of types. */
export const typeTexts: Readonly<Record<FieldType, TypeText>> = {
  STRING: { accepts: 'any text', message: 'a string', typescript: '`string`' },
  INTEGER: {
    accepts: '`[+-]?\\d+`, with `groupSeparator` as set',
    message: 'its digits exactly: no `+`, no leading zeros; `-0` retains its sign',
    typescript: '`number` if its rules of ERROR or FATAL bound it within ±2^53, else `bigint`',
  },
  DECIMAL: {
    accepts: '`[+-]?\\d*\\.?\\d+` with the separators as set, no exponent; with `scale`, digits only',
    message: 'its digits exactly: `1.10` stays `1.10`, `+007.5` is `7.5`, `.5` is `0.5`',
    typescript: '`string` of these digits',
  },
  DATE: {
    accepts: 'a text that fits `format` and names a day that exists',
    message: 'the text after corrections',
    typescript: '`string`',
  },
  BOOLEAN: {
    accepts: '`true` and `false` in any case of ASCII letters, or `trueValues` and `falseValues`',
    message: '`true`, `false`',
    typescript: '`boolean`',
  },
};

/** Notes below the table of types in the language reference, in Markdown. */
export const typeNotes = [
  '* Numbers remain digits. They are compared exactly and never pass through a double. Digits are ASCII digits.',
  '* `numbersAs: STRING` writes INTEGER and DECIMAL as JSON strings of their digits.',
  '* `groupSeparator`: either all groups are separated or none is. There are three digits between two separators.',
  '* `scale: 2` reads digits only; the last two are decimals: `0001234` is 12.34.',
  '* `trueValues` replaces `true`, and `falseValues` replaces `false`. The listed texts are compared exactly. The word',
  '  of a list that is left out is still accepted.',
  '* For every type except STRING, the blanks around a text do not belong to it. A text of blanks is null.',
  '* A DATE whose `format` is not ISO causes the warning `date_not_iso`, because consumers expect `yyyy-MM-dd`.',
  '* A field is typed without `null` if null is FATAL: by `required: true` with the default of `onMissingRequired`, or by a',
  '  REQUIRED rule of FATAL. For types other than STRING, `onTypeMismatch` must be FATAL as well. Such a field is null only',
  '  in a record that failed.',
].join('\n');
