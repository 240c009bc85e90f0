import { RunFailure } from '../../../base/model/run-failure.ts';

const MAX_NAMES = 5;
const MAX_NAME_CHARACTERS = 100;

/** Office Open XML (ECMA-376, part 2): a package has this member. */
const CONTENT_TYPES = '[Content_Types].xml';

/** Returns the failure of an archive with several files, none of them chosen. A workbook is one, too. */
export function severalFiles(kind: 'zip' | 'tar', names: readonly string[]): RunFailure {
  if (names.includes(CONTENT_TYPES) && names.some((name) => name.startsWith('xl/') || name.startsWith('_rels/')))
    return new RunFailure('unsupported_file', describeWorkbook(names));
  return new RunFailure(
    'decompression_failed',
    `the ${kind} archive contains more than one file (${listNames(names)}): name those to read with members, such as --members "*.csv"`,
  );
}

function describeWorkbook(names: readonly string[]): string {
  if (names.includes('xl/workbook.bin'))
    return 'the file is xlsb, a binary workbook, which no spec reads: save it as .xlsx for a spec with format: XLSX, or export it as CSV';
  return 'the file is xlsx, a workbook, which this spec does not read: a spec with format: XLSX reads it; for this one, export it as CSV first';
}

/** Returns the first names of a list in quotes, for a message. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS)));
  return `${shown.join(', ')}${names.length > MAX_NAMES ? ', …' : ''}`;
}
