import { join } from 'node:path';
import { CASES } from '../cases.ts';
import { writeRecipe } from '../data/write-file.ts';
import type { Figure, Setting } from './measure-program.ts';
import { formatTime, middleOf, timeCommand, timeTogether } from './timed.ts';

/** The exit code of validate if records have issues. */
const FAULTY = 1;

/**
 * Measures `specmill validate` of a file ten times as large as the others, with two threads relative to one. The upper
 * limit for two threads of V8 is measured, too: two independent processes that each read a file of half the size.
 */
export async function measureThreads({ root, cache, specs, megabytes, rounds, say }: Setting): Promise<Figure> {
  const program = join(root, 'dist/specmill.js');
  const recipe = CASES[0]?.recipe;
  if (recipe === undefined) throw new Error('there is no case');
  const [file, half] = [join(cache, 'data', 'threads.csv'), join(cache, 'data', 'half.csv')];
  writeRecipe(file, recipe, 10 * megabytes * 1e6);
  writeRecipe(half, recipe, 5 * megabytes * 1e6);
  const validate = (threads: string, what: string): string[] => [
    program,
    'validate',
    '--spec',
    'payments',
    '--specs',
    specs,
    '--data',
    join(cache, 'program-data'),
    '--threads',
    threads,
    '--json',
    what,
  ];
  const run = (threads: string): number => timeCommand(process.execPath, validate(threads, file), [FAULTY]);
  run('1');
  const times = { one: [] as number[], two: [] as number[], apart: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.one.push(run('1'));
    times.two.push(run('2'));
    times.apart.push(await timeTogether(2, process.execPath, validate('1', half), [FAULTY]));
  }
  const [one, two, apart] = [middleOf(times.one), middleOf(times.two), middleOf(times.apart)];
  const limit = `two independent processes that each read half: ${formatTime(apart)}, ${(one / apart).toFixed(2)}x`;
  say(`threads: one ${formatTime(one)}, two ${formatTime(two)}; ${limit}`);
  return {
    title: `\`validate\` on two threads compared with one, ${10 * megabytes} MB`,
    measured: one / two,
    unit: 'x',
    must: 1.7,
    goal: 1.9,
    isCost: false,
    details: `${formatTime(two)} against ${formatTime(one)}; ${limit}`,
  };
}
