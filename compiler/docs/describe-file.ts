import type { Format, Spec, StructureSetting } from '../1-read/spec-shape.ts';
import { MAX_RECORD_BYTES } from '../3-plan/make-plan.ts';
import { codeList, codeSpan } from './markdown.ts';

/** How the files of a spec are written, in sentences for the people who write them. */
export function describeFile(spec: Spec): string[] {
  return [
    ...describers[spec.format](spec),
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
  '|': 'a bar',
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
    `CSV: a record is a line, and ${nameOf(delimiter)} stands between its cells. Lines end with LF, CRLF or CR.`,
    `The encoding is ${codeSpan(encoding)}; a byte order mark is dropped.`,
    ...describeHeader(spec),
    describeQuotes(spec),
    ...(recordWhen?.column === undefined
      ? []
      : [
          `A line is a record where ${codeList(recordWhen.values)} stands in the column ${codeSpan(recordWhen.column)}; others are passed over.`,
        ]),
    ...(comment === undefined ? [] : [`A line that begins with ${nameOf(comment)} is passed over.`]),
    ...describeSkipped(spec),
    ...(skipBlankLines
      ? ['Blank lines are passed over.']
      : ['A blank line is a record, and a wrong one where more than one cell is due.']),
    sentence('A record with more cells than that', spec.onExtraColumns, 'what is too much is dropped'),
    sentence('A record with fewer cells', spec.onMissingColumns, 'what is missing is empty'),
  ];
}

function describeHeader({ hasHeader = true, columnMatch }: Spec): string[] {
  const isNamed = (columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME';
  if (isNamed)
    return [
      'The first line names the columns, exactly as below; their order is free, and other columns are passed over.',
    ];
  return [
    hasHeader
      ? 'The first line is a header, which is not read; cells stand in the order below.'
      : 'There is no header; cells stand in the order below.',
  ];
}

function describeQuotes({ quote = '"', escape = quote, delimiter = ',' }: Spec): string {
  if (quote === '') return `Nothing is quoted: a cell cannot hold ${nameOf(delimiter)} or a line end.`;
  const inside = escape === quote ? 'inside it is written twice' : `inside has ${nameOf(escape)} before it`;
  return `A cell that holds ${nameOf(delimiter)} or a line end, or begins with ${nameOf(quote)}, stands in ${codeSpan(quote)}; one ${inside}.`;
}

function describeFixedWidth(spec: Spec): string[] {
  const { encoding = 'UTF-8', lineTerminator = 'AUTO', recordLength, recordWhen, hasHeader = false } = spec;
  const place =
    recordWhen?.start === undefined ? '' : `${recordWhen.start} to ${recordWhen.start + (recordWhen.length ?? 1) - 1}`;
  return [
    lineTerminator === 'NONE'
      ? `Fixed width: records of ${recordLength} characters follow each other with no line ends.`
      : 'Fixed width: a record is a line, and each field has its place in it. Lines end with LF, CRLF or CR.',
    `The encoding is ${codeSpan(encoding)}.`,
    ...(hasHeader ? ['The first line is a header, which is not read.'] : []),
    ...(recordWhen === undefined
      ? []
      : [
          `A line is a record where ${codeList(recordWhen.values)} stands in the characters ${place}; others are passed over.`,
        ]),
    ...describeSkipped(spec),
    ...(recordLength === undefined || lineTerminator === 'NONE'
      ? []
      : [
          sentence(
            `A record of more than ${recordLength} characters`,
            spec.onExtraColumns,
            'what is too much is dropped',
          ),
        ]),
    sentence('A record that ends before its last field', spec.onMissingColumns, 'what is missing is empty'),
  ];
}

function describeXml({ recordPath = '', namespaces = {}, encoding }: Spec): string[] {
  const prefixes = Object.entries(namespaces).map(
    ([prefix, uri]) => `${codeSpan(prefix)} stands for the namespace ${codeSpan(uri)}.`,
  );
  return [
    `XML 1.0: each element ${codeSpan(recordPath)} is a record. No document type declaration is taken.`,
    encoding === undefined
      ? 'The encoding is what the document says, else UTF-8.'
      : `The encoding is what the document says, else ${codeSpan(encoding)}.`,
    ...(prefixes.length === 0 ? ['Elements are known by their local names, whatever their namespace.'] : prefixes),
    'Paths below are those from a record on; one that begins with `/` is the value seen there last before the record.',
  ];
}

function describeSkipped({ skipLines }: Spec): string[] {
  const lines = (count: number) => (count === 1 ? 'The one line' : `The ${count} lines`);
  return [
    ...((skipLines?.top ?? 0) > 0
      ? [`${lines(skipLines?.top ?? 0)} at the beginning ${skipLines?.top === 1 ? 'is' : 'are'} passed over.`]
      : []),
    ...((skipLines?.bottom ?? 0) > 0
      ? [`${lines(skipLines?.bottom ?? 0)} at the end ${skipLines?.bottom === 1 ? 'is' : 'are'} passed over.`]
      : []),
  ];
}

function describeNull({ nullValues = [], format }: Spec): string[] {
  const texts = nullValues.filter((text) => text !== '');
  const empty = format === 'XML' ? 'An element or attribute that is missing or empty' : 'An empty cell';
  return [
    `${empty} means that there is no value${texts.length === 0 ? '' : `; so ${texts.length === 1 ? 'does' : 'do'} ${codeList(texts)}`}.`,
  ];
}

function sentence(what: string, setting: StructureSetting = 'FATAL', otherwise: string): string {
  return setting === 'IGNORE'
    ? `${what} is taken: ${otherwise}.`
    : `${what} is told as ${setting}${setting === 'FATAL' ? '' : `: ${otherwise}`}.`;
}
