import { findFileFormat } from '../../../compiler/formats.ts';
import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import { firstOffset } from './places/record-places.ts';
import { rejectedRecords, type ReplayFile } from './places/rejected-records.ts';
import { isPartial, unpublishedPlaces } from './places/unpublished.ts';

/**
 * Yields the records of a workbook that were not published, as CSV (RFC 4180): the header with its columns, and each record
 * with a last cell that says what is wrong. Yields nothing if everything was published.
 */
export async function* tableRejects(file: ReplayFile): AsyncGenerator<Uint8Array> {
  let columns: number | null = null;
  for await (const { cells, note } of rejectedRows(file)) {
    if (cells.every((cell) => cell === '')) continue;
    if (columns === null) {
      const header = await headerOf(file);
      columns = header?.length ?? 0;
      if (header !== null) yield writeRow(header, NOTE, columns);
    }
    yield writeRow(cells, note, columns);
  }
}

/** A row that was not published, and what is wrong with it. */
interface RejectedRow {
  readonly cells: readonly string[];
  readonly note: string;
}

/** The name of the column that says what is wrong. */
const NOTE = 'note';

async function* rejectedRows(file: ReplayFile): AsyncGenerator<RejectedRow> {
  const { slices, rest, records } = file;
  if (isPartial(file)) {
    for await (const { from, to } of unpublishedPlaces(file))
      yield { cells: cellsOf(file, await slices.readSlice(from, to - from)), note: '' };
    return;
  }
  const isWhole = rest.kind === 'rejected' || (rest.kind === 'unread' && records === 0);
  if (!isWhole)
    for await (const { byteOffset, byteLength, issues } of rejectedRecords(file))
      yield { cells: cellsOf(file, await slices.readSlice(byteOffset, byteLength)), note: describe(issues) };
  if (rest.kind === 'end') return;
  const from = rest.kind === 'unread' && !isWhole ? rest.byteOffset : await firstOffset(file);
  for await (const line of readLines(slices.readRange(from, Infinity)))
    yield { cells: cellsOf(file, line), note: NOT_READ };
}

const NOT_READ = 'the run ended before this record was published';
const MAX_NOTED = 20;

function describe(issues: readonly Issue[]): string {
  const noted = issues
    .slice(0, MAX_NOTED)
    .map(({ cell, message }) => (cell === undefined ? message : `${cell}: ${message}`));
  return [...noted, ...(issues.length > MAX_NOTED ? [`and ${issues.length - MAX_NOTED} more`] : [])].join('; ');
}

/** Returns the last line with text before the first record, which is the header. Null: the file has none. */
async function headerOf(file: ReplayFile): Promise<string[] | null> {
  let header: Uint8Array | null = null;
  const to = await firstOffset(file);
  for await (const line of readLines(file.slices.readRange(0, to))) if (line.length > 1) header = Uint8Array.from(line);
  return header === null ? null : cellsOf(file, header);
}

function cellsOf({ module }: ReplayFile, line: Uint8Array): string[] {
  return findFileFormat(module.spec.format).cellsOf?.(new TextDecoder().decode(line)) ?? [];
}

/** Writes a row with its note in the column after the last one of the header. */
function writeRow(cells: readonly string[], note: string, columns: number): Uint8Array {
  const missing = Array.from({ length: Math.max(0, columns - cells.length) }, () => '');
  return new TextEncoder().encode(`${[...cells, ...missing, note].map(writeCell).join(',')}\r\n`);
}

function writeCell(text: string): string {
  return /[",\r\n]/u.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

const LINE_FEED = 0x0a;

async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    let at = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, at)) {
      yield bytes.subarray(at, end);
      at = end + 1;
    }
    rest = bytes.subarray(at);
  }
  if (rest.length > 0) yield rest;
}
