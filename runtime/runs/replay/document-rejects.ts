import type { RecordProblem } from '../../../compiler/kernel/model/contract.ts';
import { readBatchesAgain } from './replay-batches.ts';
import { cutBetween, type RejectedFile, rejectedRecords } from './rejected-records.ts';
import { ShiftedSeam } from './iso2022-joiner.ts';

/**
 * The bytes of an XML document without the records that were published: its declaration, the elements
 * around the records with their namespaces, and what stands between the records stay. Nothing where no
 * record was rejected.
 */
export async function* documentRejects(file: RejectedFile): AsyncGenerator<Uint8Array> {
  const { cutter, rest } = file;
  if (rest.kind === 'refused') {
    yield* cutter.pieces(0, Infinity);
    return;
  }
  const rejected = rejectedRecords(file);
  const first = await rejected.next();
  // What was not read is rejected as well.
  if (first.done === true && rest.kind !== 'unread') return;
  const document: Document = { seam: null };
  let at = 0;
  for await (const { byteOffset, byteLength } of publishedRecords({ ...file, document }, first, rejected)) {
    yield* kept(cutBetween(cutter, at, byteOffset), document);
    document.seam?.leaveOut(await cutter.cut(byteOffset, byteLength));
    at = byteOffset + byteLength;
  }
  yield* kept(cutter.pieces(at, Infinity), document);
  if (document.seam !== null) yield document.seam.end();
}

/** What is learnt of a document once its first records are read. */
interface Document {
  /** Joins what is kept of one in ISO-2022-JP; null in other encodings, which have no modes. */
  seam: ShiftedSeam | null;
}

async function* kept(pieces: AsyncIterable<Uint8Array>, { seam }: Document): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield seam === null ? piece : seam.keep(piece);
}

type NextRejected = IteratorResult<RecordProblem, undefined>;

/** The records that are not among the rejected ones; where the run is under way those that it may still publish as well. */
async function* publishedRecords(
  file: RejectedFile & { document: Document },
  first: NextRejected,
  rejected: AsyncGenerator<RecordProblem, undefined>,
): AsyncGenerator<RecordProblem> {
  let next = first;
  try {
    for await (const record of recordPlaces(file)) {
      if (next.value?.record === record.record) next = await rejected.next();
      else yield record;
    }
  } finally {
    await rejected.return(undefined);
  }
}

/** Where each record stands. A limit that every one exceeds makes all of them problems, which tell their places. */
async function* recordPlaces({
  module,
  options,
  cutter,
  records,
  rest,
  document,
}: RejectedFile & { document: Document }): AsyncGenerator<RecordProblem> {
  const most = rest.kind === 'undecided' ? Infinity : records;
  const chunks = cutter.pieces(0, Infinity);
  for await (const { problems, next } of readBatchesAgain({
    module,
    options: { ...options, maxRecordBytes: 1 },
    chunks,
    records: most,
  })) {
    // What the position in a document remembers says how it is decoded.
    if ((next.state as { encoding?: string } | null)?.encoding === 'iso-2022-jp') document.seam ??= new ShiftedSeam();
    for (const problem of problems) if (problem.record <= most) yield problem;
  }
}
