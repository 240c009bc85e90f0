/**
 * Runs the tests of drawn specs with documents several times, each time with another seed and in other processes, because
 * a process keeps the modules of all its specs. `node --import tsx test/documents.ts [TIMES]`. One time has 1,800 specs.
 */
import { spawnSync } from 'node:child_process';

const TIMES = 6;
const FILES = [
  'readers/parity/record-types/documents.full.test.ts',
  'readers/parity/record-types/fast-documents.full.test.ts',
  'readers/splits/documents.test.ts',
];

const times = Number(process.argv[2] ?? TIMES);
let failed = 0;
for (let time = 1; time <= times; time++) {
  console.log(`${time} of ${times}`);
  const env = { ...process.env, SPECMILL_LONG: '1', SPECMILL_RUNS: '1', SPECMILL_SEED: 'random' };
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'test/run.ts', ...FILES], {
    env,
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}
console.log(failed === 0 ? `all ${times} agree` : `${failed} of ${times} found a difference`);
process.exitCode = failed > 0 ? 1 : 0;
