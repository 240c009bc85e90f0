import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CASES } from '../cases.ts';
import { writeRecipe } from '../data/write-file.ts';
import type { Figure, Setting } from '../program/measure-program.ts';
import { type BenchService, startService } from '../program/start-service.ts';
import { bundleDuckDb } from './bundle-duckdb.ts';
import { firstUseFigure } from './first-use.ts';
import { type Measurements, toFigures } from './main-job-figures.ts';
import { runCommand, runDuckDb, type Used } from './measured-process.ts';
import { smallFileFigures } from './small-files.ts';
import { createUpload } from './upload.ts';

interface Measurement {
  readonly name: keyof Measurements;
  measure(): Promise<Used>;
}

/**
 * Measures the main job with whole processes that take turns: files of 1.5 times and of ten times the usual size into a
 * file, into the embedded broker, and over HTTP into the embedded broker. Then small files over HTTP, and the first use
 * of a spec.
 */
export async function measureMainJob(setting: Setting): Promise<Figure[]> {
  const { root, cache, specs, megabytes } = setting;
  const data = join(cache, 'main-job-service');
  // A measurement that was interrupted leaves runs, whose files would be waited for.
  rmSync(data, { recursive: true, force: true });
  const service = await startService({ root, specs, data });
  try {
    const figures = [
      ...(await measureSize(setting, 1.5 * megabytes, service)),
      ...(await measureSize(setting, 10 * megabytes, service)),
    ];
    return [...figures, ...(await smallFileFigures(service.port)), await firstUseFigure(setting)];
  } finally {
    await service.stop();
  }
}

async function measureSize(setting: Setting, megabytes: number, service: BenchService): Promise<Figure[]> {
  const { cache, rounds, say } = setting;
  const recipe = CASES[0]?.recipe;
  if (recipe === undefined) throw new Error('there is no case');
  const file = join(cache, 'data', `main-job-${megabytes}.csv`);
  writeRecipe(file, recipe, megabytes * 1e6);
  const output = join(cache, 'data', 'main-job.ndjson');
  const command = (name: keyof Measurements, ...args: string[]): Measurement => ({
    name,
    measure: () => runCommand(setting, [...args, file], output),
  });
  const duckDb = await bundleDuckDb(cache);
  const all: Measurement[] = [
    command('validate', 'validate', '--threads', '1'),
    command('out1', 'transform', '--threads', '1', '--out', output),
    command('out2', 'transform', '--threads', '2', '--out', output),
    { name: 'outPair', measure: () => runPair(setting, file, output) },
    command('topic1', 'transform', '--threads', '1', '--topic', 'bench'),
    command('topic2', 'transform', '--threads', '2', '--topic', 'bench'),
    { name: 'upload', measure: await createUpload(service, file) },
    { name: 'duckDb', measure: () => runDuckDb(duckDb, file, output) },
  ];
  const measured: Measurements = {
    validate: [],
    out1: [],
    out2: [],
    outPair: [],
    topic1: [],
    topic2: [],
    upload: [],
    duckDb: [],
  };
  for (let round = 0; round <= rounds; round++) {
    for (const { name, measure } of all) {
      const used = await measure();
      // The first round compiles the spec and warms up the service.
      if (round > 0) measured[name].push(used);
    }
  }
  say(`main job: measured with ${megabytes} MB`);
  return toFigures(measured, megabytes);
}

/** Transforms a file with two processes at a time that have nothing in common but the file. */
async function runPair(setting: Setting, file: string, output: string): Promise<Used> {
  const both = await Promise.all(
    ['a', 'b'].map((name) => {
      const own = `${output}.${name}`;
      return runCommand(setting, ['transform', '--threads', '1', '--out', own, file], own, `main-job-data-${name}`);
    }),
  );
  for (const name of ['a', 'b']) rmSync(`${output}.${name}`);
  const [first, second] = both as [Used, Used];
  return { ...first, wall: Math.max(first.wall, second.wall) };
}
