import { randomBytes, randomUUID } from 'node:crypto';
import { openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UniqueKeys } from '../../compiler/kernel/model/contract.ts';
import { PRIVATE_FILE } from '../files/data-folder.ts';
import { RunFailure } from '../model/run-failure.ts';
import { hashKey } from './key-hash.ts';
import { KeyLog } from './key-log.ts';
import { KeyRun } from './key-run.ts';
import { KeyTable } from './key-table.ts';

/** The limits of the keys of a run. */
export interface KeyLimits {
  /** Number of slots of the hash table in memory, a power of two. A slot has 16 bytes. */
  slots: number;
  /** Maximum size of the keys on disk, in bytes. */
  maxBytes: number;
}

/** Where the files of the keys are. Default: the temporary folder of the system. */
export interface KeyOptions extends Partial<KeyLimits> {
  folder?: string;
}

/** 64 MiB in memory for the hashes, and as much while they are sorted. */
const LIMITS: KeyLimits = { slots: 4 * 1024 * 1024, maxBytes: 32 * 1024 ** 3 };

/** The first table is small, because most files are. */
const FIRST_SLOTS = 1024;

/** Keys that can be closed. */
export interface DiskKeys extends UniqueKeys {
  /** Closes the files, which frees their space. */
  close(): void;
}

/**
 * Creates the memory for the values of UNIQUE rules. Hashes are in memory until their table is full, and then in sorted
 * runs on disk. The values are in a file of their own. Equal hashes are confirmed by comparing the values, so no alarm is
 * false. The files have no name, so the system frees them even if the process is killed. add() throws RunFailure
 * (`too_many_keys`) if the values would need more disk than `maxBytes`, and the system's errors.
 */
export function createDiskKeys({ folder = tmpdir(), ...limits }: KeyOptions = {}): DiskKeys {
  const { slots, maxBytes } = { ...LIMITS, ...limits };
  let log: KeyLog | null = null;
  let table = new KeyTable(Math.min(FIRST_SLOTS, slots));
  let size = Math.min(FIRST_SLOTS, slots);
  const runs: KeyRun[] = [];
  const hash = { high: 0, low: 0 };
  const entry = { high: 0, low: 0, offset: 0 };
  const seed = randomBytes(4).readInt32LE();

  function create(): number {
    const path = join(folder, `specmill-keys-${randomUUID()}`);
    const file = openSync(path, 'wx+', PRIVATE_FILE);
    unlinkSync(path);
    return file;
  }

  /** Makes room for another hash: a larger table, or a run on disk. */
  function makeRoom(): void {
    if (size < slots) {
      size = Math.min(slots, size * 4);
      const larger = new KeyTable(size);
      larger.addAll(table);
      table = larger;
    } else runs.push(new KeyRun(create(), table.takeSorted()));
  }

  return {
    add(rule, key, record) {
      const keys = (log ??= new KeyLog(create()));
      hashKey(rule, key, seed, hash);
      const confirm = (offset: number): number | null => {
        const logged = keys.read(offset);
        return logged.rule === rule && logged.key === key ? logged.record : null;
      };
      let first = table.find(hash, confirm);
      for (let run = 0; first === null && run < runs.length; run++) first = runs[run]?.find(hash, confirm) ?? null;
      if (first !== null) return first;
      if (keys.length + key.length > maxBytes)
        throw new RunFailure('too_many_keys', `the values of UNIQUE rules need more than ${maxBytes} bytes of disk`);
      if (table.isFull) makeRoom();
      entry.high = hash.high;
      entry.low = hash.low;
      entry.offset = keys.append(rule, key, record);
      table.add(entry);
      return null;
    },
    close() {
      for (const file of [log, ...runs]) file?.close();
    },
  };
}
