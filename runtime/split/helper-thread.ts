import type { MessagePort } from 'node:worker_threads';
import { packedSize } from './packed-batch.ts';
import type { FromHelper, ToHelper } from './messages.ts';
import { MAX_QUEUED_BYTES, type SplitQueue } from './queue.ts';

/**
 * The helper is notified how much was merged in steps of this many bytes. Fewer messages are better, because each message
 * wakes the other thread.
 */
const ACK_BYTES = MAX_QUEUED_BYTES / 8;

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
  readonly #reading = new Map<number, { queue: SplitQueue; finish: () => void }>();
  #numbers = 0;

  constructor(port: MessagePort) {
    this.#port = port;
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
      this.#reading.set(number, { queue, finish });
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
    const reading = this.#reading.get(message.number);
    if (reading === undefined) return;
    for (const batch of message.batches) reading.queue.put({ kind: 'packed', batch }, packedSize(batch));
    if (message.then.kind === 'more') return;
    reading.queue.put(message.then, 0);
    this.#forget(message.number);
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
  }

  #forget(number: number): void {
    this.#reading.get(number)?.finish();
    this.#reading.delete(number);
  }

  #post(message: ToHelper): void {
    if (!this.isClosed) this.#port.postMessage(message);
  }
}
