import type { DialectGuess } from './dialect.ts';
import { nameKnownText } from './known-texts.ts';
import { logFieldsOf } from './log-fields.ts';
import type { CsvTable } from './table.ts';

/** The number of lines that are examined. */
const MAX_LINES = 200;

/** Returns clauses that describe forms of a file that no setting reads, so that a person must decide about them. */
export function findOddForms(text: string, guess: DialectGuess, table: CsvTable): string[] {
  const lines = text.split(/\r\n|\n|\r/, MAX_LINES).filter((line) => line.trim() !== '');
  const known = nameKnownText(text) ?? nameLog(text, guess);
  if (known !== null) return [known];
  return [
    ...(areBlocks(lines, guess)
      ? ['its lines are labels with values: several lines are one record, which no setting reads']
      : []),
    ...(isProse(lines, guess, table) ? ['its lines have no delimiter and no columns'] : []),
    ...(areLabelled(lines, guess) ? ['its lines are labels with values: the file is one record, or no table'] : []),
  ];
}

/** Names a log (W3C extended) whose lines do not have the columns that it declares. */
function nameLog(text: string, { width }: DialectGuess): string | null {
  const declared = logFieldsOf(text);
  return declared === null || declared.length === width
    ? null
    : 'it is a log (W3C extended), whose header is the line #Fields: separated by blanks';
}

/** The share of the lines of a table with the usual number of cells. In sentences, fewer have as many commas. */
const MIN_USUAL = 0.8;

/** Whether a file contains sentences rather than values: in one column, or with a few commas in some of them. */
function isProse(
  lines: readonly string[],
  { width, share, dialect }: DialectGuess,
  { names, records }: CsvTable,
): boolean {
  const isSentence = (text: string) => text.trim().split(/\s+/).length > 4;
  const isOften = (texts: readonly string[]) => texts.filter(isSentence).length > texts.length / 4;
  if (names.columns.length < 2) return isOften(records.map(([text]) => text ?? ''));
  return width === 2 && dialect.delimiter === ',' && share < MIN_USUAL && isOften(lines);
}

/** The share of the lines with a label, in blocks. */
const LABELLED = 0.9;

/** Whether lines have labels that repeat: `Name: Meyer`, `Street: …`, `Name: Smith`. */
function areBlocks(lines: readonly string[], { width }: DialectGuess): boolean {
  const labels = lines.flatMap((line) => labelOf(line) ?? []);
  const different = new Set(labels).size;
  return width < 2 && different > 1 && labels.length >= LABELLED * lines.length && 2 * different <= labels.length;
}

function labelOf(line: string): string | null {
  return /^(\p{L}[^:=\t;|]{0,40})[:=]\s*\S/u.exec(line)?.[1] ?? null;
}

/** Whether each line has a label of its own: `Name: Meyer`. */
function areLabelled(lines: readonly string[], { width }: DialectGuess): boolean {
  const labels = lines.map((line) => labelOf(line) ?? '');
  return width < 2 && lines.length > 1 && !labels.includes('') && new Set(labels).size === labels.length;
}
