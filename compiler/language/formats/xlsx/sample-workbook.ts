import { columnLetters } from '../../../kernel/xlsx/package/cell-name.ts';
import { BOOLEAN, DATE, ERROR, NUMBER } from '../../../kernel/xlsx/package/marks.ts';
import { splitRow, withLineEnds } from '../../../kernel/xlsx/rows/row-text.ts';
import { createStoredZip } from './sample-zip.ts';

/** The sheet with the records: its name, its number from 1, and the index of its first column, from 0. */
export interface SampleSheet {
  readonly name: string;
  readonly number: number;
  readonly firstColumn: number;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The index of the style of dates: that of the built-in format 14. */
const DATE_STYLE = 1;
/** The day before the one with the serial number 1, from which Excel counts after February 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const MS_PER_DAY = 86_400_000;

/** Returns the workbook (ECMA-376) of rows, which are lines; see marks.ts of the kernel. Sheets before that of the rows are empty. */
export function createSampleWorkbook(lines: Uint8Array, sheet: SampleSheet): Uint8Array {
  const names = Array.from({ length: sheet.number }, (_, at) =>
    at === sheet.number - 1 ? sheet.name : `Empty${at + 1}`,
  );
  const rows = new TextDecoder().decode(lines).split('\n');
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': contentTypes(names.length),
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
      .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...names.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((_, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${at === names.length - 1 ? writeRows(rows, sheet.firstColumn) : ''}</sheetData></worksheet>`,
      ]),
    ),
  };
  const encoder = new TextEncoder();
  return createStoredZip(
    Object.entries(parts).map(([name, text]) => ({ name, content: encoder.encode(DECLARATION + text) })),
  );
}

function contentTypes(sheets: number): string {
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${TYPES}.${type}+xml"/>`;
  const all = Array.from({ length: sheets }, (_, at) => part(`xl/worksheets/sheet${at + 1}.xml`, 'worksheet'));
  const rels = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`;
  return `<Types xmlns="${PACKAGE}/content-types">${rels}${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${all.join('')}</Types>`;
}

function relationships(targets: readonly (readonly string[])[]): string {
  const all = targets.map(
    ([type = '', target = ''], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

/** The row with the number n is the line with the number n. A line without text has no row. */
function writeRows(lines: readonly string[], firstColumn: number): string {
  return lines
    .map((line, at) => {
      const { cells, tail } = splitRow(line);
      if (tail === null) return '';
      const hidden = tail.startsWith('r') ? ' hidden="1"' : '';
      const all = cells.map((cell, column) => writeCell(cell, `${columnLetters(firstColumn + column)}${at + 1}`));
      return `<row r="${at + 1}"${hidden}>${all.join('')}</row>`;
    })
    .join('\n');
}

function writeCell(cell: string, name: string): string {
  if (cell === '') return '';
  const value = escapeXml(cell.slice(1));
  switch (cell.charCodeAt(0)) {
    case NUMBER:
      return `<c r="${name}"><v>${value}</v></c>`;
    case DATE:
      return `<c r="${name}" s="${DATE_STYLE}"><v>${(Date.parse(`${value}T00:00:00Z`) - DAY_ZERO) / MS_PER_DAY}</v></c>`;
    case BOOLEAN:
      return `<c r="${name}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`;
    case ERROR:
      return `<c r="${name}" t="e"><v>${value}</v></c>`;
    default:
      return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escapeText(withLineEnds(cell))}</t></is></c>`;
  }
}

/** A carriage return is escaped, because XML has none, and so is what looks like such an escape (ECMA-376, ST_Xstring). */
function escapeText(text: string): string {
  return escapeXml(text.replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')).replaceAll('\r', '_x000D_');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
