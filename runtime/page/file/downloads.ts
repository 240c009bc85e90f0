import { replayOptionsOf } from '../../base/model/run-info.ts';
import { readRejects } from '../../runs/replay/read-rejects.ts';
import { readBlob } from './blob-slices.ts';
import type { FileCheck } from './file-check.ts';
import { errorOf, type StoredRecord } from './issue-store.ts';

/** What can be downloaded after a check. */
export type DownloadKind = 'rejects' | 'report' | 'issues' | 'events';

/** Returns the bytes of a download, piece by piece. The file is read again for rejects and events. */
export function createDownload(check: FileCheck, kind: DownloadKind): AsyncIterable<Uint8Array> {
  switch (kind) {
    case 'rejects':
      return readRejectedRecords(check);
    case 'report':
      return encode([`${JSON.stringify(check.result, null, 2)}\n`]);
    case 'issues':
      return encode(writeIssuesAsCsv(check.issues.select({})));
    case 'events':
      return readEvents(check);
    default:
      return kind satisfies never;
  }
}

/**
 * Returns a file with the records that have an ERROR or FATAL issue. It is the file of GET /runs/{id}/rejects for a run
 * that skips invalid records.
 */
function readRejectedRecords({ module, info, slices, checkpoint }: FileCheck): AsyncIterable<Uint8Array> {
  const { counters, failure, position } = checkpoint;
  return readRejects({
    module,
    options: { ...replayOptionsOf(info), skipInvalidRecords: true },
    slices,
    records: counters.totalRecords,
    rest: failure === null ? { kind: 'end' } : { kind: 'unread', byteOffset: position?.byteOffset ?? 0 },
  });
}

/** Returns the messages of the processed records as NDJSON. */
async function* readEvents({ file, module, info }: FileCheck): AsyncGenerator<Uint8Array> {
  const { today, skipInvalidRecords, maxRecordBytes, maxColumns } = info.options;
  const transformer = module.createTransformer({
    today,
    skipInvalidRecords,
    maxRecordBytes,
    ...(maxColumns !== undefined && { maxColumns }),
    batchRecords: 50_000,
    lineFeeds: true,
    fileName: info.fileName,
    keys: false,
  });
  for await (const chunk of readBlob(file))
    for (const { bytes, failure } of transformer.push(chunk)) {
      if (bytes.length > 0) yield bytes;
      if (failure !== null) return;
    }
  for (const { bytes } of transformer.end()) if (bytes.length > 0) yield bytes;
}

async function* encode(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

const HEADER = [
  'line',
  'record',
  'outcome',
  'severity',
  'code',
  'rule',
  'field',
  'column',
  'value',
  'message',
  'original',
];
const RECORDS_PER_PIECE = 1000;

/** Yields the issues of records as CSV (RFC 4180): a line per issue, in pieces of many lines. */
function* writeIssuesAsCsv(records: readonly StoredRecord[]): Generator<string> {
  yield formatLine(HEADER);
  for (let at = 0; at < records.length; at += RECORDS_PER_PIECE)
    yield records
      .slice(at, at + RECORDS_PER_PIECE)
      .map(formatRecord)
      .join('');
}

function formatRecord(stored: StoredRecord): string {
  const { line, record, outcome, messages } = errorOf(stored);
  return messages
    .map(({ severity, code, ruleId, field, column, value, masked, length, message, original, originalLength }) =>
      formatLine([
        String(line),
        String(record),
        outcome,
        severity,
        code,
        ruleId ?? '',
        field ?? '',
        column ?? '',
        masked === true ? `masked, ${length ?? 0} characters` : (value ?? ''),
        message,
        originalLength === undefined ? (original ?? '') : `masked, ${originalLength} characters`,
      ]),
    )
    .join('');
}

function formatLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

/**
 * Quotes a cell. A spreadsheet would execute a text that starts like a formula, so it gets an apostrophe. Numbers stay as
 * they are.
 */
function quote(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+$/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
