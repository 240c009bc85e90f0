import { openSync, writeSync } from 'node:fs';
import { randomOf } from '../support/random.ts';
import { keepInput } from './seeds.ts';
import { type FuzzInput, loadTarget, type Target, type TargetName } from './target.ts';

/** What the process is to do; it writes the number of the input that it works on to a file: one that hangs could tell nothing. */
export interface Work {
  target: TargetName;
  seed: number;
  inputs: number;
  progress: string;
}

const MOST_MS = 1000;

/** Judges one input after the other; the first on which something breaks ends the work. */
async function work({ target: name, seed, inputs, progress }: Work): Promise<string | null> {
  const target = await loadTarget(name);
  const file = openSync(progress, 'r+');
  const number = new Uint32Array(1);
  for (number[0] = 0; number[0] < inputs; number[0]++) {
    writeSync(file, number, 0, 4, 0);
    const input = target.make(randomOf(seed, number[0]));
    const why = await reasonAgainst(target, input);
    if (why !== null)
      return `${name}, input ${number[0]} of seed ${seed}: ${why}\n${keepInput(name, input.origin, input.bytes)}`;
  }
  return null;
}

/** What is wrong with how an input was taken; null for nothing. */
async function reasonAgainst(target: Target, input: FuzzInput): Promise<string | null> {
  try {
    // A machine that is busy with other things is no hang: the time of this process counts, and of some tries the quickest.
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
  // What this process is given is what `fuzzWatched` has sent.
  void work(given as Work).then((why) => process.send?.({ why }, () => process.exit(0)));
});
