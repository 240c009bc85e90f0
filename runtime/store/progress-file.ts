import { createHash } from 'node:crypto';
import { fdatasyncSync, writeSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from '../files/create-folder.ts';
import { type Checkpoint, laterCheckpoint } from '../model/checkpoint.ts';
import type { JournalEntry } from '../model/journal.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';

/**
 * A file beside the store with the last steps of a run: two slots, written in turn. Each holds a line of text, its mark,
 * the SHA-256 of what follows, and JSON: what was not written whole is told by it, and the other slot counts.
 */
export interface ProgressFile {
  /** Keeps a step; durable when it returns. False where it is too long for that. Throws the system's errors. */
  write(step: Pick<JournalEntry, 'checkpoint' | 'durationMs'>): boolean;
  close(): Promise<void>;
}

const SLOT_BYTES = 64 * 1024;
const MARK = 'specmill-progress-1';
// With s: JSON may hold line separators of Unicode (U+2028) as they are.
const LINE = new RegExp(`^${MARK} ([0-9a-f]{64}) (.*)$`, 's');
const LINE_FEED = 10;

/** Makes the progress file of a run, in the place of one that is there. Throws the system's errors. */
export async function openProgressFile(path: string, runId: string): Promise<ProgressFile> {
  const folder = dirname(path);
  if ((await createFolder(folder)) !== undefined) await syncToDisk(dirname(folder));
  const handle = await open(path, 'w');
  try {
    // A step then only changes bytes that have their place on the disk.
    await handle.write(Buffer.alloc(2 * SLOT_BYTES));
    await handle.sync();
    await syncToDisk(folder);
  } catch (error) {
    await handle.close();
    throw error;
  }
  let slot = 0;
  return {
    write({ checkpoint, durationMs }) {
      const line = toLine(`{"runId":"${runId}","durationMs":${durationMs},"checkpoint":${checkpoint}}`);
      if (line.length > SLOT_BYTES) return false;
      const written = writeSync(handle.fd, line, 0, line.length, slot * SLOT_BYTES);
      if (written < line.length) throw new Error(`of ${line.length} bytes ${written} were written`);
      fdatasyncSync(handle.fd);
      slot = 1 - slot;
      return true;
    },
    close: () => handle.close(),
  };
}

/** The last step of a run that its progress file holds, with no `errors`; null where there is none. Throws the system's errors. */
export async function readProgress(path: string, runId: string): Promise<Checkpoint | null> {
  const bytes = await readFile(path).catch(nullWhereMissing);
  if (bytes === null) return null;
  return laterCheckpoint(readSlot(bytes.subarray(0, SLOT_BYTES), runId), readSlot(bytes.subarray(SLOT_BYTES), runId));
}

function toLine(json: string): Buffer {
  return Buffer.from(`${MARK} ${hashOf(json)} ${json}\n`);
}

function readSlot(slot: Buffer, runId: string): Checkpoint | null {
  const [, hash, json] = LINE.exec(slot.toString('utf8', 0, Math.max(0, slot.indexOf(LINE_FEED)))) ?? [];
  if (json === undefined || hashOf(json) !== hash) return null;
  // The mark and the hash say that this program wrote it.
  const kept = JSON.parse(json) as { runId: string; durationMs: number; checkpoint: Checkpoint };
  return kept.runId === runId ? { ...kept.checkpoint, durationMs: kept.durationMs } : null;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
