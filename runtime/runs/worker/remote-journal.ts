import type { MessageMemory } from '../../../compiler/kernel/model/contract.ts';
import { joinEntries } from '../../base/model/journal-entries.ts';
import { type FiledBatch, isFiled, type StoredBatch } from '../../base/model/stored-batch.ts';
import type { HeldMessages } from '../../base/model/held-messages.ts';
import type { Journal, JournalEntry } from '../../base/model/journal.ts';
import { packDetails } from '../../state/store/batch-details.ts';
import type { MessageFile } from '../../state/store/message-file.ts';
import { collectBuffers } from '../../base/program/collect-buffers.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';

/**
 * Limits of the entries that are not yet stored: bytes that are sent to the main thread, and number of entries.
 */
const BYTES_IN_FLIGHT = 4 * 1024 * 1024;
const ENTRIES_IN_FLIGHT = 16;
/**
 * Entries whose contents are in the message file are sent and stored together: this many, or those of this time. Each
 * transaction flushes the disk, and each statement and message wakes another thread.
 */
const GROUP_ENTRIES = ENTRIES_IN_FLIGHT / 2;
const GROUP_MS = 50;

/**
 * Batches with at least FILED_BYTES bytes of values are written to the message file after the run has published
 * INLINE_BYTES bytes. The first ones are stored in the database, because a file of its own would cost a short run more
 * than it saves.
 */
const INLINE_BYTES = 1024 * 1024;
const FILED_BYTES = 64 * 1024;

/** A journal of a worker thread. */
export interface RemoteJournal extends Journal {
  /** Discards entries that were not sent. Call it when the run ends without finish(). */
  close(): void;
}

/** Consecutive entries as one. */
interface EntryGroup {
  /** Without the published batches. */
  entry: JournalEntry;
  entries: number;
  /** The published batches. */
  placed: (StoredBatch | FiledBatch | Promise<FiledBatch>)[];
  /** Bytes that are sent to the main thread. */
  bytes: number;
}

/**
 * Creates a journal whose entries the main thread stores. A commit resolves before its entry is durable, so that one
 * transaction can store several entries. It waits only if too many entries are not stored yet. After an entry could not
 * be stored, every call throws.
 *
 * This thread writes most batches to `file`, other threads the values that they hold, and the main thread flushes them.
 * Other buffers are copied, not transferred: after a transfer, V8 checks every access of the thread to any buffer, which
 * makes reading 20 % slower. Values that are written or copied are released to `memory`.
 */
export function createRemoteJournal(
  port: Pick<TaskPort, 'call'>,
  file: MessageFile | null,
  memory: MessageMemory,
): RemoteJournal {
  let publishedBytes = 0;
  const noteBuffers = collectBuffers('all');
  /** The entries that are not sent yet. */
  let group: EntryGroup | null = null;
  let groupTimer: NodeJS.Timeout | undefined;
  const inFlight = new Set<{ entries: number; bytes: number; stored: Promise<void> }>();
  /** Resolves when the last entry was sent. */
  let sent: Promise<void> = Promise.resolve();
  let broken: { reason: unknown } | null = null;

  function throwIfBroken(): void {
    if (broken !== null) throw broken.reason;
  }

  /** Moves a batch to the file, if that is worth it. A batch whose values another thread holds is always moved. */
  function place(batch: StoredBatch | FiledBatch): StoredBatch | FiledBatch | Promise<FiledBatch> {
    if (isFiled(batch)) return batch;
    const { held, values, messages, firstRecord } = batch;
    publishedBytes += held?.bytes ?? values.length;
    if (held !== undefined) return placeHeld(batch, held);
    if (file === null || publishedBytes <= INLINE_BYTES || values.length < FILED_BYTES) return batch;
    const filed = { messages, firstRecord, place: file.append(values, packDetails(batch)) };
    reuse(values);
    noteBuffers(sizeOfRest(batch));
    return filed;
  }

  async function placeHeld(batch: StoredBatch, held: HeldMessages): Promise<FiledBatch> {
    if (file === null) throw new Error('only a message file accepts values of other threads');
    const { messages, firstRecord } = batch;
    return { messages, firstRecord, place: await file.appendHeld(held, packDetails(batch)) };
  }

  /** Adds an entry to those that are sent together. */
  function addToGroup(entry: JournalEntry): EntryGroup {
    const placed = entry.published.map(place);
    // They are awaited when the group is sent. Without this line, Node.js would report an earlier rejection as unhandled.
    for (const batch of placed) if (batch instanceof Promise) batch.catch(() => {});
    const sentBatches = placed.filter((batch): batch is StoredBatch => !(batch instanceof Promise) && !isFiled(batch));
    const bytes = sizeOf([...sentBatches, ...entry.deadLetters]);
    const rest = { ...entry, published: [] };
    group = {
      entry: group === null ? rest : joinEntries(group.entry, rest),
      entries: (group?.entries ?? 0) + 1,
      placed: [...(group?.placed ?? []), ...placed],
      bytes: (group?.bytes ?? 0) + bytes,
    };
    return group;
  }

  function sendGroup(): void {
    clearTimeout(groupTimer);
    groupTimer = undefined;
    if (group === null) return;
    const { entry, entries, placed, bytes } = group;
    group = null;
    const flight = { entries, bytes, stored: Promise.resolve() };
    inFlight.add(flight);
    flight.stored = send(entry, Promise.all(placed)).finally(() => inFlight.delete(flight));
  }

  /** Sends an entry when its batches are in their place, and after all earlier entries. Resolves when it is stored. */
  async function send(entry: JournalEntry, batches: Promise<readonly (StoredBatch | FiledBatch)[]>): Promise<void> {
    const before = sent;
    let onSent = (): void => {};
    sent = new Promise((resolve) => (onSent = resolve));
    try {
      const [published] = await Promise.all([batches, before]);
      throwIfBroken();
      const deadLetters = entry.deadLetters.map(trim);
      const whole = {
        ...entry,
        published: published.map((batch) => (isFiled(batch) ? batch : trim(batch))),
        deadLetters,
      };
      const stored = port.call({ kind: 'commit', entry: whole });
      for (const batch of [...published, ...deadLetters]) {
        if (isFiled(batch)) continue;
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
      const unstored = [...inFlight, ...(group === null ? [] : [group])];
      if (sum(unstored, 'entries') < ENTRIES_IN_FLIGHT && sum(unstored, 'bytes') <= BYTES_IN_FLIGHT) break;
      await stored;
    }
    throwIfBroken();
  }

  return {
    async commit(entry) {
      throwIfBroken();
      const { entries, bytes } = addToGroup(entry);
      if (bytes > 0 || entries >= GROUP_ENTRIES) sendGroup();
      else groupTimer ??= setTimeout(sendGroup, GROUP_MS);
      await waitForRoom();
    },
    // The main thread stores the ending only if all earlier entries were stored.
    async finish(ending) {
      sendGroup();
      await sent;
      throwIfBroken();
      await port.call({ kind: 'finish', ending });
    },
    close() {
      clearTimeout(groupTimer);
      group = null;
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

function sum(groups: readonly Pick<EntryGroup, 'entries' | 'bytes'>[], what: 'entries' | 'bytes'): number {
  return groups.reduce((all, group) => all + group[what], 0);
}

function sizeOf(batches: readonly StoredBatch[]): number {
  return batches.reduce((bytes, { values, keys }) => bytes + values.length + (keys?.length ?? 0), 0);
}

/** Returns the size of the buffers of a batch without its values, in bytes. */
function sizeOfRest({ keys, valueEnds, keyEnds }: StoredBatch): number {
  return (keys?.length ?? 0) + valueEnds.byteLength + (keyEnds?.byteLength ?? 0);
}

/** Copies values and keys that use a part of their buffer, because a message copies the whole buffer. */
function trim(batch: StoredBatch): StoredBatch {
  const { values, keys } = batch;
  return { ...batch, values: copyPart(values), keys: keys === null ? null : copyPart(keys) };
}

function copyPart(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
