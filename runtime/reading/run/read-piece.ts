import type { Batch, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../../base/model/checkpoint.ts';
import { isSamePosition } from '../../base/model/pieces.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { RangeReader, ReadBuffer } from '../split/range-reader.ts';
import { openPieces } from './count-piece.ts';
import { openPlanned, readRecordsTo } from './read-records-to.ts';
import { RepeatedValues } from './repeated-values.ts';
import type { CountedPiece, Run, RunPiece } from './run.ts';

/**
 * Yields the batches of a piece from the checkpoint on. Throws RunFailure (`piece_differs`) if it does not end where it
 * ended before: then the file has changed.
 */
export async function* readPiece(
  run: Run & { piece: RunPiece },
  { position }: Checkpoint,
  options: TransformOptions,
): AsyncGenerator<Batch> {
  const { piece, source, signal } = run;
  if ('readTo' in piece) return yield* readCounted({ ...run, piece }, { position }, options);
  const file = openPlanned(run, options);
  if (file === null) throw piecesLost();
  const uniqueKeys = run.module.spec.hasUniqueRules === true ? new RepeatedValues(piece.repeated).asKeys() : undefined;
  const from = { from: position, end: piece.end, piece: piece.number };
  for await (const batch of readRecordsTo({ ...file, uniqueKeys }, from, signal)) {
    source.seekable?.setReadPosition(batch.next.byteOffset);
    yield batch;
  }
}

/** The same bytes are read as by countPiece(), so that the piece ends with the same record. */
async function* readCounted(
  run: Run & { piece: CountedPiece },
  { position }: Pick<Checkpoint, 'position'>,
  options: TransformOptions,
): AsyncGenerator<Batch> {
  const { piece, source, signal } = run;
  const file = openPieces(run, options);
  if (file === null) throw piecesLost();
  const readTo = piece.readTo ?? Infinity;
  let at = position;
  let reader = new RangeReader(file, at, { signal });
  for (let isLast = readTo === Infinity; ; isLast = true) {
    for await (const batch of reader.readBytes(readTo)) {
      source.seekable?.setReadPosition(batch.next.byteOffset);
      yield batch;
      if (batch.failure !== null) return;
      at = batch.next;
    }
    if (isLast || isSamePosition(reader.position, piece.end)) break;
    // A long record that ends in a later chunk is examined again only after many more bytes have arrived. countPiece()
    // has read other chunks. In a single chunk, all records are examined.
    reader = new RangeReader(file, at, { signal, readBuffer: new ReadBuffer(readTo - (at?.byteOffset ?? 0)) });
  }
  if (!isSamePosition(reader.position, piece.end))
    throw new RunFailure(
      'piece_differs',
      `piece ${piece.number + 1} of the file ends with record ${reader.position.record}, and not with record ${piece.end.record} as before: the file has changed`,
    );
}

function piecesLost(): RunFailure {
  return new RunFailure('piece_differs', 'the file of the run has no pieces any more: it has changed');
}
