import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';

/**
 * Returns the name of the calling thread in /proc/self/task. Other threads of the process need it to read the thread's
 * processor time. Returns null on systems other than Linux.
 */
export function findThreadName(): string | null {
  try {
    return /\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the processor time that a thread has used so far, in milliseconds, also while the thread is busy. `name` is
 * the result of findThreadName() in that thread. Returns null if the time cannot be read: the thread has ended, or
 * neither the system nor this version of Node.js reports it.
 */
export async function readThreadTime(thread: Worker, name: string | null): Promise<number | null> {
  try {
    if (name !== null) return toMilliseconds(await readFile(`/proc/self/task/${name}/stat`, 'utf8'));
    // The types are those of the oldest supported version.
    const { cpuUsage } = thread as { cpuUsage?: () => Promise<{ user: number; system: number }> };
    if (cpuUsage === undefined) return null;
    const { user, system } = await cpuUsage.call(thread);
    return (user + system) / 1000;
  } catch {
    return null;
  }
}

/** USER_HZ is 100 on all architectures that Node.js supports. */
const MS_PER_TICK = 10;

/** Reads utime and stime (proc_pid_stat(5), fields 14 and 15). The name in field 2 may contain blanks and parentheses. */
function toMilliseconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
