import { checksumOf } from '../../base/model/stored-data-damaged.ts';
import type { MessagePort } from 'node:worker_threads';
import type { Position } from '../../../compiler/kernel/model/contract.ts';
import type { HeldMessages } from '../../base/model/held-messages.ts';
import { type PackedBatch, packedSize } from './packed-batch.ts';
import type { FromHelper, HelperResults, ToHelper } from './messages.ts';
import { MAX_QUEUED_BYTES, type SplitQueue } from './queue.ts';
import type { SplitFile } from './range-reader.ts';
import { closeSync, openSync } from 'node:fs';
import { writeAt } from '../../base/files/write-at.ts';
import { rereadRecords } from './reread-records.ts';

/**
 * The helper is notified how much was merged in steps of this many bytes. Fewer messages are better, because each message
 * wakes the other thread.
 */
const ACK_BYTES = MAX_QUEUED_BYTES / 8;

/** A split that the helper reads. */
interface Reading {
  queue: SplitQueue;
  finish: () => void;
  /** The position after the last batch that was received. */
  at: Position;
  /** Number of batches received whose messages the helper holds. */
  held: number;
}

/** A helper thread, seen from the thread that it helps. */
export class HelperThread {
  /**
   * True if the thread no longer helps, because it was needed for another task or crashed. The queues of its unfinished
   * splits have received `lost`.
   */
  isClosed = false;
  /** Resolves when the thread has finished and no longer uses the file. */
  readonly closed: Promise<void>;
  readonly #port: MessagePort;
  readonly #file: SplitFile;
  readonly #reading = new Map<number, Reading>();
  /** The writes that the helper has not confirmed, by split and index. */
  readonly #writing = new Map<string, (checksum: number | null) => void>();
  #numbers = 0;

  /** The file is used only to read records again whose messages the helper could not write. */
  constructor(port: MessagePort, file: SplitFile) {
    this.#port = port;
    this.#file = file;
    this.closed = new Promise((resolve) => {
      port.on('close', () => {
        this.#lose();
        resolve();
      });
    });
    port.on('message', (message: FromHelper) => this.#receive(message));
    // A message that cannot be deserialised means that a result is missing. The helper is abandoned rather than waited
    // for.
    port.on('messageerror', () => port.close());
  }

  /**
   * Lets the helper read a split and put the results into `queue`. Resolves when the split has been read, lost or
   * cancelled.
   */
  read(queue: SplitQueue): Promise<void> {
    return new Promise((finish) => {
      const number = ++this.#numbers;
      this.#reading.set(number, { queue, finish, at: queue.split.from, held: 0 });
      if (this.isClosed) return this.#lose();
      let taken = 0;
      queue.attach(
        (bytes) => {
          taken += bytes;
          if (taken < ACK_BYTES) return;
          this.#post({ kind: 'taken', number, bytes: taken });
          taken = 0;
        },
        () => this.#cancel(number),
      );
      this.#post({ kind: 'read', number, split: queue.split });
    });
  }

  /** Requests the helper to stop reading and to close its port. `closed` resolves afterwards. */
  stop(): void {
    this.#post({ kind: 'stop' });
  }

  #receive(message: FromHelper): void {
    if (message.kind === 'results') return this.#receiveResults(message);
    const key = `${message.number} ${message.index}`;
    this.#writing.get(key)?.(message.checksum);
    this.#writing.delete(key);
  }

  #receiveResults({ number, batches, then }: HelperResults): void {
    const reading = this.#reading.get(number);
    if (reading === undefined) return;
    for (const batch of batches) {
      reading.queue.put({ kind: 'packed', batch, held: this.#heldOf(number, reading, batch) }, packedSize(batch));
      reading.at = batch.next;
    }
    if (then.kind === 'more') return;
    reading.queue.put(then, 0);
    this.#forget(number);
  }

  #heldOf(number: number, reading: Reading, batch: PackedBatch): HeldMessages | undefined {
    if (batch.heldBytes === 0) return undefined;
    const index = reading.held++;
    const place = { from: reading.at, records: batch.records };
    return createHeldMessages(this.#file, { bytes: batch.heldBytes, place }, (path, position, isChecked) =>
      this.#write({ kind: 'write', number, index, path, position, isChecked }),
    );
  }

  /** Resolves with null if the helper has not written the messages. Then it no longer writes them. */
  #write(message: Extract<ToHelper, { kind: 'write' }>): Promise<number | null> {
    if (this.isClosed) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#writing.set(`${message.number} ${message.index}`, resolve);
      this.#post(message);
    });
  }

  #cancel(number: number): void {
    this.#post({ kind: 'cancel', number });
    this.#forget(number);
  }

  #lose(): void {
    this.isClosed = true;
    for (const [number, { queue }] of this.#reading) {
      queue.put({ kind: 'lost' }, 0);
      this.#forget(number);
    }
    for (const resolve of this.#writing.values()) resolve(null);
    this.#writing.clear();
  }

  #forget(number: number): void {
    this.#reading.get(number)?.finish();
    this.#reading.delete(number);
  }

  #post(message: ToHelper): void {
    if (!this.isClosed) this.#port.postMessage(message);
  }
}

/** Where the records of a batch are in the file. */
interface BatchPlace {
  /** The position before the first record. */
  from: Position;
  records: number;
}

/**
 * Creates the messages of a batch that a helper holds. `writeByHelper` requests the helper to write them, and resolves
 * with null if they may not be written: the helper was needed for another task, crashed, or could not write. Then the
 * calling thread reads the records again and writes them at the same place.
 */
function createHeldMessages(
  file: SplitFile,
  { bytes, place }: { bytes: number; place: BatchPlace },
  writeByHelper: (path: string, position: number, isChecked: boolean) => Promise<number | null>,
): HeldMessages {
  return {
    bytes,
    async write(path, position, isChecked) {
      const written = await writeByHelper(path, position, isChecked);
      if (written !== null) return written;
      // The values of UNIQUE rules in these records are already known, and the numbers of the records are those of the split.
      const alone = { ...file, uniqueKeys: undefined };
      const descriptor = openSync(path, 'r+');
      try {
        let at = position;
        let checksum = 0;
        for await (const batch of rereadRecords(alone, place.from, place.records)) {
          writeAt(descriptor, batch.bytes, at);
          checksum = checksumOf(batch.bytes, checksum);
          at += batch.bytes.length;
        }
        if (at !== position + bytes) throw new Error('a batch that was read again has other messages');
        return checksum;
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
