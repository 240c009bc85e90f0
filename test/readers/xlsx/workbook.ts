import { createZip } from '../../runtime/zip.ts';

/** A sheet: its rows as XML of cells, or as texts in inline strings. */
export interface WrittenSheet {
  readonly name: string;
  /** The content of `sheetData`, or rows of texts. */
  readonly rows: string | readonly (readonly string[])[];
  /** XML before `sheetData`. */
  readonly head?: string;
  readonly state?: string;
}

/** What a workbook contains besides its sheets. */
export interface WrittenBook {
  readonly sheets: readonly WrittenSheet[];
  /** XML in the root of the shared strings. */
  readonly strings?: string;
  /** The codes of number formats: the first is that of style 1. A number is a built-in format. */
  readonly formats?: readonly (string | number)[];
  readonly is1904?: boolean;
  /** Parts that replace those of the workbook, by their paths. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Whether the parts are not compressed. */
  readonly stored?: boolean;
  /** Whether sizes and offsets are in fields of Zip64. */
  readonly zip64?: boolean;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Writes a workbook with the parts that Excel needs (ECMA-376). */
export function createWorkbook({
  sheets,
  strings,
  formats = [],
  is1904 = false,
  parts = {},
  stored = false,
  zip64 = false,
}: WrittenBook): Buffer {
  const list = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  const targets = [
    ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
    ['styles', 'styles.xml'],
    ...(strings === undefined ? [] : [['sharedStrings', 'sharedStrings.xml']]),
  ];
  const written: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(targets),
    'xl/styles.xml': writeStyles(formats),
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>` }),
  };
  for (const [at, { rows, head = '' }] of sheets.entries())
    written[`xl/worksheets/sheet${at + 1}.xml`] =
      `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${MAIN}">${head}<sheetData>${typeof rows === 'string' ? rows : writeRows(rows)}</sheetData></worksheet>`;
  return createZip(
    Object.entries({ ...written, ...parts }).map(([name, content]) => ({
      name,
      content: Buffer.from(content),
      stored,
      zip64,
    })),
  );
}

function relationships(targets: readonly (readonly string[])[]): string {
  const all = targets.map(
    ([type = '', target = ''], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}">${all.join('')}</Relationships>`;
}

function writeStyles(formats: readonly (string | number)[]): string {
  const codes = formats.flatMap((format, at) =>
    typeof format === 'number' ? [] : [`<numFmt numFmtId="${170 + at}" formatCode="${escapeXml(format)}"/>`],
  );
  const styles = [0, ...formats].map(
    (format, at) => `<xf numFmtId="${typeof format === 'number' ? format : 169 + at}" applyNumberFormat="1"/>`,
  );
  return `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`;
}

function writeRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `<row>${cells.map(inlineCell).join('')}</row>`).join('');
}

/** Writes a cell with a text of its own. */
export function inlineCell(text: string): string {
  return text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
