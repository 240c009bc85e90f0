import type { RecordProblem } from '../../compiler/kernel/contract.ts';
import { readBatchesAgain } from './read-again.ts';
import { cutBetween, type RejectedFile, rejectedRecords } from './rejected-file.ts';

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
  let at = 0;
  for await (const { byteOffset, byteLength } of publishedRecords(file, first, rejected)) {
    yield* cutBetween(cutter, at, byteOffset);
    at = byteOffset + byteLength;
  }
  yield* cutter.pieces(at, Infinity);
}

type NextRejected = IteratorResult<RecordProblem, undefined>;

/** The records that are not among the rejected ones; where the run is under way those that it may still publish as well. */
async function* publishedRecords(file: RejectedFile, first: NextRejected, rejected: AsyncGenerator<RecordProblem, undefined>): AsyncGenerator<RecordProblem> {
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
async function* recordPlaces({ module, options, cutter, records, rest }: RejectedFile): AsyncGenerator<RecordProblem> {
  const most = rest.kind === 'undecided' ? Infinity : records;
  const chunks = cutter.pieces(0, Infinity);
  for await (const { problems } of readBatchesAgain({ module, options: { ...options, maxRecordBytes: 1 }, chunks, records: most })) {
    for (const problem of problems) if (problem.record <= most) yield problem;
  }
}
