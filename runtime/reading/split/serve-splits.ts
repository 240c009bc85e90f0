import type { MessagePort } from 'node:worker_threads';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { packBatch, type PackedBatch, packedSize } from './packed-batch.ts';
import { ReadBuffer } from './range-reader.ts';
import { type ResultReceiver, readSplit } from './read-split.ts';
import { HeldBatches } from './held-batches.ts';
import type { FromHelper, HelperRequest, HelperResults, ToHelper } from './messages.ts';
import { MAX_QUEUED_BYTES, type SplitResult } from './queue.ts';

/**
 * A helper sends its results when they reach this many bytes or the split ends. Fewer messages are better, because each
 * message wakes the other thread.
 */
const POST_BYTES = 256 * 1024;

/**
 * Reads splits for another thread, until that thread stops it or ends, or `signal` is aborted. Closes `port` at the
 * end. Throws an Error if files of this spec cannot be split.
 */
export async function serveSplits(
  module: SpecModule,
  { shared, options, holdsMessages, port }: HelperRequest & { port: MessagePort },
  signal: AbortSignal,
): Promise<void> {
  const { splits } = module.spec;
  if (splits === undefined) throw new Error('a file of this spec has no splits');
  const held = holdsMessages ? new HeldBatches() : null;
  const file = { module, splits, shared, options, memory: held?.memory };
  const readBuffer = new ReadBuffer();
  const receivers = new Map<number, RemoteReceiver>();
  let reading = Promise.resolve();
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));

  port.on('message', (message: ToHelper) => {
    switch (message.kind) {
      case 'read': {
        const { number, split } = message;
        const receiver = new RemoteReceiver(number, { port, signal, held });
        receivers.set(number, receiver);
        reading = reading
          .then(() => (receiver.isCancelled ? undefined : readSplit(file, split, { receiver, readBuffer })))
          .then(() => void receivers.delete(number));
        return;
      }
      case 'taken':
        receivers.get(message.number)?.taken(message.bytes);
        return;
      case 'write': {
        const { number, index } = message;
        const response: FromHelper = { kind: 'written', number, index, checksum: held?.write(message) ?? null };
        port.postMessage(response);
        return;
      }
      case 'cancel':
        receivers.get(message.number)?.cancel();
        held?.drop(message.number);
        return;
      case 'stop':
        stop();
        return;
      default:
        message satisfies never;
    }
  });
  port.on('close', stop);
  signal.addEventListener('abort', stop, { once: true });
  // The signal may have aborted before the listener was added.
  if (signal.aborted) stop();
  await stopped;
  for (const receiver of receivers.values()) receiver.cancel();
  await reading;
  held?.close();
  port.close();
}

/** Sends results over a port. Waits while the results that were sent but not merged exceed MAX_QUEUED_BYTES. */
class RemoteReceiver implements ResultReceiver {
  readonly #number: number;
  readonly #port: MessagePort;
  readonly #signal: AbortSignal;
  readonly #held: HeldBatches | null;
  #isCancelled = false;
  /** Batches that are not sent yet. */
  #batches: PackedBatch[] = [];
  #bytes = 0;
  /** Number of bytes that were sent but not merged. */
  #waiting = 0;
  #wake: () => void = () => {};

  /** If `held` is not null, it holds the messages, and they are not sent. */
  constructor(
    number: number,
    { port, signal, held }: { port: MessagePort; signal: AbortSignal; held: HeldBatches | null },
  ) {
    this.#number = number;
    this.#port = port;
    this.#signal = signal;
    this.#held = held;
  }

  get isCancelled(): boolean {
    return this.#isCancelled || this.#signal.aborted;
  }

  receive(result: SplitResult): void {
    if (this.isCancelled) return;
    if (result.kind !== 'batch') return this.#post(result);
    const packed = packBatch(result.batch, this.#held !== null);
    if (packed.heldBytes > 0) this.#held?.add(this.#number, result.batch.bytes);
    this.#batches.push(packed);
    this.#bytes += packedSize(packed);
    if (this.#bytes >= POST_BYTES) this.#post({ kind: 'more' });
  }

  async room(): Promise<void> {
    while (this.#waiting > MAX_QUEUED_BYTES && !this.isCancelled)
      await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  taken(bytes: number): void {
    this.#waiting -= bytes;
    this.#wake();
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#wake();
  }

  #post(then: HelperResults['then']): void {
    const message: FromHelper = { kind: 'results', number: this.#number, batches: this.#batches, then };
    this.#port.postMessage(message);
    this.#waiting += this.#bytes;
    this.#batches = [];
    this.#bytes = 0;
  }
}
