import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** The kinds of operations, in the order of inject.c. */
export const OPERATIONS = ['open', 'read', 'write', 'fsync', 'rename', 'unlink', 'truncate', 'stat'] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * How an operation fails. SHORT: a write writes the half of its bytes; any other operation fails with EIO. POWER: the process is
 * killed before it, and what was written and not flushed is lost (see Injector.losePower).
 */
export type Fault = 'EIO' | 'ENOSPC' | 'EMFILE' | 'SHORT' | 'POWER';

const ERRORS: Readonly<Record<Fault, number>> = {
  EIO: constants.errno.EIO,
  ENOSPC: constants.errno.ENOSPC,
  EMFILE: constants.errno.EMFILE,
  SHORT: -1,
  POWER: -2,
};
const PATH_BYTES = 4096;
const FOLDER_AT = 8 * (4 + OPERATIONS.length);
const PATH_AT = FOLDER_AT + PATH_BYTES;

/** A library that lets operations of other processes fail, and the file that controls it. */
export interface Injector {
  /** Environment variables of the processes. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets the operation `at` below `folder` fail, counted from 1 and from now. 0: none fails. */
  arm(folder: string, at: number, fault: Fault): void;
  /** Returns the operations so far, and the one that has failed. */
  read(): { count: number; of: Record<Operation, number>; failed: { operation: Operation; path: string } | null };
  /**
   * Gives each file of a folder the bytes that were flushed last. Those that were not flushed since arm() have the bytes of the
   * same file of `before`; new ones are empty. The names of files remain.
   */
  losePower(folder: string, before: string): void;
  remove(): void;
}

/** Compiles the library. Null: there is no C compiler, or the system is not Linux. */
export function createInjector(): Injector | null {
  if (process.platform !== 'linux') return null;
  const home = mkdtempSync(join(tmpdir(), 'specmill-inject-'));
  const library = join(home, 'inject.so');
  const source = join(import.meta.dirname, 'inject.c');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], { stdio: 'inherit' });
  if (status !== 0) {
    rmSync(home, { recursive: true });
    return null;
  }
  const control = join(home, 'control');
  const flushed = join(home, 'flushed');
  const fd = openSync(control, 'w+');
  writeSync(fd, Buffer.alloc(PATH_AT + PATH_BYTES), 0, undefined, 0);
  let armedFolder = '';
  function loseUnflushed(path: string, before: string): void {
    const copy = join(flushed, relative(armedFolder, path).replaceAll('/', '%'));
    const kept = [copy, before].find((one) => existsSync(one));
    if (kept === undefined) truncateSync(path);
    else copyFileSync(kept, path);
  }
  return {
    env: { LD_PRELOAD: library, SPECMILL_TEST_CONTROL: control, SPECMILL_TEST_FLUSHED: flushed, UV_USE_IO_URING: '0' },
    arm(folder, at, fault) {
      rmSync(flushed, { recursive: true, force: true });
      mkdirSync(flushed);
      armedFolder = folder;
      const bytes = Buffer.alloc(PATH_AT + PATH_BYTES);
      bytes.writeBigUInt64LE(BigInt(at), 0);
      bytes.writeBigInt64LE(BigInt(ERRORS[fault]), 8);
      bytes.write(`${folder}/`, FOLDER_AT);
      writeSync(fd, bytes, 0, bytes.length, 0);
    },
    read() {
      const bytes = Buffer.alloc(PATH_AT + PATH_BYTES);
      readSync(fd, bytes, 0, bytes.length, 0);
      const numberAt = (index: number) => Number(bytes.readBigUInt64LE(8 * index));
      const operation = OPERATIONS[numberAt(3) - 1];
      const path = bytes.toString('utf8', PATH_AT, bytes.indexOf(0, PATH_AT));
      const of = Object.fromEntries(OPERATIONS.map((name, index) => [name, numberAt(4 + index)]));
      return {
        count: numberAt(2),
        of: of as Record<Operation, number>,
        failed: operation === undefined ? null : { operation, path },
      };
    },
    losePower(folder, before) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        // SQLite creates this file again: it only says where the pages are.
        if (entry.name.endsWith('-shm')) rmSync(path);
        else if (entry.isFile()) loseUnflushed(path, join(before, relative(folder, path)));
      }
    },
    remove() {
      closeSync(fd);
      rmSync(home, { recursive: true });
    },
  };
}
