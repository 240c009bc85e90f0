import type {
  Batch,
  Failure,
  RecordOutcome,
  SpecModule,
  Transformer,
} from '../../../compiler/kernel/model/contract.ts';
import type { Source } from '../../reading/source/contract.ts';
import { failureOfRun, type RecordSnapshot } from './record-snapshot.ts';

/**
 * Yields what a version of a spec finds for each record of a file, also for records of documents, which batches contain
 * together. The place of a record is where it begins. Otherwise like readSnapshots.
 */
export async function* readDocumentSnapshots(
  module: SpecModule,
  source: Source,
  today: string,
): AsyncGenerator<RecordSnapshot, Failure | null> {
  const events = new EventReader(module.createTransformer({ today, batchRecords: 1 }));
  const waiting: RecordOutcome<unknown>[] = [];
  const ready = function* (): Generator<RecordSnapshot> {
    // The batch of a record may be complete later than the record.
    while ((waiting[0]?.record ?? Infinity) <= events.read) {
      const { record, line, byteOffset, issues } = waiting.shift() as RecordOutcome<unknown>;
      yield { place: byteOffset, record, line, issues, ...events.take(record) };
    }
  };
  try {
    for await (const outcome of module.read(events.follow(source.chunks(0)), { today })) {
      waiting.push(outcome);
      yield* ready();
    }
  } catch (error) {
    const failure = failureOfRun(error);
    if (failure !== null) return failure;
    // `read` also throws if the file has a FATAL issue as a whole.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
  yield* ready();
  return events.failure;
}

/** Reads the messages and keys of a file, while another reader reads its records. */
class EventReader {
  /** The number of records whose messages are known. */
  read = 0;
  failure: Failure | null = null;
  readonly #transformer: Transformer;
  readonly #events = new Map<number, Pick<RecordSnapshot, 'event' | 'key'>>();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(transformer: Transformer) {
    this.#transformer = transformer;
  }

  /** Returns the message and the key of a record. */
  take(record: number): Pick<RecordSnapshot, 'event' | 'key'> {
    const found = this.#events.get(record) ?? { event: null, key: null };
    this.#events.delete(record);
    return found;
  }

  /** Yields the chunks of the file after it has read their messages. */
  async *follow(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      // Two readers need the chunk, which the source may overwrite.
      const own = Uint8Array.from(chunk);
      if (this.failure === null) this.#note(this.#transformer.push(own));
      yield own;
    }
    if (this.failure === null) this.#note(this.#transformer.end());
  }

  #note(batches: Iterable<Batch>): void {
    for (const batch of batches) {
      const { count, bytes, ends, keys, keyEnds, typed, firstRecord, records } = batch;
      for (let at = 0; at < count; at++) {
        const key = this.#text(keys, keyEnds, at);
        const event = this.#text(bytes, ends, at);
        this.#events.set(typed?.messageRecords[at] ?? firstRecord, { event, key: key === '' ? null : key });
      }
      this.read = Math.max(this.read, firstRecord + records - 1);
      this.failure ??= batch.failure;
    }
  }

  #text(bytes: Uint8Array, ends: Uint32Array, at: number): string {
    return this.#decoder.decode(bytes.subarray(at === 0 ? 0 : ends[at - 1], ends[at]));
  }
}
