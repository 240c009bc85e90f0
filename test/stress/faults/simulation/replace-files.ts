import fs from 'node:fs';
import files, { type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { basename, dirname } from 'node:path';
import type { Random } from '../../../support/random.ts';
import { findCaller, type Process, type Simulator } from './simulator.ts';

/** What a power failure may undo: the changes of a disk that were not flushed, the last one last. */
export interface Disk {
  /** Called before the bytes of a file change. */
  onChange(path: string): void;
  /** Called when the bytes of a file are flushed, or the names of a folder. */
  onFlush(path: string): void;
  onMove(from: string, to: string): void;
  /** Called after a name in a folder has changed. `undo` restores the earlier name. */
  onName(folder: string, undo: () => void): void;
}

/** The disk of a simulation. */
const disks = new WeakMap<Simulator, Disk>();

export function useDisk(simulator: Simulator, disk: Disk): void {
  disks.set(simulator, disk);
}

const CODES = ['EIO', 'ENOSPC', 'EMFILE'] as const;

function failure(random: Random, label: string): Error {
  const code = random.pick(CODES);
  return Object.assign(new Error(`${code}: simulated, ${label}`), { code, syscall: label });
}

/** Replaces functions of node:fs/promises, and read() of node:fs. */
export function replaceFiles(): void {
  const real = { ...files };
  const names = [
    'readdir',
    'stat',
    'lstat',
    'rm',
    'writeFile',
    'readFile',
    'mkdir',
    'chmod',
    'statfs',
    'realpath',
  ] as const;
  for (const name of names)
    Object.assign(files, {
      [name]: (...args: unknown[]) =>
        asRequest(`${name} ${basename(String(args[0]))}`, () =>
          (real[name] as (...all: unknown[]) => unknown)(...args),
        ),
    });
  Object.assign(files, {
    open: async (path: string, flags: string, mode?: number) => {
      const caller = findCaller();
      if (caller === null) return real.open(path, flags, mode);
      return asRequest(`open ${basename(path)}`, async () => {
        const handle = await real.open(path, flags, mode);
        for (const process of [caller.process, caller.process.main])
          process.onKilled.push(() => handle.close().catch(() => {}));
        if (flags.startsWith('w'))
          disks.get(caller.simulator)?.onName(dirname(path), () => fs.rmSync(path, { force: true }));
        return simulateHandle(handle, path, caller);
      });
    },
    rename: (from: string, to: string) =>
      asRequest('rename', async ({ simulator }) => {
        await real.rename(from, to);
        disks.get(simulator)?.onMove(from, to);
        disks.get(simulator)?.onName(dirname(to), () => fs.existsSync(to) && fs.renameSync(to, from));
      }),
    unlink: (path: string) =>
      asRequest('unlink', async ({ simulator }) => {
        const content = fs.existsSync(path) ? fs.readFileSync(path) : null;
        await real.unlink(path);
        if (content !== null) disks.get(simulator)?.onName(dirname(path), () => fs.writeFileSync(path, content));
      }),
  });
  replaceRead();
}

function replaceRead(): void {
  const { read } = fs;
  const realRead = promisify(read);
  const promised = async (...args: Parameters<typeof realRead>): Promise<unknown> =>
    findCaller() === null ? realRead(...args) : asRequest('read', () => realRead(...args));
  const replaced = Object.assign((...args: unknown[]) => (read as (...all: unknown[]) => void)(...args), {
    [promisify.custom]: promised,
  });
  Object.assign(fs, { read: replaced });
}

type Caller = { simulator: Simulator; process: Process };

function asRequest<T>(label: string, execute: (caller: Caller) => Promise<T> | T): Promise<T> {
  const caller = findCaller();
  if (caller === null) return Promise.resolve(execute({} as Caller));
  const { simulator } = caller;
  const channel = `file ${simulator.nextId()}`;
  const fail = (random: Random): Error => failure(random, label);
  return simulator.request({ kind: 'file', channel, label, execute: () => execute(caller), fail });
}

const WRITES = new Set(['write', 'writev', 'writeFile', 'truncate']);
const FLUSHES = new Set(['sync', 'datasync']);

/** Returns a handle whose calls are requests. */
function simulateHandle(handle: FileHandle, path: string, caller: Caller): FileHandle {
  const disk = disks.get(caller.simulator);
  return new Proxy(handle, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      return (...args: unknown[]) =>
        asRequest(`${name} ${basename(path)}`, async () => {
          if (WRITES.has(name)) disk?.onChange(path);
          const result: unknown = await Reflect.apply(value, target, args);
          if (FLUSHES.has(name)) disk?.onFlush(path);
          return result;
        });
    },
  });
}
