import { spawnSync } from 'node:child_process';

/** Runs a command to its end. Gives its time in milliseconds. @throws where its exit code is none of `good`. */
export function timeCommand(command: string, args: readonly string[], good: readonly number[] = [0]): number {
  const started = performance.now();
  const { status, stderr, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const ms = performance.now() - started;
  if (!good.includes(status ?? -1)) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return ms;
}

/** The middle time of some; they need not be sorted. */
export function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN;
}

/** A time for a person. */
export function formatTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
