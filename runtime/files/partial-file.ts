import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A file of an unknown process counts as abandoned when nothing was written to it for this long. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the hidden path next to `path` at which its content is written until it is complete. The name states which
 * process writes it: `.<name>.<machine>-<process id>-<random>.partial`.
 */
export function partialPathOf(path: string): string {
  return join(
    dirname(path),
    `.${basename(path)}.${machine()}-${process.pid}-${randomBytes(3).toString('hex')}.partial`,
  );
}

/**
 * Removes the partial files of `path` that processes left when they were killed. Files of running processes stay.
 * Ignores what it may not list or remove.
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
  // Earlier versions did not name the process. Those of another machine are not visible here.
  if (owner.machine !== machine()) return Date.now() - mtimeMs > ABANDONED_MS;
  // In a container that restarts, each process may have the same id.
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
