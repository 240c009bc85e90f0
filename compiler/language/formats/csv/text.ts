import type { FormatText, TypeSelection } from '../model/format-kind.ts';
import { columnNamesOf } from '../model/column-names.ts';
import { describeSkipped, describeStructure } from '../model/describe-lines.ts';
import { conditionsOf, describeCondition } from '../model/record-when.ts';
import { codeSpan } from '../model/markdown.ts';
import type { CsvSpec } from './keys.ts';

/** The texts of CSV in the documentation of a spec. */
export const csvText: FormatText<CsvSpec> = {
  file: describeCsv,
  placeTitle: 'Column',
  place({ fields, ...spec }, index) {
    const field = fields[index];
    return isNamed(spec)
      ? (field === undefined ? [] : columnNamesOf(field)).map(codeSpan).join(' or ')
      : String(fields.slice(0, index + 1).filter(({ from }) => from === undefined).length);
  },
  selection: describeCsvSelection,
  emptyValue: 'An empty cell',
  language: 'text',
};

function describeCsvSelection(when: TypeSelection): string {
  const verbs = { is: 'is', begins: 'begins', matches: 'matches' };
  return conditionsOf(when)
    .map(({ condition }) => `column ${codeSpan(condition.column ?? '')} ${describeCondition(condition, verbs)}`)
    .join(', and ');
}

const NAMES: Readonly<Record<string, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
  ' ': 'a blank',
  ':': 'a colon',
  '"': 'a double quote',
  "'": 'an apostrophe',
  '\\': 'a backslash',
  '#': 'a number sign',
};

function nameOf(character: string): string {
  if (character.length > 1 && character.trim() !== '') return codeSpan(character);
  const name = NAMES[character];
  return name === undefined ? codeSpan(character) : character.trim() === '' ? name : `${name} (${codeSpan(character)})`;
}

function describeCsv(spec: CsvSpec): string[] {
  const { delimiter = ',', encoding = 'UTF-8', comment, skipBlankLines = true, recordWhen } = spec;
  const { recordSeparator } = spec;
  return [
    `CSV: ${recordSeparator === undefined ? 'each record is a line, and its' : 'the'} cells are separated by ${delimiter === 'AUTO' ? 'a comma, a semicolon, a tab or `|`, the same in the whole file' : nameOf(delimiter)}. ${recordSeparator === undefined ? 'Lines end with LF, CRLF or CR.' : `Each record ends with ${nameOf(recordSeparator)}. Line ends after it belong to no record.`}`,
    `The encoding is ${codeSpan(encoding)}. A file that starts with a byte order mark of UTF-8 or UTF-16 is read in that encoding.`,
    ...describeHeader(spec),
    describeQuotes(spec),
    ...(recordWhen === undefined
      ? []
      : [`A line is a record if its ${describeCsvSelection(recordWhen)}. Other lines are skipped.`]),
    ...(comment === undefined ? [] : [`Lines that begin with ${nameOf(comment)} are comments and are skipped.`]),
    ...describeSkipped(spec),
    ...(skipBlankLines
      ? ['Blank lines are skipped.']
      : ['A blank line is a record. It is invalid if records have more than one cell.']),
    describeStructure('A record with too many cells', spec.onExtraColumns, 'its extra cells are dropped'),
    describeStructure('A record with too few cells', spec.onMissingColumns, 'its missing cells count as empty'),
  ];
}

function isNamed({ hasHeader = true, columnMatch }: Pick<CsvSpec, 'hasHeader' | 'columnMatch'>): boolean {
  return (columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME';
}

function describeHeader(spec: CsvSpec): string[] {
  const { hasHeader = true } = spec;
  if (isNamed(spec))
    return [
      `${spec.skipLines?.until === undefined ? 'The first line' : 'The header'} contains the column names ${spec.headerMatch === 'IGNORE_CASE' ? 'below, with any blanks and in upper or lower case' : 'exactly as below'}, in any order. Other columns are ignored.`,
    ];
  return [
    hasHeader
      ? 'The first line is a header and is ignored. Cells are in the order below.'
      : 'There is no header. Cells are in the order below.',
  ];
}

function describeQuotes(spec: CsvSpec): string {
  const row = spec.wholeRowQuoted === true && spec.quote !== '';
  return [
    describeCells(spec),
    ...(row ? ['A line may also be quoted as a whole, like one cell that contains the cells.'] : []),
  ].join(' ');
}

function describeCells({ quote = '"', delimiter = ',', escapeOutsideQuotes = false, ...spec }: CsvSpec): string {
  const escape = spec.escape ?? (escapeOutsideQuotes ? '\\' : quote);
  const delimiterName = delimiter === 'AUTO' ? 'the delimiter' : nameOf(delimiter);
  const lineEnd = spec.recordSeparator === undefined ? 'a line end' : nameOf(spec.recordSeparator);
  const others = quote === '' ? delimiterName : `${delimiterName} and ${codeSpan(quote)}`;
  if (escapeOutsideQuotes)
    return `In a cell without quotes, ${others} and ${nameOf(escape)} are preceded by ${nameOf(escape)} if they belong to the value.${quote === '' ? '' : ` A cell that contains ${lineEnd} must be enclosed in ${codeSpan(quote)}.`}`;
  if (quote === '') return `Cells are not quoted, so a cell cannot contain ${delimiterName} or ${lineEnd}.`;
  const inside = escape === quote ? 'is written twice' : `is preceded by ${nameOf(escape)}`;
  return `A cell that contains ${delimiterName} or ${lineEnd}, or begins with ${nameOf(quote)}, must be enclosed in ${codeSpan(quote)}. Inside of it, ${codeSpan(quote)} ${inside}.`;
}
