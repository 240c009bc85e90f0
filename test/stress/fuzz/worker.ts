import { openSync, writeSync } from 'node:fs';
import { randomOf } from '../../support/random.ts';
import { saveInput } from './seeds.ts';
import { type FuzzInput, loadTarget, type Target, type TargetName } from './target.ts';

/**
 * The work of a process. It writes the number of the current input to a file, because a hanging process cannot report
 * it.
 */
export interface Work {
  target: TargetName;
  seed: number;
  inputs: number;
  progress: string;
}

const MOST_MS = 1000;

/** Checks inputs in order, up to the first that fails. */
async function work({ target: name, seed, inputs, progress }: Work): Promise<string | null> {
  const target = await loadTarget(name);
  const file = openSync(progress, 'r+');
  const number = new Uint32Array(1);
  for (number[0] = 0; number[0] < inputs; number[0]++) {
    writeSync(file, number, 0, 4, 0);
    const input = target.make(randomOf(seed, number[0]));
    const why = await reasonAgainst(target, input);
    if (why !== null)
      return `${name}, input ${number[0]} of seed ${seed}: ${why}\n${saveInput(name, input.origin, input.bytes)}`;
  }
  return null;
}

/** Returns why an input failed, or null if it passed. */
async function reasonAgainst(target: Target, input: FuzzInput): Promise<string | null> {
  try {
    // Measures the processor time of this process and takes the best of several attempts, so that other load does not
    // count as a hang.
    for (let tries = 0; tries < 4; tries++) {
      const began = process.cpuUsage().user;
      await target.judge(input);
      if ((process.cpuUsage().user - began) / 1000 < MOST_MS) return null;
    }
    return `more than ${MOST_MS} ms`;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

process.once('message', (given) => {
  // The message has the type that `fuzzWatched` sends.
  void work(given as Work).then((why) => process.send?.({ why }, () => process.exit(0)));
});
