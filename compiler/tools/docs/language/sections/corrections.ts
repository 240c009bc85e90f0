/** Notes below the table of corrections in the language reference, in Markdown. */
export const correctionNotes = [
  '* Every correction has a `ruleId`, which is unique in the spec, and a `field`.',
  '* The corrections of a field act in the order of the list. Each one receives the text that the one before returned.',
  '* Only DEFAULT_IF_NULL acts on null. It also replaces a blank text.',
  '* COERCE_DATE tries its source formats in the order of the list. A text that fits none of them is TYPE_MISMATCH, and',
  '  the message names the source formats. A blank text is null. If ISO dates are welcome, too, list `yyyy-MM-dd` as a',
  '  source format. `onOtherText: KEEP` leaves other texts unchanged.',
  '* Adjacent COERCE_DATE corrections of a field count as one with the source formats of all. It keeps other texts if',
  '  one of them does.',
  '* `targetFormat` must be the field’s `format`. It may only write parts that `sourceFormat` reads.',
  '* A corrected text of more than `maxRecordBytes` bytes (UTF-8) is VALUE_TOO_LONG (ERROR). So is the text with which',
  '  the corrected texts of one record exceed 16,777,216 UTF-16 units together. The value is then null. In a field',
  '  whose null is FATAL, REQUIRED follows, so that the record fails.',
  '* The `length` values of all PAD corrections of a spec add up to 16,777,216 at most (`padding_too_large`).',
  '* `correctedRecords` in a result counts the records in which a correction changed a text or filled a null. It also',
  '  counts a record whose text a later correction changed back.',
].join('\n');
