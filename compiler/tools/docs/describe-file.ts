import type { Format } from '../../language/formats/file-formats.ts';
import type { Spec, StructureSetting } from '../../pipeline/1-read/spec-shape.ts';
import { MAX_RECORD_BYTES } from '../../pipeline/3-plan/create-plan.ts';
import { codeList, codeSpan } from './markdown.ts';

/** Returns Markdown sentences for senders that describe how the files of a spec must be written. */
export function describeFile(spec: Spec): string[] {
  return [
    ...describers[spec.format](spec),
    ...describeNoRecords(spec),
    ...describeNull(spec),
    `A record has at most ${(spec.maxRecordBytes ?? MAX_RECORD_BYTES).toLocaleString('en-US')} bytes of UTF-8.`,
  ];
}

const describers: Readonly<Record<Format, (spec: Spec) => string[]>> = {
  CSV: describeCsv,
  FIXED_WIDTH: describeFixedWidth,
  XML: describeXml,
};

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
  const name = NAMES[character];
  return name === undefined ? codeSpan(character) : character.trim() === '' ? name : `${name} (${codeSpan(character)})`;
}

function describeCsv(spec: Spec): string[] {
  const { delimiter = ',', encoding = 'UTF-8', comment, skipBlankLines = true, recordWhen } = spec;
  return [
    `CSV: each record is a line, and its cells are separated by ${nameOf(delimiter)}. Lines end with LF, CRLF or CR.`,
    `The encoding is ${codeSpan(encoding)}. A file that starts with a byte order mark of UTF-8 or UTF-16 is read in that encoding.`,
    ...describeHeader(spec),
    describeQuotes(spec),
    ...(recordWhen?.column === undefined
      ? []
      : [
          `A line is a record if its column ${codeSpan(recordWhen.column)} is ${codeList(recordWhen.values)}. Other lines are skipped.`,
        ]),
    ...(comment === undefined ? [] : [`Lines that begin with ${nameOf(comment)} are comments and are skipped.`]),
    ...describeSkipped(spec),
    ...(skipBlankLines
      ? ['Blank lines are skipped.']
      : ['A blank line is a record. It is invalid if records have more than one cell.']),
    sentence('A record with too many cells', spec.onExtraColumns, 'its extra cells are dropped'),
    sentence('A record with too few cells', spec.onMissingColumns, 'its missing cells count as empty'),
  ];
}

function describeHeader({ hasHeader = true, columnMatch }: Spec): string[] {
  const isNamed = (columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME';
  if (isNamed)
    return ['The first line contains the column names exactly as below, in any order. Other columns are ignored.'];
  return [
    hasHeader
      ? 'The first line is a header and is ignored. Cells are in the order below.'
      : 'There is no header. Cells are in the order below.',
  ];
}

function describeQuotes({ quote = '"', escape = quote, delimiter = ',' }: Spec): string {
  if (quote === '') return `Cells are not quoted, so a cell cannot contain ${nameOf(delimiter)} or a line end.`;
  const inside = escape === quote ? 'is written twice' : `is preceded by ${nameOf(escape)}`;
  return `A cell that contains ${nameOf(delimiter)} or a line end, or begins with ${nameOf(quote)}, must be enclosed in ${codeSpan(quote)}. Inside of it, ${codeSpan(quote)} ${inside}.`;
}

function describeFixedWidth(spec: Spec): string[] {
  const { encoding = 'UTF-8', lineTerminator = 'AUTO', recordLength, recordWhen, hasHeader = false } = spec;
  const place =
    recordWhen?.start === undefined ? '' : `${recordWhen.start} to ${recordWhen.start + (recordWhen.length ?? 1) - 1}`;
  return [
    lineTerminator === 'NONE'
      ? `Fixed width: records of ${recordLength} characters follow each other without line ends.`
      : 'Fixed width: each record is a line, and each field has a fixed position in it. Lines end with LF, CRLF or CR.',
    `The encoding is ${codeSpan(encoding)}.`,
    ...(hasHeader ? ['The first line is a header and is ignored.'] : []),
    ...(recordWhen === undefined
      ? []
      : [`A line is a record if its characters ${place} are ${codeList(recordWhen.values)}. Other lines are skipped.`]),
    ...describeSkipped(spec),
    ...(recordLength === undefined || lineTerminator === 'NONE'
      ? []
      : [
          sentence(
            `A record with more than ${recordLength} characters`,
            spec.onExtraColumns,
            'its extra characters are dropped',
          ),
        ]),
    sentence('A record that ends before its last field', spec.onMissingColumns, 'its missing fields count as empty'),
  ];
}

function describeXml({ recordPath = '', namespaces = {}, encoding }: Spec): string[] {
  const prefixes = Object.entries(namespaces).map(
    ([prefix, uri]) => `The prefix ${codeSpan(prefix)} means the namespace ${codeSpan(uri)}.`,
  );
  return [
    `XML 1.0: each element ${codeSpan(recordPath)} is a record. A document type declaration is not allowed.`,
    encoding === undefined
      ? 'The encoding is the one that the document declares, or UTF-8.'
      : `The encoding is the one that the document declares, or ${codeSpan(encoding)}.`,
    ...(prefixes.length === 0 ? ['Elements are matched by local name, in any namespace.'] : prefixes),
    'Paths below are relative to the record. A path that begins with `/` returns the last value at that path before the record, within the elements that enclose the record.',
  ];
}

/**
 * Returns the sentence on files without a record if such a file is rejected, else an empty list. Every line of a CSV or
 * FIXED_WIDTH file without recordWhen is a record, so only XML and recordWhen need the sentence.
 */
function describeNoRecords({ format, recordWhen, onNoRecords = 'FATAL' }: Spec): string[] {
  const isRejected = onNoRecords === 'FATAL' && (format === 'XML' || recordWhen !== undefined);
  return isRejected ? ['A file without any record is rejected.'] : [];
}

function describeSkipped({ skipLines }: Spec): string[] {
  const lines = (count: number) => (count === 1 ? 'line is' : `${count} lines are`);
  return [
    ...((skipLines?.top ?? 0) > 0 ? [`The first ${lines(skipLines?.top ?? 0)} skipped.`] : []),
    ...((skipLines?.bottom ?? 0) > 0 ? [`The last ${lines(skipLines?.bottom ?? 0)} skipped.`] : []),
  ];
}

function describeNull({ nullValues = [], format }: Spec): string[] {
  const texts = nullValues.filter((text) => text !== '');
  const empty = format === 'XML' ? 'An element or attribute that is missing or empty' : 'An empty cell';
  return [
    `${empty} means that there is no value${texts.length === 0 ? '' : `. The same applies to ${codeList(texts)}`}.`,
  ];
}

function sentence(what: string, setting: StructureSetting = 'FATAL', otherwise: string): string {
  return setting === 'IGNORE'
    ? `${what} is accepted: ${otherwise}.`
    : `${what} is reported as ${setting}${setting === 'FATAL' ? '' : `, and ${otherwise}`}.`;
}
