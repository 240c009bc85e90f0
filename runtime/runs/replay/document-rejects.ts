import type { RecordIssues } from '../../../compiler/kernel/model/contract.ts';
import { replayBatches } from './replay-batches.ts';
import { readBetween, type ReplayFile, rejectedRecords } from './rejected-records.ts';
import { Iso2022Joiner } from './iso2022-joiner.ts';

/**
 * The bytes of an XML document without the records that were published: its declaration, the elements
 * around the records with their namespaces, and what stands between the records stay. Nothing where no
 * record was rejected.
 */
export async function* documentRejects(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const { slices, rest } = file;
  if (rest.kind === 'refused') {
    yield* slices.readRange(0, Infinity);
    return;
  }
  const rejected = rejectedRecords(file);
  const first = await rejected.next();
  // What was not read is rejected as well.
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

/** What is learnt of a document once its first records are read. */
interface Document {
  /** Joins what is kept of one in ISO-2022-JP; null in other encodings, which have no modes. */
  joiner: Iso2022Joiner | null;
}

async function* joinChunks(chunks: AsyncIterable<Uint8Array>, { joiner }: Document): AsyncGenerator<Uint8Array> {
  for await (const piece of chunks) yield joiner === null ? piece : joiner.append(piece);
}

type NextRejected = IteratorResult<RecordIssues, undefined>;

/** The records that are not among the rejected ones; where the run is under way those that it may still publish as well. */
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

/** Where each record stands. A limit that every one exceeds makes all of them problems, which tell their places. */
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
    // What the position in a document remembers says how it is decoded.
    if ((next.state as { encoding?: string } | null)?.encoding === 'iso-2022-jp')
      document.joiner ??= new Iso2022Joiner();
    for (const recordIssue of recordIssues) if (recordIssue.record <= lastRecord) yield recordIssue;
  }
}
