import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command to its end. Returns its time in milliseconds. @throws unless its exit code is in `good`. */
export function timeCommand(command: string, args: readonly string[], good: readonly number[] = [0]): number {
  const started = performance.now();
  const { status, stderr, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const ms = performance.now() - started;
  if (!good.includes(status ?? -1)) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return ms;
}

/**
 * Runs a command several times in parallel, until the last one ends. Returns the time in milliseconds. @throws unless
 * every exit code is in `good`.
 */
export async function timeTogether(
  times: number,
  command: string,
  args: readonly string[],
  good: readonly number[] = [0],
): Promise<number> {
  const started = performance.now();
  const codes = await Promise.all(
    Array.from({ length: times }, () => once(spawn(command, args, { stdio: 'ignore' }), 'exit')),
  );
  const ms = performance.now() - started;
  if (codes.some(([code]) => !good.includes(Number(code))))
    throw new Error(`${command} ${args.join(' ')}: ended with ${codes.join(' and ')}`);
  return ms;
}

/** Returns the median of times in any order. */
export function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN;
}

/** Formats a time for people. */
export function formatTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
