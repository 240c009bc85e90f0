import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CASES } from '../cases.ts';
import { writeRecipe } from '../data/write-file.ts';
import type { Figure, Setting } from './measure-program.ts';
import { formatTime, middleOf, timeCommand } from './timed.ts';

/** `specmill validate` of a file ten times as large as the others, on two threads against one. Nothing where it does not know --threads. */
export async function measureThreads({ root, cache, specs, megabytes, rounds, say }: Setting): Promise<Figure[]> {
  const program = join(root, 'dist/specmill.js');
  const help = spawnSync(process.execPath, [program, 'validate', '--help'], { encoding: 'utf8' }).stdout;
  if (!help.includes('--threads')) {
    say('skip: validate does not know --threads: two threads are not held against one');
    return [];
  }
  const recipe = CASES[0]?.recipe;
  if (recipe === undefined) throw new Error('there is no case');
  const file = join(cache, 'data', 'threads.csv');
  writeRecipe(file, recipe, 10 * megabytes * 1e6);
  const run = (threads: string): number =>
    timeCommand(process.execPath, [program, 'validate', '--spec', 'payments', '--specs', specs, '--data', join(cache, 'program-data'), '--threads', threads, '--json', file], [1]);
  run('1');
  const times = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.one.push(run('1'));
    times.two.push(run('2'));
  }
  const [one, two] = [middleOf(times.one), middleOf(times.two)];
  say(`threads: one ${formatTime(one)}, two ${formatTime(two)}`);
  return [{
    title: `\`validate\` on two threads against one, ${10 * megabytes} MB`, measured: one / two, unit: 'x', must: 1.7, goal: 1.9, isCost: false,
    details: `${formatTime(two)} against ${formatTime(one)}`,
  }];
}
