import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { randomOf } from '../../support/random.ts';
import { seedsOf } from './seeds.ts';
import { loadTarget, TARGETS, type TargetName } from './target.ts';
import { fuzzInProcess } from './fuzz-in-process.ts';
import { seed } from '../../support/property.ts';

/**
 * Mutated inputs: no crash, at most a second per input, consistent counters. SPECMILL_FUZZ_INPUTS is the number of
 * inputs. SPECMILL_SEED selects them (`random`: a new seed for each run, which is printed).
 */
const inputs = Number(process.env['SPECMILL_FUZZ_INPUTS'] ?? '20000');
const SHARES: Readonly<Record<TargetName, number>> = {
  archives: 0.03,
  files: 0.72,
  json: 0.12,
  packed: 0.06,
  specs: 0.04,
  workbooks: 0.03,
};

for (const target of TARGETS) {
  test(`${target}: inputs that once failed`, async () => {
    const { revive, judge } = await loadTarget(target);
    const seeds = seedsOf(target);
    for (const { file, origin, bytes } of seeds) {
      // In many ways of splitting and reading them.
      for (let feeding = 0; feeding < 50; feeding++) {
        try {
          await judge({ ...revive(origin, bytes), random: randomOf(1, feeding) });
        } catch (error) {
          throw new Error(`${file}: ${error instanceof Error ? error.stack : String(error)}`);
        }
      }
    }
  });

  test(`${target}: mutated inputs`, async () => {
    const count = Math.ceil(inputs * SHARES[target]);
    const began = performance.now();
    assert.is(await fuzzInProcess(target, seed, count), null);
    console.log(
      `note: ${target}: ${count} inputs of seed ${seed} in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
  });
}

test.run();
