import type { RecordIssues } from '../../../compiler/kernel/model/contract.ts';
import { replayBatches } from './places/replay-batches.ts';
import { recordPlaces } from './places/record-places.ts';
import { isPartial, unpublishedPlaces } from './places/unpublished.ts';
import { readBetween, type ReplayFile, rejectedRecords } from './places/rejected-records.ts';
import { documentTree } from './documents/document-tree.ts';
import { Iso2022Joiner } from './places/iso2022-joiner.ts';

/**
 * Yields an XML document without its published records. The XML declaration, the elements around the records with their
 * namespaces, and everything between records remain. If a failed all-or-nothing run has published nothing, yields the
 * whole file. Yields nothing if every record was published.
 */
export async function* documentRejects(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const { slices, rest } = file;
  const isPart = isPartial(file);
  if (rest.kind === 'rejected' && !isPart) {
    yield* slices.readRange(0, Infinity);
    return;
  }
  if (file.module.spec.recordTypes !== undefined) {
    yield* documentTree(file);
    return;
  }
  if (isPart) {
    yield* selectedDocument(file);
    return;
  }
  const rejected = rejectedRecords(file);
  const first = await rejected.next();
  // Records that were not read are not published, either.
  if (first.done === true && rest.kind !== 'unread') return;
  const document: Document = { joiner: null };
  let at = 0;
  for await (const { byteOffset, byteLength } of publishedRecords({ ...file, document }, first, rejected)) {
    yield* joinChunks(readBetween(slices, at, byteOffset), document);
    document.joiner?.skip(await slices.readSlice(byteOffset, byteLength));
    at = byteOffset + byteLength;
  }
  yield* joinChunks(slices.readRange(at, Infinity), document);
  if (document.joiner !== null) yield document.joiner.end();
}

/** Yields the document with what a run of some records has not published, if it stopped before the end of its file. */
async function* selectedDocument(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const { slices } = file;
  const document: Document = { joiner: null };
  const kept = unpublishedPlaces(file);
  let next = await kept.next();
  if (next.done === true) return;
  let at = 0;
  for await (const { record, from, to, state } of recordPlaces(file)) {
    noteEncoding(state, document);
    if (next.value?.record === record) {
      next = await kept.next();
      continue;
    }
    yield* joinChunks(readBetween(slices, at, from), document);
    document.joiner?.skip(await slices.readSlice(from, to - from));
    at = to;
  }
  yield* joinChunks(slices.readRange(at, Infinity), document);
  if (document.joiner !== null) yield document.joiner.end();
}

/** The state of a position in an XML document contains the encoding. */
function noteEncoding(state: unknown, document: Document): void {
  if ((state as { encoding?: string } | null)?.encoding === 'iso-2022-jp') document.joiner ??= new Iso2022Joiner();
}

/** Facts about the document that are known only after its first batches were read. */
interface Document {
  /** Joins the parts of a document in ISO-2022-JP; null for other encodings, which have no escape sequences. */
  joiner: Iso2022Joiner | null;
}

async function* joinChunks(chunks: AsyncIterable<Uint8Array>, { joiner }: Document): AsyncGenerator<Uint8Array> {
  for await (const piece of chunks) yield joiner === null ? piece : joiner.append(piece);
}

type NextRejected = IteratorResult<RecordIssues, undefined>;

/** Yields the records that were not rejected, including those that an unfinished run may still publish. */
async function* publishedRecords(
  file: ReplayFile & { document: Document },
  first: NextRejected,
  rejected: AsyncGenerator<RecordIssues, undefined>,
): AsyncGenerator<RecordIssues> {
  let next = first;
  try {
    for await (const record of recordPositions(file)) {
      if (next.value?.record === record.record) next = await rejected.next();
      else yield record;
    }
  } finally {
    await rejected.return(undefined);
  }
}

/**
 * Yields the position of each record. It sets `maxRecordBytes` to 1, because then each record has an issue, and the
 * reader reports the position of records with issues.
 */
async function* recordPositions({
  module,
  options,
  slices,
  records,
  rest,
  document,
}: ReplayFile & { document: Document }): AsyncGenerator<RecordIssues> {
  const lastRecord = rest.kind === 'undecided' ? Infinity : records;
  const chunks = slices.readRange(0, Infinity);
  for await (const { recordIssues, next } of replayBatches({
    module,
    options: { ...options, maxRecordBytes: 1 },
    chunks,
    records: lastRecord,
  })) {
    noteEncoding(next.state, document);
    for (const recordIssue of recordIssues) if (recordIssue.record <= lastRecord) yield recordIssue;
  }
}
