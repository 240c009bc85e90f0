/** Notes below the table of types in the language reference, in Markdown. */
export const typeNotes = [
  '* Numbers remain digits. They are compared exactly and never pass through a double. Digits are ASCII digits.',
  '* `numbersAs: STRING` writes INTEGER and DECIMAL as JSON strings of their digits.',
  '* `groupSeparator`: either all groups are separated or none is. There are three digits between two separators.',
  '  `sign`, `exponent`, `affixes` and `grouping` describe other ways to write a number.',
  '* `scale: 2` reads digits without separators, with or without a sign. The last two are decimals: `0001234` is 12.34, and `-5`',
  '  is -0.05.',
  '* `trueValues` replaces `true`, and `falseValues` replaces `false`. The listed texts are compared exactly. The word',
  '  of a list that is left out is still accepted.',
  '* For every type except STRING, the blanks around a text do not belong to it. A text of blanks is null.',
  '* The `zone` of a TIMESTAMP is a zone of the tz database. Its offsets from 1970 to 2100 are part of the module, so the',
  '  same module returns the same instants everywhere. A local time that exists twice or not at all is TYPE_MISMATCH,',
  '  unless `onAmbiguousTime` or `onMissingTime` decides.',
  '* A DATE whose `format` is not ISO causes the warning `date_not_iso`, because consumers expect `yyyy-MM-dd`.',
  '* A field is typed without `null` if null is FATAL: by `required: true` with the default of `onMissingRequired`, or by a',
  '  REQUIRED rule of FATAL. For types other than STRING, `onTypeMismatch` must be FATAL as well. Such a field is null only',
  '  in a record that failed.',
].join('\n');
