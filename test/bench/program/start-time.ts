import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPayment, PAYMENTS_HEADER } from '../data/payments.ts';
import { createRandom } from '../data/random.ts';
import type { Figure, Setting } from './measure-program.ts';
import { formatTime, middleOf, timeCommand } from './timed.ts';

/** Measures `specmill validate` of a file of 1 kB with a compiled spec, relative to an empty Node.js program. */
export function measureStart({ root, cache, specs, rounds, say }: Setting): Figure {
  const file = join(cache, 'data', 'small.csv');
  writeFileSync(file, createSmallFile());
  const args = [
    join(root, 'dist/specmill.js'),
    'validate',
    '--spec',
    'payments',
    '--specs',
    specs,
    '--data',
    join(cache, 'program-data'),
    file,
  ];
  timeCommand(process.execPath, args);
  const times = { validate: [] as number[], nothing: [] as number[] };
  for (let round = 0; round < 4 * rounds; round++) {
    times.validate.push(timeCommand(process.execPath, args));
    times.nothing.push(timeCommand(process.execPath, ['-e', '0']));
  }
  const [validate, nothing] = [middleOf(times.validate), middleOf(times.nothing)];
  say(`start: validate ${formatTime(validate)}, node -e 0 ${formatTime(nothing)}`);
  return {
    title: '`specmill validate` of a 1 kB file with a cached module, compared with `node -e 0`',
    measured: validate / nothing,
    unit: 'x',
    must: 3,
    goal: 2,
    isCost: true,
    details: `${formatTime(validate)} against ${formatTime(nothing)}`,
  };
}

function createSmallFile(): string {
  const random = createRandom(1);
  const records = Array.from({ length: 10 }, (_, index) =>
    createPayment(index + 1, random, { badOneOf: Infinity, isQuoted: false, isForeign: false }),
  );
  return `${PAYMENTS_HEADER}\n${records.join('')}`;
}
