import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * If the process that writes a partial file is unknown, the file counts as abandoned after this time without a write.
 */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Returns a new path for the partial file of `path`: a hidden file in the same folder, to which the content is written
 * until it is complete. The name identifies the writing process: `.<name>.<machine>-<process id>-<random>.partial`,
 * where `<machine>` is derived from the host name.
 */
export function partialPathOf(path: string): string {
  return join(
    dirname(path),
    `.${basename(path)}.${machine()}-${process.pid}-${randomBytes(3).toString('hex')}.partial`,
  );
}

/**
 * Removes the partial files of `path` that killed processes have left. A file of this machine is removed if its process
 * no longer runs. A file of another machine, or one without a process id in its name, is removed after 24 hours without
 * a write. Does not throw: it ignores a folder that it cannot list and files that it cannot remove.
 */
export async function removeAbandonedPartials(path: string): Promise<void> {
  const folder = dirname(path);
  const start = `.${basename(path)}.`;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(start)) continue;
    const owner = /^(?:([0-9a-f]{4})-(\d+)-[0-9a-f]{6}|[0-9a-f]{8})\.partial$/.exec(name.slice(start.length));
    if (owner === null) continue;
    const partial = join(folder, name);
    const isAbandoned = await hasNoWriter(partial, { machine: owner[1], pid: Number(owner[2]) }).catch(() => false);
    if (isAbandoned) await rm(partial, { force: true }).catch(() => {});
  }
}

async function hasNoWriter(partial: string, owner: { machine: string | undefined; pid: number }): Promise<boolean> {
  const { mtimeMs } = await stat(partial);
  // Only the age of the file decides here: earlier versions did not write the process id into the name, and the
  // processes of another machine are not visible.
  if (owner.machine !== machine()) return Date.now() - mtimeMs > ABANDONED_MS;
  // The file may come from an earlier process with the same id: in a container that restarts, each process can have the
  // same id.
  return owner.pid === process.pid ? mtimeMs < performance.timeOrigin : !isRunning(owner.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 4);
}
