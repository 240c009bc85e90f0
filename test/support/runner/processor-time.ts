import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc per second: the same on all Linux systems that Node.js supports. */
const TICKS_PER_SECOND = 100;

/**
 * Returns the processor time, in seconds, that this process has used with all processes that it has started. Where
 * there is no /proc, only its own.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childTime();
}

/** Returns the processor time, in seconds, that a living process has used. 0 where there is no /proc. */
export function processorTimeOf(pid: number): number {
  return readStat(String(pid))?.used ?? 0;
}

function childTime(): number {
  try {
    const own = readStat('self');
    const living = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readStat(pid))
      .filter((stat) => stat?.parent === process.pid);
    return (own?.ended ?? 0) + living.reduce((sum, stat) => sum + (stat?.used ?? 0), 0);
  } catch {
    return 0;
  }
}

/** Reads a line of proc_pid_stat(5); null if the process has ended. `used` includes its own ended children. */
function readStat(pid: string): { parent: number; used: number; ended: number } | null {
  try {
    // The second field is the name in parentheses, which may contain blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    const ended = (cutime + cstime) / TICKS_PER_SECOND;
    return { parent, used: (utime + stime) / TICKS_PER_SECOND + ended, ended };
  } catch {
    return null;
  }
}
