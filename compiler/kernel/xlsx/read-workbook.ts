import { type CellRange, readRange, WHOLE_SHEET } from './package/cell-name.ts';
import { malformed, WorkbookFailure } from './package/malformed-workbook.ts';
import {
  type PartBytes,
  readRelationships,
  readStyles,
  readWorkbookPart,
  type Relationship,
  toUtf8,
  type WorkbookPart,
} from './package/parts.ts';
import { readSharedStrings } from './package/shared-strings.ts';
import type { OpenSpill } from './package/string-table.ts';
import { TEXT_START } from './package/marks.ts';
import { SheetRows } from './rows/sheet-rows.ts';

/** Where the records of a workbook are. It is plain data, which a module contains. */
export interface WorkbookPlace {
  /** The name of the sheet, or its number from 1 if no sheet has this name. */
  readonly sheet: string;
  /** Such as `A5:H`. Absent: the whole sheet. */
  readonly range?: string;
}

/** The files in a workbook, which is a zip archive. */
export interface WorkbookFiles {
  readonly names: readonly string[];
  /** Returns the content of a file. It throws if the file is damaged, or larger than a limit. */
  read(name: string): PartBytes;
}

const ROOT = '_rels/.rels';

/**
 * Yields the rows of a sheet as lines of text; see marks.ts. The sheet is read while it is unpacked, so memory does not
 * depend on its size. Throws WorkbookFailure, and the errors of `files`.
 */
export async function* readWorkbook(
  files: WorkbookFiles,
  { sheet, range }: WorkbookPlace,
  openSpill: OpenSpill,
): AsyncGenerator<Uint8Array> {
  const workbook = await openWorkbook(files);
  const { part, listed } = chooseSheet(workbook, sheet);
  const styles = await readOptional(workbook, 'styles', (bytes, path) => readStyles(bytes, path));
  const strings = await readOptional(workbook, 'sharedStrings', (bytes, path) =>
    readSharedStrings(bytes, path, openSpill),
  );
  const rows = new SheetRows({
    part,
    sheet: listed.name,
    isHidden: listed.isHidden,
    range: range === undefined ? WHOLE_SHEET : rangeOf(range),
    strings,
    styles: styles ?? [],
    is1904: workbook.is1904,
  });
  yield Uint8Array.of(TEXT_START);
  for await (const chunk of toUtf8(files.read(part), part)) {
    // The part is read to its end, because only there its checksum is known.
    if (rows.isOver) continue;
    rows.read(chunk);
    const lines = rows.take(false);
    if (lines !== null) yield lines;
  }
  rows.end();
  const rest = rows.take(true);
  if (rest !== null) yield rest;
}

function rangeOf(range: string): CellRange {
  const read = readRange(range);
  if (read === null) throw new Error(`a range that is none passed the checks: ${range}`);
  return read;
}

/** A workbook whose list of sheets has been read. */
interface OpenedWorkbook extends WorkbookPart {
  readonly files: WorkbookFiles;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** Reads the list of sheets of a workbook. Throws WorkbookFailure if the archive is none that can be read. */
async function openWorkbook(files: WorkbookFiles): Promise<OpenedWorkbook> {
  const main = await findMain(files);
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const name = main.slice(folder.length);
  const path = `${folder}_rels/${name}.rels`;
  const relationships = hasFile(files, path)
    ? await readRelationships(files.read(path), path, folder)
    : new Map<string, Relationship>();
  return { ...(await readWorkbookPart(files.read(main), main)), files, relationships };
}

async function findMain(files: WorkbookFiles): Promise<string> {
  const { names } = files;
  if (names.includes('mimetype') && names.includes('content.xml'))
    throw unsupported('ods, a spreadsheet of OpenDocument');
  if (!hasFile(files, ROOT)) throw unsupported('a zip archive that is no workbook');
  const root = await readRelationships(files.read(ROOT), ROOT, '');
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? '';
  if (main.endsWith('.bin')) throw unsupported('xlsb, a binary workbook');
  if (/^(?:word|ppt)\//u.test(main)) throw unsupported('a document of Office that is no workbook');
  if (!hasFile(files, main)) throw malformed(ROOT, 'it names no main part');
  return main;
}

function unsupported(what: string): WorkbookFailure {
  return new WorkbookFailure(
    'unsupported_file',
    `the file is ${what}, which is not read: save it as an Excel workbook (.xlsx), or export it as CSV`,
  );
}

function hasFile({ names }: WorkbookFiles, name: string): boolean {
  return names.includes(name);
}

const MAX_LISTED = 10;

function chooseSheet(
  { sheets, relationships, files }: OpenedWorkbook,
  wanted: string,
): { listed: WorkbookPart['sheets'][number]; part: string } {
  const named = sheets.find(({ name }) => name === wanted);
  const listed = named ?? (/^[1-9]\d{0,5}$/u.test(wanted) ? sheets[Number(wanted) - 1] : undefined);
  if (listed === undefined) {
    const names = sheets.slice(0, MAX_LISTED).map(({ name }) => JSON.stringify(name));
    const more = sheets.length > MAX_LISTED ? ', …' : '';
    throw new WorkbookFailure(
      'sheet_not_found',
      `the workbook has no sheet ${JSON.stringify(wanted)}. Its sheets: ${names.join(', ')}${more}`,
    );
  }
  const { type, target = '' } = relationships.get(listed.relationship) ?? {};
  if (type !== 'worksheet')
    throw new WorkbookFailure(
      'sheet_not_found',
      `the sheet ${JSON.stringify(listed.name)} is no table but a chart or a macro`,
    );
  if (!hasFile(files, target)) throw malformed(target, 'the part of the sheet is missing');
  return { listed, part: target };
}

/** Reads a part that a workbook may lack. Returns null then. */
async function readOptional<T>(
  { relationships, files }: OpenedWorkbook,
  type: string,
  read: (bytes: PartBytes, path: string) => Promise<T>,
): Promise<T | null> {
  const path = [...relationships.values()].find((one) => one.type === type)?.target;
  return path === undefined || !hasFile(files, path) ? null : read(files.read(path), path);
}
