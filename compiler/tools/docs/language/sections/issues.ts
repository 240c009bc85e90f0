/**
 * The section on issues in the language reference. It lists the codes that no rule of a spec reports. A broken rule
 * reports its `ruleType` as code.
 */
export const issuesSection = [
  '## Issues',
  '',
  'An issue says what is wrong with one record. A broken rule reports its `ruleType` as code. The other codes are:',
  '',
  '| code | severity | meaning |',
  '|---|---|---|',
  '| `TYPE_MISMATCH` | `onTypeMismatch` | the text is not of the field’s type |',
  '| `VALUE_NOT_COMPUTED` | `onTypeMismatch` | an expression cannot be computed; see [expressions](#expressions) |',
  '| `VALUE_TOO_LONG` | ERROR | a corrected text is too long; see [corrections](#corrections) |',
  '| `VALUE_TOO_COSTLY` | ERROR | a REGEX_REPLACE used up its steps for this value, or those of the record; see [regular expressions](#regular-expressions) |',
  '| `TOO_MANY_COLUMNS` | `onExtraColumns` | CSV: more cells than the header, or than the fields if columns are matched by position. FIXED_WIDTH: the line exceeds `recordLength` |',
  '| `TOO_FEW_COLUMNS` | `onMissingColumns` | CSV: fewer cells |',
  '| `RECORD_TOO_SHORT` | `onMissingColumns` | FIXED_WIDTH: the record ends before its last field begins |',
  '| `SEVERAL_MATCHES` | `onSeveralMatches` | XML: the path of a field without `separator` matches more than once in the record |',
  '| `MALFORMED_QUOTES` | FATAL | CSV: a quote is not closed, or text follows a closing quote |',
  '| `RECORD_TOO_LONG` | FATAL | the record has more than `maxRecordBytes` bytes; its length is that of its text in UTF-8 |',
  '| `INVALID_ENCODING` | FATAL | CSV, FIXED_WIDTH: the record has bytes that the encoding does not allow |',
  '| `MESSAGE_TOO_LARGE` | FATAL | the message is longer than the Kafka topic accepts |',
  '',
  'An issue has the members `severity`, `code`, `ruleId`, `field`, `column`, `message` and `value`. `ruleId` is null if',
  'no rule was broken. TYPE_MISMATCH, VALUE_TOO_LONG and VALUE_TOO_COSTLY concern all corrections of a field, so they',
  'have no ruleId. `value` is the judged text, cut at 200 code points. For a masked value the issue has `"masked": true`',
  'and `length` instead.',
  '',
  'MALFORMED_XML is not an issue of a record: it ends the run. See [XML](XML.md#malformed-documents).',
].join('\n');
