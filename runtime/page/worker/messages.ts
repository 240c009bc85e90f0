import type { FileLayout } from '../../../compiler/browser.ts';
import type { Warning } from '../../../compiler/kernel/model/contract.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import type { DownloadKind } from '../file/downloads.ts';
import type { EditAnswer, EditRequest } from '../file/edit-cell.ts';
import type { EditList } from '../file/edit-list.ts';
import type { TypedIssueCount } from '../file/issue-filter.ts';
import type { IssueExample } from '../file/issue-store.ts';
import type { PreviewEvent } from '../file/preview.ts';
import type { PageRequest, RecordPage } from '../file/record-page.ts';

/** The file to check in the worker. `moduleText` is the ES module of the spec; null: it is imported from `moduleUrl`. */
export interface CheckRequest {
  file: Blob;
  fileName: string;
  moduleUrl: string;
  moduleText: string | null;
  /** The version that the module must have. */
  version: string;
  layout: FileLayout;
  /** The warnings that each run of the spec has. */
  specWarnings: readonly Warning[];
  /** The CSV files of the reference tables of the spec, as far as the page has them. */
  tables: Readonly<Record<string, Blob>>;
  skipInvalidRecords: boolean;
}

/** A message to the worker. Each has one answer with the same `id`. */
export type WorkerRequest =
  | { id: number; kind: 'check'; check: CheckRequest }
  | { id: number; kind: 'page'; page: PageRequest }
  /** Tries a new value for a cell, or stores it. */
  | { id: number; kind: 'edit'; edit: EditRequest }
  /** Lists the edits. `clears`: after all of them are undone. */
  | { id: number; kind: 'edits'; showsSensitive: boolean; clears: boolean }
  /** Returns the first events of the file with its edits. */
  | { id: number; kind: 'preview'; showsSensitive: boolean }
  /** Checks the file with the edits, if it is small enough for that. */
  | { id: number; kind: 'recheck' }
  /** Returns the file with the edits. */
  | { id: number; kind: 'repaired' }
  /** Writes a download to a file on disk; null: the answer is a Blob. */
  | { id: number; kind: 'download'; download: DownloadKind; to: FileSystemFileHandle | null };

/** What a check has found. The records with issues are asked for page by page, so `errors` is empty. */
export interface CheckAnswer {
  result: ProcessingResult;
  /** The numbers of the issues of each kind and record type. */
  counts: TypedIssueCount[];
  /** An example of each kind of issue, as far as issues of the kind are in memory. */
  examples: IssueExample[];
}

/** What the worker returns for each kind of request. */
export interface WorkerAnswers {
  check: CheckAnswer;
  page: RecordPage;
  edit: EditAnswer;
  edits: EditList;
  /** Null: the file is too large to be read after each edit. */
  recheck: CheckAnswer | null;
  preview: PreviewEvent[];
  repaired: Blob;
  download: Blob | null;
}

/** How far the check is. Sent at most four times a second. */
export interface ProgressMessage {
  kind: 'progress';
  bytes: number;
  result: ProcessingResult;
}

/** A message from the worker. */
export type WorkerMessage =
  | ProgressMessage
  | { kind: 'answer'; id: number; value: WorkerAnswers[keyof WorkerAnswers] }
  | { kind: 'refused'; id: number; message: string };
