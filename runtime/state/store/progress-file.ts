import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from '../../base/files/create-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../base/files/data-folder.ts';
import { type Checkpoint, isCheckpoint, laterCheckpoint } from '../../base/model/checkpoint.ts';
import type { JournalEntry } from '../../base/model/journal.ts';
import { syncToDisk } from '../../base/files/sync-to-disk.ts';

/**
 * A file outside the database that contains the last checkpoint of a run. It has two slots, which are written
 * alternately. A slot is one line: a mark, the SHA-256 of the JSON, and the JSON. If a write was incomplete, the hash
 * of its slot does not match, and the checkpoint in the other slot is used.
 */
export interface ProgressFile {
  /**
   * Stores a checkpoint. It is durable when the promise resolves; only then may the next one be written. Returns false
   * if the checkpoint does not fit in a slot of 64 KiB; then nothing is stored. Throws the system's errors.
   */
  write(step: Pick<JournalEntry, 'checkpoint' | 'durationMs'>): Promise<boolean>;
  close(): Promise<void>;
}

const SLOT_BYTES = 64 * 1024;
const MARK = 'specmill-progress-1';
// The flag s is needed, because JSON can contain the line separators U+2028 and U+2029.
const LINE = new RegExp(`^${MARK} ([0-9a-f]{64}) (.*)$`, 's');
const LINE_FEED = 10;

/** Creates the progress file of a run at `path`. An existing file is replaced. Throws the system's errors. */
export async function openProgressFile(path: string, runId: string): Promise<ProgressFile> {
  const folder = dirname(path);
  if ((await createFolder(folder, PRIVATE_FOLDER)) !== undefined) await syncToDisk(dirname(folder));
  const handle = await open(path, 'w', PRIVATE_FILE);
  try {
    // The file gets its full size now, so that a later write never has to allocate disk blocks.
    await handle.write(Buffer.alloc(2 * SLOT_BYTES));
    await handle.sync();
    await syncToDisk(folder);
  } catch (error) {
    await handle.close();
    throw error;
  }
  let slot = 0;
  return {
    async write({ checkpoint, durationMs }) {
      const line = toLine(`{"runId":"${runId}","durationMs":${durationMs},"checkpoint":${checkpoint}}`);
      if (line.length > SLOT_BYTES) return false;
      // This only copies the line to the system's cache. datasync() waits for the disk, while this thread does other
      // work.
      const written = writeSync(handle.fd, line, 0, line.length, slot * SLOT_BYTES);
      if (written < line.length) throw new Error(`only ${written} of ${line.length} bytes were written`);
      await handle.datasync();
      slot = 1 - slot;
      return true;
    },
    close: () => handle.close(),
  };
}

/**
 * Returns the last checkpoint in the progress file of a run, without `errors`. Returns null if the file is missing,
 * contains no complete checkpoint, or belongs to another run. Throws the system's errors.
 */
export async function readProgress(path: string, runId: string): Promise<Checkpoint | null> {
  const bytes = await readFile(path).catch(nullWhereMissing);
  if (bytes === null) return null;
  return laterCheckpoint(readSlot(bytes.subarray(0, SLOT_BYTES), runId), readSlot(bytes.subarray(SLOT_BYTES), runId));
}

/**
 * Returns the state of a progress file: `incomplete` if one of its slots is no complete checkpoint, as after a crash, and
 * `damaged` if none is, but something was written. Throws the system's errors.
 */
export async function examineProgress(path: string): Promise<'complete' | 'incomplete' | 'damaged'> {
  const bytes = await readFile(path);
  const slots = [bytes.subarray(0, SLOT_BYTES), bytes.subarray(SLOT_BYTES)];
  const written = slots.filter((slot) => slot.some((byte) => byte !== 0));
  const complete = written.filter((slot) => openLine(slot) !== null);
  if (complete.length === written.length) return 'complete';
  return complete.length > 0 ? 'incomplete' : 'damaged';
}

function toLine(json: string): Buffer {
  return Buffer.from(`${MARK} ${hashOf(json)} ${json}\n`);
}

/** Returns the JSON of a slot; null if the slot was not completely written. */
function openLine(slot: Buffer): string | null {
  const [, hash, json] = LINE.exec(slot.toString('utf8', 0, Math.max(0, slot.indexOf(LINE_FEED)))) ?? [];
  return json === undefined || hashOf(json) !== hash ? null : json;
}

function readSlot(slot: Buffer, runId: string): Checkpoint | null {
  const json = openLine(slot);
  if (json === null) return null;
  // The mark and the hash show that the JSON is complete. They do not show who wrote it, so its shape is checked.
  const saved = parseObject(json) as { runId?: string; durationMs?: number; checkpoint?: Partial<Checkpoint> };
  if (saved.runId !== runId) return null;
  const checkpoint = { ...saved.checkpoint, durationMs: saved.durationMs ?? -1 };
  return isCheckpoint(checkpoint) ? checkpoint : null;
}

function parseObject(json: string): unknown {
  try {
    return JSON.parse(json) ?? {};
  } catch {
    return {};
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
