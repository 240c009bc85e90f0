import type {
  DocumentCounts,
  FileIssue,
  Failure,
  TypeCounts,
  Warning,
} from '../../../compiler/kernel/model/contract.ts';
import type { TableVersion } from './bound-tables.ts';
import type { IssueCount } from './issue-counts.ts';
import type { Checkpoint, Counters } from './checkpoint.ts';
import type { Ordering } from './ordering.ts';
import { orderingOf, type RunInfo } from './run-info.ts';
import { findHints } from './file-hints.ts';
import { totalMembers } from './left-out-totals.ts';
import type { RecordError } from './record-error.ts';

/** The result of a run or dry run. */
export interface ProcessingResult extends Counters {
  /**
   * SUCCESS: no record has an ERROR or FATAL issue. PARTIAL_SUCCESS: at least one record has. FAILED: the run did not
   * complete, or processed no record although there were some.
   */
  status: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';
  /** Duration in milliseconds, rounded. */
  durationMs: number;
  /** Why the run FAILED. Absent for any other status. */
  failure?: Failure;
  /** UUID of the run. Absent in a dry run. */
  runId?: string;
  /**
   * FILE: the records were published in the order of the file. NONE: several instances have published pieces of the file
   * at the same time. Absent in a dry run.
   */
  ordering?: Ordering;
  /** UUID of the earlier run of the same file whose messages those of this run replace. Absent if there is none. */
  supersedes?: string;
  /**
   * UUID of the earlier run whose rejects this one has read again. Then the counts are those of the rejects. Absent if it has
   * read all records.
   */
  rejectsOf?: string;
  /**
   * The rules of the file that this run has not applied, because the rejects that it reads again lack their totals. Absent if
   * there are none.
   */
  waivedRules?: string[];
  /**
   * The record types with totals of the whole file that the rejects of this run leave out, because these totals are wrong
   * beside some of the documents. Absent if there are none.
   */
  rejectsWithout?: string[];
  /** UUID of the spec. Absent if it has none. */
  specId?: string;
  /** SHA-256 of the canonical form of the spec, hexadecimal. */
  specVersion: string;
  fileName: string;
  /** SHA-256 of the file as sent (before decompression), hexadecimal; null if a pipe was not read to its end. */
  fileSha256: string | null;
  /** The reference tables with which the file was read. Absent if the spec names none. */
  reference?: TableVersion[];
  warnings: Warning[];
  /** The number of issues per code, rule, field and severity, over all records. */
  issueCounts: IssueCount[];
  /** The first records with issues, at most `errorLimit`. */
  errors: RecordError[];
  /**
   * The number of messages. Absent if the spec has one type of records and the file was published: then it is
   * `processedRecords`.
   */
  publishedRecords?: number;
  /**
   * The counts of each record type. The last item, whose name is null, counts records of no known type. Absent if the
   * spec has one type of records.
   */
  recordTypes?: TypeCounts[];
  /** The counts of documents by record type. Absent if no record type rejects whole documents. */
  documents?: DocumentCounts[];
  /** Issues of the file as a whole. Absent if the spec has one type of records. */
  fileIssues?: FileIssue[];
  /** Present if the file has more issues than `fileIssues` lists. */
  fileIssuesTruncated?: boolean;
  /** Whether `errors` omits a record with issues because of `errorLimit`, or because `errors` would exceed 4 MiB. */
  errorsTruncated: boolean;
}

/**
 * A result whose `errors` are JSON texts. The main thread of the service passes them on as they are: to parse and
 * serialize 4 MiB of them would hold up all other requests.
 */
export interface SerializedResult extends Omit<ProcessingResult, 'errors'> {
  errors: readonly string[];
}

/** Returns the same result with its `errors` as JSON texts. */
export function serializeErrors(result: ProcessingResult): SerializedResult {
  return { ...result, errors: result.errors.map((error) => JSON.stringify(error)) };
}

/** Returns the same result with its `errors` as objects. */
export function parseErrors(result: SerializedResult): ProcessingResult {
  // Each item was created with JSON.stringify from a RecordError.
  return { ...result, errors: result.errors.map((json) => JSON.parse(json) as RecordError) };
}

/**
 * Creates the result of a run or dry run from its last checkpoint. `fileSha256` becomes the member of the same name.
 */
export function createResult(run: RunInfo, checkpoint: Checkpoint, fileSha256: string | null): SerializedResult {
  const { totalRecords, processedRecords, failedRecords, skippedRecords, ...counters } = checkpoint.counters;
  const failure = withHint(
    checkpoint.failure ?? findBrokenFile(checkpoint) ?? nothingProcessed(checkpoint.counters),
    checkpoint,
  );
  return {
    status: failure !== null ? 'FAILED' : hasErrors(checkpoint) ? 'PARTIAL_SUCCESS' : 'SUCCESS',
    totalRecords,
    processedRecords,
    failedRecords,
    skippedRecords,
    durationMs: Math.round(checkpoint.durationMs),
    ...counters,
    ...(failure === null ? {} : { failure }),
    ...(run.runId === null ? {} : { runId: run.runId, ordering: orderingOf(run.options) }),
    ...(run.options.supersedes === undefined ? {} : { supersedes: run.options.supersedes }),
    ...(run.options.rejectsOf === undefined ? {} : { rejectsOf: run.options.rejectsOf }),
    ...totalMembers(run, checkpoint, failure),
    ...(run.specId === null ? {} : { specId: run.specId }),
    specVersion: run.spec.version,
    fileName: run.fileName,
    fileSha256,
    ...(run.options.reference === undefined ? {} : { reference: [...run.options.reference] }),
    warnings: checkpoint.warnings,
    issueCounts: checkpoint.issueCounts,
    errors: checkpoint.errors,
    errorsTruncated: checkpoint.errorsTruncated,
    ...(failure !== null && run.options.delivery === 'all-or-nothing'
      ? withoutPublished(typedMembers(checkpoint))
      : typedMembers(checkpoint)),
  };
}

/** Returns the members of a result, with nothing published. */
export function withoutPublished<T extends Pick<ProcessingResult, 'recordTypes'>>(
  result: T,
): T & Pick<ProcessingResult, 'publishedRecords'> {
  const { recordTypes } = result;
  return {
    ...result,
    publishedRecords: 0,
    ...(recordTypes !== undefined && { recordTypes: recordTypes.map((type) => ({ ...type, published: 0 })) }),
  };
}

/**
 * Creates the result of a piece of a file. It is FAILED only if the piece was not read to its end: the other verdicts
 * are those of the whole run.
 */
export function createPieceResult(run: RunInfo, checkpoint: Checkpoint, fileSha256: string | null): SerializedResult {
  const { failure: _, ...result } = createResult(run, checkpoint, fileSha256);
  const { failure } = checkpoint;
  return failure === null ? { ...result, status: 'SUCCESS' } : { ...result, status: 'FAILED', failure };
}

/** Returns whether a record, or the file as a whole, has an ERROR or FATAL issue. */
function hasErrors({ counters, fileIssues = [] }: Checkpoint): boolean {
  return counters.errorRecords > 0 || fileIssues.some(({ severity }) => severity !== 'WARNING');
}

type TypedMembers = Pick<
  ProcessingResult,
  'publishedRecords' | 'recordTypes' | 'documents' | 'fileIssues' | 'fileIssuesTruncated'
>;

/** Returns the members of a result that exist only if the spec has several types of records. */
function typedMembers({
  recordTypes,
  documents,
  fileIssues = [],
  fileIssuesTruncated = false,
  isUnpublished,
}: Checkpoint): TypedMembers {
  if (recordTypes === undefined) return isUnpublished === true ? { publishedRecords: 0 } : {};
  const publishedRecords = recordTypes.reduce((sum, { published }) => sum + published, 0);
  const listed = recordTypes.filter(({ name, total }) => name !== null || total > 0);
  return {
    publishedRecords,
    recordTypes: listed,
    ...(documents !== undefined && { documents }),
    fileIssues,
    ...(fileIssuesTruncated && { fileIssuesTruncated }),
  };
}

/** Returns the failure with a hint if a common mismatch of the file and its spec explains it. Null remains null. */
function withHint(failure: Failure | null, { warnings, issueCounts }: Checkpoint): Failure | null {
  const hints = failure === null ? [] : findHints({ failure, warnings, issueCounts });
  return failure === null || hints.length === 0 ? failure : { ...failure, hint: hints.join('. ') };
}

/** Returns the failure of a run whose file breaks a FATAL rule, or has another FATAL issue as a whole. Null if not. */
export function findBrokenFile({
  fileIssues = [],
  issueCounts,
  documentRules = [],
}: Pick<Checkpoint, 'fileIssues' | 'issueCounts' | 'documentRules'>): Failure | null {
  const fatal = fileIssues.find(({ severity }) => severity === 'FATAL');
  if (fatal !== undefined) return { code: 'file_rule_broken', message: fatal.message };
  const isOfFile = ({ code, ruleId }: IssueCount) =>
    RULES_ON_RECORDS.has(code) && !documentRules.includes(ruleId ?? '');
  const broken = issueCounts.find((count) => count.severity === 'FATAL' && isOfFile(count));
  if (broken === undefined) return null;
  return {
    code: 'file_rule_broken',
    message: `the rule ${broken.ruleId ?? ''} is broken: see the issues of the records`,
  };
}

/** The types of file rules whose issues belong to records. */
const RULES_ON_RECORDS: ReadonlySet<string> = new Set(['UNIQUE', 'ORDERED']);

function nothingProcessed({ totalRecords, processedRecords }: Counters): Failure | null {
  if (totalRecords === 0 || processedRecords > 0) return null;
  const message =
    totalRecords === 1
      ? 'the only record could not be processed'
      : `none of the ${totalRecords} records could be processed`;
  return { code: 'no_record_processed', message };
}
