import { replayOptionsOf } from '../../base/model/run-info.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { openSliceReader } from '../../reading/source/open-slice-reader.ts';
import { readRejects } from './read-rejects.ts';
import type { ReplayTask, RejectedRest } from '../../reading/workers/messages.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';

/** A run whose rejected records are emitted. */
export interface RejectsTask extends ReplayTask {
  rest: RejectedRest;
  port: TaskPort;
}

/**
 * Reads a file again and emits, as calls of `port`, a file with the records that were not published. For CSV and fixed
 * width, that file contains what precedes the first record, the records, and what follows the last record. For XML, it
 * is the document without the published records. Emits nothing if everything was published.
 */
export async function emitRejects(
  { path, blocks, content, info, records, rest, port }: RejectsTask,
  module: SpecModule,
): Promise<void> {
  const options = replayOptionsOf(info);
  const slices = await openSliceReader({ path, blocks, content }, options.maxFileBytes);
  try {
    for await (const piece of joinPieces(readRejects({ module, options, slices, records, rest }))) {
      await port.call({ kind: 'bytes', bytes: piece });
      port.signal.throwIfAborted();
    }
  } finally {
    await slices.close();
  }
}

const PIECE_BYTES = 64 * 1024;

/** Joins consecutive pieces until they have at least 64 KiB. Only the last piece may be smaller. */
async function* joinPieces(readRange: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of readRange) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES) continue;
    yield new Uint8Array(Buffer.concat(held));
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(held));
}
