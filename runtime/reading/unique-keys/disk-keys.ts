import { randomUUID } from 'node:crypto';
import { openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaterKeys, UniqueKeys, Utf8Key } from '../../../compiler/kernel/model/contract.ts';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { KeyGroup } from './key-group.ts';
import { KeyLog, MAX_LOG_BYTES } from './key-log.ts';
import { KeyRun } from './key-run.ts';
import { KeyTable } from './key-table.ts';

/** The limits of the keys of a run. */
export interface KeyLimits {
  /** Maximum number of slots of the hash table in memory. A slot has 8 bytes. */
  slots: number;
  /** Maximum size of the keys on disk, in bytes. At most 32 GiB. */
  maxBytes: number;
}

/** Where the files of the keys are. Default: the temporary folder of the system. */
export interface KeyOptions extends Partial<KeyLimits> {
  folder?: string;
}

/** 96 MiB in memory for the hashes: 10 million. */
const LIMITS: KeyLimits = { slots: 12 * 1024 * 1024, maxBytes: MAX_LOG_BYTES };

/** The first table is small, because most files are. Only a table that has outgrown it reserves the memory of all slots. */
const FIRST_SLOTS = 1024;
const SMALL_SLOTS = 64 * 1024;

/** Keys that can be closed. */
export interface DiskKeys extends Required<UniqueKeys> {
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
  return new HashedKeys(folder, { ...LIMITS, ...limits });
}

/** Keys that are checked later are at most this many bytes, and one key more. */
const MAX_GROUP_BYTES = 128 * 1024;

class HashedKeys implements DiskKeys, LaterKeys {
  readonly #folder: string;
  readonly #limits: KeyLimits;
  readonly #runs: KeyRun[] = [];
  #log: KeyLog | null = null;
  #table: KeyTable;
  #isSmall: boolean;
  readonly #group: KeyGroup;

  constructor(folder: string, limits: KeyLimits) {
    this.#folder = folder;
    this.#limits = limits;
    const small = Math.min(SMALL_SLOTS, limits.slots);
    this.#table = new KeyTable(Math.min(FIRST_SLOTS, small), small);
    this.#isSmall = small < limits.slots;
    this.#group = new KeyGroup(limits.slots);
  }

  add(rule: number, key: string, record: number): number | null {
    const log = (this.#log ??= new KeyLog(this.#create()));
    return this.#addStaged(log, log.stageText(rule, key), record);
  }

  addBytes(rule: number, key: Utf8Key, record: number): number | null {
    const log = (this.#log ??= new KeyLog(this.#create()));
    return this.#addStaged(log, log.stageBytes(rule, key), record);
  }

  get later(): LaterKeys {
    return this;
  }

  get isFull(): boolean {
    return this.#group.isFull || (this.#log !== null && this.#log.keptBytes >= MAX_GROUP_BYTES);
  }

  addTextLater(rule: number, key: string, record: number): void {
    const log = this.#openGroup();
    const hash = log.stageText(rule, key);
    this.#group.add(hash, log.append(record));
  }

  addBytesLater(rule: number, key: Utf8Key, record: number): void {
    const log = this.#openGroup();
    const hash = log.stageBytes(rule, key);
    this.#group.add(hash, log.append(record));
  }

  settle(): boolean {
    const log = this.#log;
    const { count } = this.#group;
    if (log === null || count === 0) return true;
    this.#checkLimit(log);
    while (!this.#table.hasRoomFor(count)) this.#makeRoom();
    const isNew = this.#group.moveTo(this.#table, this.#runs, (known, kept) => log.isEqual(known, kept));
    log.endKeeping(!isNew);
    this.#group.count = 0;
    return isNew;
  }

  /** Begins a group of keys unless one is open. */
  #openGroup(): KeyLog {
    const log = (this.#log ??= new KeyLog(this.#create()));
    if (this.#group.count === 0) log.keep();
    return log;
  }

  close(): void {
    for (const file of [this.#log, ...this.#runs]) file?.close();
  }

  /** Returns the record of the first equal key. Otherwise, appends the staged key to the log and returns null. */
  #addStaged(log: KeyLog, hash: number, record: number): number | null {
    const table = this.#table;
    let slot = table.find(hash, table.slotOf(hash));
    for (; slot >= 0; slot = table.find(hash, slot + 1)) {
      const first = log.recordOfEqual(table.referenceAt(slot));
      if (first !== null) return first;
    }
    const first = this.#runs.length === 0 ? null : this.#findOnDisk(log, hash);
    if (first !== null) return first;
    this.#checkLimit(log);
    if (!table.put(~slot, hash, log.append(record))) this.#makeRoom();
    return null;
  }

  #checkLimit(log: KeyLog): void {
    const { maxBytes } = this.#limits;
    if (log.length > maxBytes)
      throw new RunFailure('too_many_keys', `the values of UNIQUE rules need more than ${maxBytes} bytes of disk`);
  }

  #findOnDisk(log: KeyLog, hash: number): number | null {
    for (const run of this.#runs) {
      const first = run.find(hash, (reference) => log.recordOfEqual(reference));
      if (first !== null) return first;
    }
    return null;
  }

  /** Makes room for another hash: a larger table, or a run on disk. */
  #makeRoom(): void {
    if (this.#table.grow()) return;
    if (this.#isSmall) {
      const larger = new KeyTable(Math.min(4 * SMALL_SLOTS, this.#limits.slots), this.#limits.slots);
      larger.addAll(this.#table);
      this.#table = larger;
      this.#isSmall = false;
    } else this.#table.takeSorted((sorted) => this.#runs.push(new KeyRun(this.#create(), sorted)));
  }

  /** Creates a file without a name. Returns its descriptor. */
  #create(): number {
    const path = join(this.#folder, `specmill-keys-${randomUUID()}`);
    const file = openSync(path, 'wx+', PRIVATE_FILE);
    unlinkSync(path);
    return file;
  }
}
