import { cellsOfRow } from '../../../compiler/kernel/xlsx/rows/row-text.ts';
import type { Batch, Failure, FileIssue, Issue, Warning } from '../../../compiler/kernel/model/contract.ts';
import { RunFailure } from '../../../runtime/base/model/run-failure.ts';
import { openSource } from '../../../runtime/reading/source/open-source.ts';
import { loadModule } from '../../support/load-module.ts';

const LARGE = 1 << 30;

/** Returns the texts of all cells of a sheet, or the code and the message of its failure. */
export async function cellsOf(content: Uint8Array, sheet = '1', range?: string): Promise<string[][] | string> {
  const workbook = { sheet, ...(range !== undefined && { range }) };
  const source = await openSource('book.xlsx', { maxBytes: LARGE, content, workbook });
  const pieces: Buffer[] = [];
  try {
    for await (const piece of source.chunks(0)) pieces.push(Buffer.from(piece));
  } catch (error) {
    if (error instanceof RunFailure) return `${error.code}: ${error.message}`;
    throw error;
  }
  const lines = Buffer.concat(pieces).toString().split('\n');
  return lines.slice(0, -1).map((line) => (line.length < 2 ? [] : cellsOfRow(line)));
}

/** What a module reads of a workbook. */
export interface BookResult {
  readonly messages: unknown[];
  /** The issues, each as its cell, code and message. */
  readonly issues: Issue[];
  readonly fileIssues: FileIssue[];
  readonly warnings: Warning[];
  readonly failure: Failure | null;
}

/** Reads a workbook with a spec, from its beginning. */
export async function readBook(content: Uint8Array, spec: object): Promise<BookResult> {
  const module = await loadModule({
    text: JSON.stringify({ name: 'book', format: 'XLSX', ...spec }),
    path: 'book.json',
    syntax: 'json',
  });
  const { workbook } = module.spec;
  const source = await openSource('book.xlsx', { maxBytes: LARGE, content, workbook });
  const transformer = module.createTransformer();
  const batches: Batch[] = [];
  for await (const chunk of source.chunks(0)) for (const batch of transformer.push(chunk)) batches.push(batch);
  for (const batch of transformer.end()) batches.push(batch);
  return {
    messages: batches.flatMap(messagesOf),
    issues: batches.flatMap(({ recordIssues }) => recordIssues.flatMap(({ issues }) => issues)),
    fileIssues: batches.flatMap(({ fileIssues = [] }) => fileIssues),
    warnings: batches.flatMap(({ warnings }) => warnings),
    failure: batches.at(-1)?.failure ?? null,
  };
}

function messagesOf({ bytes, ends }: Batch): unknown[] {
  return Array.from(ends, (end, at) => JSON.parse(Buffer.from(bytes.subarray(ends[at - 1] ?? 0, end)).toString()));
}
