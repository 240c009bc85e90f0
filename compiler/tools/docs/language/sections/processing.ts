import { formatKinds } from '../../../../language/formats/format-kinds.ts';
import { runWarnings } from '../../../../language/formats/model/run-warnings.ts';
import { table } from '../../../../language/formats/model/markdown.ts';

/**
 * The section of the language reference on the warnings of a run. The codes are those of the key `runWarnings`, each with
 * its meaning.
 */
export const runWarningsSection = [
  '## Warnings of a run',
  '',
  'A warning is about the file as a whole: no record gets an issue. The key `runWarnings` sets the severity of each',
  'warning. With FATAL, the run is FAILED, and `failure.code` is the code of the warning. With IGNORE, no report contains',
  'it. `ENCODING_SUSPECT` is FATAL unless the spec says otherwise, and all others are WARNING.',
  '',
  table(
    ['code', 'meaning', 'known'],
    Object.entries(runWarnings).map(([warning, { meaning, isLate }]) => [
      `\`${warning}\``,
      meaning,
      isLate ? 'after the records' : ['before the first record', ...lateFormatsOf(warning)].join('; in '),
    ]),
  ),
  '',
  'A FATAL warning that is known only after the records makes the run read the file twice: nothing is published before',
  'the whole file is read. `specmill check --cost` reports this. A warning that counts records has `count` beside',
  '`message`.',
].join('\n');

/** Returns what the table says of the formats in which records cause a warning that is known earlier in others. */
function lateFormatsOf(warning: string): string[] {
  const formats = Object.values(formatKinds).filter(({ lateWarnings }) =>
    lateWarnings?.some((code) => code === warning),
  );
  return formats.map(({ format }) => `${format} after the records`);
}

/** The section of the language reference on the steps in which a file and its records are processed. */
export const processingSection = [
  '## How a record is processed',
  '',
  'The header is read once. Then each record goes through six steps, in this order.',
  '',
  '**0. Header** (CSV with columns by name). Header cells are compared exactly, without the blanks around them.',
  '',
  '| code | meaning | effect |',
  '|---|---|---|',
  '| `MISSING_HEADER` | the file has no header line, or the line cannot be read | the run ends as FAILED |',
  '| `MISSING_COLUMN` | a field or `recordWhen` needs a column that the header does not have | FAILED if the field is required, if `onMissingColumns` is FATAL (default) or ERROR, or if `recordWhen` needs it. Otherwise a warning of the run, and the field is null |',
  '| `UNKNOWN_COLUMN` | no field reads this column, or in XML this path | a [warning of the run](#warnings-of-a-run) |',
  '| `DUPLICATE_COLUMN` | a column that a field needs occurs more than once | FAILED |',
  '| `no_record_found` | the file has other lines or elements, but no record (`onNoRecords`) | FAILED, or a warning of the run |',
  '',
  '**1. Split.** The file is split into records, and the records into cells, as the page of the format describes. A',
  'structure issue of severity FATAL ends the record here, and its value is null. With a lower severity (see',
  '`onExtraColumns`, `onMissingColumns`) missing cells are null, extra cells are dropped, and the steps continue.',
  '',
  '**2. Null.** An empty cell, and a text of `nullValues`, is null. This check is repeated after the corrections. A',
  'blank text is not empty until TRIM makes it so.',
  '',
  '**3. Correct.** The [corrections](#corrections) of the field are applied to its text.',
  '',
  '**4. Type.** The text is parsed as the [type](#types) of the field. A text that does not parse is TYPE_MISMATCH, with',
  'the severity of `onTypeMismatch` (default FATAL). Its value is null, and no rule of the field is checked. The issue',
  'shows the corrected text, and its message names the form that the sender should send. With FATAL, a record with such',
  'a text is never published.',
  '',
  '**5. Validate.** The [rules](#rules) of the field are checked. All issues of a record are reported, not only the',
  'first.',
  '',
  'Null in a field with `required: true` has the severity of `onMissingRequired` (default FATAL). With both defaults,',
  'every published message is valid against the JSON Schema that `specmill docs SPEC --schema` prints. With ERROR for',
  'either, a record with null may be published, and the schema, the generated types and the docs allow null.',
  '',
  '**6. Outcome**, exactly one:',
  '',
  '| outcome | when | published |',
  '|---|---|---|',
  '| `failed` | the record has a FATAL issue | no |',
  '| `skipped` | it has an ERROR, and the run skips invalid records | no |',
  '| `processed` | otherwise | yes |',
  '',
  'Therefore `totalRecords = processedRecords + failedRecords + skippedRecords`, always. Lines that are not records',
  '(skipped, blank, comment, or not selected by `recordWhen`) count as `otherLines`.',
  '',
  'The message of a record is one flat JSON object with the fields in the order of the spec. Its key consists of the',
  '`messageKey` fields: one field: its text; several: a JSON array of their texts. If any of them is null, the',
  'message has no key.',
].join('\n');
