import { statSync } from 'node:fs';
import type { SpecText, ValueLocator } from '../../../compiler/index.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import type { FileKind } from '../../reading/source/file-kind.ts';
import { openSliceReader } from '../../reading/source/open-slice-reader.ts';
import { UsageError } from '../command-line/failures.ts';
import type { Terminal } from '../format/terminal.ts';
import { formatExplanations } from './format-explanation.ts';
import type { RecordPlaces } from './record-places.ts';

/** The input of explainResult(): a file that was validated, its spec, and the result. */
export interface ExplainedFile {
  file: string;
  /** Size limit of the content of a compressed file, in bytes. */
  maxBytes: number;
  source: SpecText;
  hasSensitiveFields: boolean;
  /** Whether some bytes of the file are no text, and whether it is a workbook. */
  kind: FileKind;
  result: ProcessingResult;
  places: RecordPlaces;
  terminal: Terminal;
}

/**
 * Throws UsageError if there are several files, or if the file cannot be read a second time (standard input, a pipe).
 */
export function checkIsExplainable(files: readonly string[]): void {
  const [file = '-', second] = files;
  if (second !== undefined)
    throw new UsageError('--explain takes one file', 'validate all files without it, then explain those with issues');
  const isReadOnce = file === '-' || statSync(file, { throwIfNoEntry: false })?.isFile() === false;
  if (isReadOnce)
    throw new UsageError(
      '--explain reads FILE a second time, which standard input and pipes do not allow',
      'store the input in a file, and name that file',
    );
}

/**
 * Returns the lines of text that explain the issues of a result. Reads the records with issues from the file again and
 * shows their lines. If the spec has a sensitive field, no line of the file is shown. The list is empty if no record
 * has issues. Throws the system's errors.
 */
export async function explainResult(explained: ExplainedFile): Promise<string[]> {
  const { result, hasSensitiveFields, kind, terminal } = explained;
  const withheld = hasSensitiveFields ? WITHHELD : kind.isBinary === true ? BINARY : null;
  if (result.errors.length === 0) return [];
  const lines =
    withheld !== null
      ? [withheld, '', ...result.errors.flatMap((error) => formatExplanations(error, null, terminal))]
      : await explainRecords(explained);
  return lines.slice(0, -1);
}

const WITHHELD = 'The text of the records is withheld, because the spec has a sensitive field.';

const BINARY = 'The text of the records is not shown, because some of its bytes are no text.';

/** Maximum number of bytes of one record that are read again. */
const MAX_READ_BYTES = 1_048_576;

async function explainRecords({
  file,
  maxBytes,
  kind,
  source,
  result,
  places,
  terminal,
}: ExplainedFile): Promise<string[]> {
  const locatorOf = await openLocators(source, places.state);
  const slices = await openSliceReader({ path: file }, { ...kind, maxBytes });
  try {
    const lines: string[] = [];
    for (const error of result.errors) {
      const length = Math.min(places.byteLengths.get(error.record) ?? 0, MAX_READ_BYTES);
      const bytes = await slices.readSlice(error.byteOffset, length);
      const locator = locatorOf(error.recordType);
      const record = locator === null ? null : { text: locator.decode(bytes, error.byteOffset === 0), locator };
      lines.push(...formatExplanations(error, record, terminal));
    }
    return lines;
  } finally {
    await slices.close();
  }
}

/**
 * Returns a function that returns the locator for the records of a type, which finds values in their text. It returns
 * null if the spec has errors.
 */
async function openLocators(
  source: SpecText,
  state: unknown,
): Promise<(recordType: string | undefined) => ValueLocator | null> {
  const { createRecordLayout, createTypeLocators, createValueLocator, hasRecordTypes, readAndCheck } = await import(
    '../../../compiler/index.ts'
  );
  const { spec } = readAndCheck(source);
  if (spec === null) return () => null;
  if (hasRecordTypes(spec)) return createTypeLocators(spec, state);
  const locator = createValueLocator(createRecordLayout(spec), state);
  return () => locator;
}
