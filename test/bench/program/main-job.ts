import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { processorTime } from '../../support/runner/processor-time.ts';
import { CASES } from '../cases.ts';
import { writeRecipe } from '../data/write-file.ts';
import { sendSmallFiles } from '../service/client.ts';
import type { Figure, Setting } from './measure-program.ts';
import { startService } from './start-service.ts';

/** The exit code of validate and transform if records have issues. */
const FAULTY = 1;
const SMALL_FILES = 400;

/** What a whole process, or the service during a request, used, in seconds. */
interface Used {
  processor: number;
  wall: number;
}

interface Measurement {
  readonly name: string;
  measure(): Promise<Used>;
}

/**
 * Measures the main job with whole processes that take turns: a file of 1.5 times the usual size into a file, into the
 * embedded broker, and over HTTP into the embedded broker. The least of the rounds counts. Then small files over HTTP.
 */
export async function measureMainJob(setting: Setting): Promise<Figure[]> {
  const { root, cache, specs, megabytes, rounds, say } = setting;
  const recipe = CASES[0]?.recipe;
  if (recipe === undefined) throw new Error('there is no case');
  const file = join(cache, 'data', 'main-job.csv');
  writeRecipe(file, recipe, 1.5 * megabytes * 1e6);
  const service = await startService({ root, specs, data: join(cache, 'main-job-service') });
  try {
    const upload = await createUpload(service, file);
    const program = (name: string, ...args: string[]): Measurement => ({
      name,
      measure: async () => runProgram(setting, [...args, file]),
    });
    const out = ['--out', join(cache, 'data', 'main-job.ndjson')];
    const all = [
      program('validate', 'validate', '--threads', '1'),
      program('out 1', 'transform', '--threads', '1', ...out),
      program('out 2', 'transform', '--threads', '2', ...out),
      program('topic 1', 'transform', '--threads', '1', '--topic', 'bench'),
      program('topic 2', 'transform', '--threads', '2', '--topic', 'bench'),
      { name: 'upload', measure: upload },
    ];
    const least = new Map<string, Used>();
    for (let round = 0; round <= rounds; round++) {
      for (const { name, measure } of all) {
        const used = await measure();
        // The first round compiles the spec and warms up the service.
        if (round > 0) least.set(name, lesser(least.get(name), used));
      }
    }
    const small = await measureSmallFiles(service.port);
    for (const [name, { processor, wall }] of least)
      say(`main job: ${name} ${processor.toFixed(2)} s processor, ${wall.toFixed(2)} s`);
    return toFigures(least, small);
  } finally {
    await service.stop();
  }
}

function lesser(a: Used | undefined, b: Used): Used {
  return { processor: Math.min(a?.processor ?? Infinity, b.processor), wall: Math.min(a?.wall ?? Infinity, b.wall) };
}

/** Runs the program once. Topics are removed before, so that the data folder does not grow. */
function runProgram({ root, cache, specs }: Setting, args: readonly string[]): Used {
  const data = join(cache, 'main-job-data');
  for (const name of ['specmill.sqlite', 'specmill.sqlite-wal', 'specmill.sqlite-shm', 'messages', 'spool'])
    rmSync(join(data, name), { recursive: true, force: true });
  const [command = '', ...rest] = args;
  const common = ['--spec', 'payments', '--specs', specs, '--data', data];
  const [began, before] = [performance.now(), processorTime()];
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist/specmill.js'), command, ...common, ...rest],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  );
  if (status !== FAULTY) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { processor: processorTime() - before, wall: (performance.now() - began) / 1000 };
}

/** Returns a function that sends a file to the service, which publishes its records. curl is not part of the result. */
async function createUpload(
  { api, findSpec, processorMs }: Awaited<ReturnType<typeof startService>>,
  file: string,
): Promise<() => Promise<Used>> {
  const parts = [`specId=${await findSpec('payments')}`, 'brokerTopic=bench', 'onDuplicateFile=ALLOW', `file=@${file}`];
  return async () => {
    const [began, before] = [performance.now(), processorMs()];
    const { status, stdout } = spawnSync(
      'curl',
      ['-sf', ...parts.flatMap((part) => ['-F', part]), `${api}/transform/file-to-events`],
      { encoding: 'utf8', maxBuffer: 1e8 },
    );
    if (status !== 0) throw new Error(`curl ended with ${status}: ${stdout}`);
    const used = { processor: (processorMs() - before) / 1000, wall: (performance.now() - began) / 1000 };
    // The topic is removed, so that the data folder does not grow.
    await fetch(`${api}/topics/bench`, { method: 'DELETE' });
    return used;
  };
}

/** Returns the files of 20 records that the service publishes, and validates, in one second for 50 clients. */
async function measureSmallFiles(port: number): Promise<{ published: number; validated: number }> {
  const rateOf = async (route: string): Promise<number> => {
    const files = { port, route, clients: 50, files: SMALL_FILES, key: null };
    await sendSmallFiles(files);
    const began = performance.now();
    await sendSmallFiles(files);
    return SMALL_FILES / ((performance.now() - began) / 1000);
  };
  return { published: await rateOf('file-to-events'), validated: await rateOf('validate') };
}

function toFigures(used: ReadonlyMap<string, Used>, small: { published: number; validated: number }): Figure[] {
  const ratio = (a: string, b: string, by: keyof Used): number =>
    (used.get(a)?.[by] ?? NaN) / (used.get(b)?.[by] ?? NaN);
  const figure = (title: string, measured: number, must: number, goal: number, details: string): Figure => {
    return { title, measured, unit: 'x', must, goal, isCost: true, details };
  };
  const times = (a: string, b: string, by: keyof Used): string =>
    `${used.get(a)?.[by].toFixed(2)} s against ${used.get(b)?.[by].toFixed(2)} s, ${by === 'wall' ? 'elapsed' : 'processor time'}`;
  const cost = (title: string, [a, b]: readonly [string, string], must: number, goal: number): Figure =>
    figure(title, ratio(a, b, 'processor'), must, goal, times(a, b, 'processor'));
  return [
    cost('`transform --out`, one thread, compared with `validate`', ['out 1', 'validate'], 1.25, 1.1),
    {
      ...figure(
        '`transform --out`, two threads compared with one',
        ratio('out 1', 'out 2', 'wall'),
        1.5,
        1.7,
        times('out 2', 'out 1', 'wall'),
      ),
      isCost: false,
    },
    cost('`transform --topic`, one thread, compared with `--out`', ['topic 1', 'out 1'], 1.6, 1.25),
    cost('`transform --topic`, two threads, compared with `--out`', ['topic 2', 'out 2'], 1.6, 1.25),
    cost('upload over HTTP to the embedded broker, compared with `--out`, two threads', ['upload', 'out 2'], 1.8, 1.4),
    {
      ...figure('files of 20 records to the embedded broker, 50 clients, a second', small.published, 400, 1000, ''),
      unit: '/s',
      isCost: false,
    },
    {
      ...figure('the same, `validate`', small.validated, 1000, 2500, ''),
      unit: '/s',
      isCost: false,
    },
  ];
}
