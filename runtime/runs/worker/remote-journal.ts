import type { StoredBatch } from '../../model/stored-batch.ts';
import type { Journal } from '../../model/journal.ts';
import type { TaskPort } from '../../workers/task-port.ts';

/**
 * Limits of the entries that were sent to the main thread but are not yet stored: bytes of messages, and number of
 * entries.
 */
const BYTES_IN_FLIGHT = 4 * 1024 * 1024;
const ENTRIES_IN_FLIGHT = 8;

/**
 * Creates a journal whose entries the main thread stores. A commit resolves before its entry is durable, so that one
 * transaction can store several entries. It waits only if too many entries are not stored yet. After an entry could not
 * be stored, every call throws. The buffers of messages are transferred, not copied, so the caller can no longer use
 * them.
 */
export function createRemoteJournal(port: Pick<TaskPort, 'call'>): Journal {
  const inFlight = new Set<{ bytes: number; stored: Promise<void> }>();
  let broken: { reason: unknown } | null = null;

  function throwIfBroken(): void {
    if (broken !== null) throw broken.reason;
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
      const own = { ...entry, published: entry.published.map(owning), deadLetters: entry.deadLetters.map(owning) };
      const buffers = [...own.published, ...own.deadLetters].flatMap(buffersOf);
      const flight = {
        bytes: buffers.reduce((bytes, buffer) => bytes + buffer.byteLength, 0),
        stored: Promise.resolve(),
      };
      inFlight.add(flight);
      flight.stored = port
        .call({ kind: 'commit', entry: own }, buffers)
        .catch((reason: unknown) => void (broken ??= { reason }))
        .finally(() => inFlight.delete(flight));
      await waitForRoom();
    },
    // The main thread stores the ending only if all earlier entries were stored.
    async finish(ending) {
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

/**
 * Prepares a batch for the transfer of its buffers. Values or keys that use less than half of their buffer are copied
 * to a new one.
 */
function owning(batch: StoredBatch): StoredBatch {
  return { ...batch, values: copyBytes(batch.values), keys: batch.keys === null ? null : copyBytes(batch.keys) };
}

function copyBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength >= bytes.buffer.byteLength / 2 ? bytes : new Uint8Array(bytes);
}

function buffersOf({ values, keys }: StoredBatch): ArrayBuffer[] {
  return [values, keys].flatMap((bytes) =>
    bytes !== null && bytes.buffer instanceof ArrayBuffer && bytes.length > 0 ? [bytes.buffer] : [],
  );
}
