import type { MessageMemory } from '../../../compiler/kernel/model/contract.ts';
import type { StoredBatch } from '../../model/stored-batch.ts';
import type { HeldMessages } from '../../model/held-messages.ts';
import type { Journal, JournalEntry } from '../../model/journal.ts';
import type { MessageFile } from '../../store/message-file.ts';
import { collectBuffers } from '../../program/collect-buffers.ts';
import type { TaskPort } from '../../workers/task-port.ts';

/**
 * Limits of the entries that were sent to the main thread but are not yet stored: bytes that were sent, and number of
 * entries. Entries that wait are stored in one transaction, so more of them cost fewer flushes of the disk.
 */
const BYTES_IN_FLIGHT = 4 * 1024 * 1024;
const ENTRIES_IN_FLIGHT = 16;

/**
 * Values of at least FILED_BYTES bytes are written to the message file after the run has published INLINE_BYTES bytes.
 * The first values are stored in the database, because a file of its own would cost a short run more than it saves.
 */
const INLINE_BYTES = 1024 * 1024;
const FILED_BYTES = 64 * 1024;

/**
 * Creates a journal whose entries the main thread stores. A commit resolves before its entry is durable, so that one
 * transaction can store several entries. It waits only if too many entries are not stored yet. After an entry could not
 * be stored, every call throws.
 *
 * This thread writes most values to `file`, other threads those that they hold, and the main thread flushes them. Other buffers are copied, not
 * transferred: after a transfer, V8 checks every access of the thread to any buffer, which makes reading 20 % slower.
 * Values that are written or copied are released to `memory`.
 */
export function createRemoteJournal(
  port: Pick<TaskPort, 'call'>,
  file: MessageFile | null,
  memory: MessageMemory,
): Journal {
  let publishedBytes = 0;
  const noteBuffers = collectBuffers('all');
  const inFlight = new Set<{ bytes: number; stored: Promise<void> }>();
  /** Resolves when the last entry was sent. */
  let sent: Promise<void> = Promise.resolve();
  let broken: { reason: unknown } | null = null;

  function throwIfBroken(): void {
    if (broken !== null) throw broken.reason;
  }

  /** Moves the values of a batch to the file, if that is worth it. Values that another thread holds are always moved. */
  function place({ held, ...batch }: StoredBatch): StoredBatch | Promise<StoredBatch> {
    const { values } = batch;
    publishedBytes += held?.bytes ?? values.length;
    if (held !== undefined) return placeHeld(batch, held);
    if (file === null || publishedBytes <= INLINE_BYTES || values.length < FILED_BYTES) return batch;
    const valuesPlace = file.append(values);
    reuse(values);
    return { ...batch, values: EMPTY, valuesPlace };
  }

  async function placeHeld(batch: StoredBatch, held: HeldMessages): Promise<StoredBatch> {
    if (file === null) throw new Error('only a message file accepts values of other threads');
    return { ...batch, valuesPlace: await file.appendHeld(held) };
  }

  /** Sends an entry when its batches are in their place, and after all earlier entries. Resolves when it is stored. */
  async function send(entry: JournalEntry, batches: Promise<readonly StoredBatch[]>): Promise<void> {
    const before = sent;
    let onSent = (): void => {};
    sent = new Promise((resolve) => (onSent = resolve));
    try {
      const [published] = await Promise.all([batches, before]);
      throwIfBroken();
      const deadLetters = entry.deadLetters.map(trim);
      const stored = port.call({ kind: 'commit', entry: { ...entry, published: published.map(trim), deadLetters } });
      for (const batch of [...published, ...deadLetters]) {
        reuse(batch.values);
        noteBuffers(sizeOfRest(batch));
      }
      onSent();
      await stored;
    } catch (reason) {
      // Known before the next entry is sent, which must not be stored without this one.
      broken ??= { reason };
    } finally {
      onSent();
    }
  }

  /** Releases values that are written or copied. Others are left to the garbage collector. */
  function reuse(values: Uint8Array): void {
    if (!memory.release(values)) noteBuffers(values.length);
  }

  async function waitForRoom(): Promise<void> {
    for (const { stored } of inFlight) {
      if (inFlight.size < ENTRIES_IN_FLIGHT && bytesOf(inFlight) <= BYTES_IN_FLIGHT) break;
      await stored;
    }
    throwIfBroken();
  }

  return {
    async commit(entry) {
      throwIfBroken();
      const placed = entry.published.map(place);
      const inMemory = placed.filter((batch): batch is StoredBatch => !(batch instanceof Promise));
      const flight = { bytes: sizeOf([...inMemory, ...entry.deadLetters]), stored: Promise.resolve() };
      inFlight.add(flight);
      flight.stored = send(entry, Promise.all(placed)).finally(() => inFlight.delete(flight));
      await waitForRoom();
    },
    // The main thread stores the ending only if all earlier entries were stored.
    async finish(ending) {
      await sent;
      throwIfBroken();
      await port.call({ kind: 'finish', ending });
    },
  };
}

/** Creates a journal whose entries the main thread stores. A commit resolves when its entry is durable. */
export function createDurableJournal(port: Pick<TaskPort, 'call'>): Journal {
  return {
    commit: (entry) => port.call({ kind: 'commit', entry }),
    finish: (ending) => port.call({ kind: 'finish', ending }),
  };
}

function bytesOf(inFlight: Iterable<{ bytes: number }>): number {
  let all = 0;
  for (const { bytes } of inFlight) all += bytes;
  return all;
}

function sizeOf(batches: readonly StoredBatch[]): number {
  return batches.reduce((bytes, { values, keys }) => bytes + values.length + (keys?.length ?? 0), 0);
}

/** Returns the size of the buffers of a batch without its values, in bytes. */
function sizeOfRest({ keys, valueEnds, keyEnds }: StoredBatch): number {
  return (keys?.length ?? 0) + valueEnds.byteLength + (keyEnds?.byteLength ?? 0);
}

const EMPTY = new Uint8Array(0);

/** Copies values and keys that use a part of their buffer, because a message copies the whole buffer. */
function trim(batch: StoredBatch): StoredBatch {
  const { values, keys } = batch;
  return { ...batch, values: copyPart(values), keys: keys === null ? null : copyPart(keys) };
}

function copyPart(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
