/**
 * Measures every feature of the language alone: the processor time of a reading, compared with that of the same file and
 * spec without the feature. `npm run bench:features` writes README.md. SPECMILL_FEATURE_RECORDS is the number of
 * records (200,000), and SPECMILL_FEATURES a pattern of titles. With either, the table is only printed.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { AREAS, base, type Feature } from './features.ts';
import type { Reading } from './run-feature.ts';
import { writeTrips } from './trips.ts';

const HERE = import.meta.dirname;
const CACHE = join(HERE, '../node_modules/.cache/features');
const givenRecords = process.env['SPECMILL_FEATURE_RECORDS'];
const only = process.env['SPECMILL_FEATURES'];
const records = Number(givenRecords ?? 200_000);

/** Processes that read each feature, one after another: V8 compiles the same reader differently in each. */
const PROCESSES = 3;
/** Readings of a process before those that count. V8 compiles the readers in them. */
const WARM_UP = 4;
const ROUNDS = 5;

interface Measured {
  readonly feature: Feature;
  readonly reading: Reading;
  /** Processor time of a reading, compared with the base. */
  readonly ratio: number;
  /** Processor time of the fastest reading of the base. */
  readonly baseSeconds: number;
}

/** A process that reads one file again and again. */
interface Reader {
  read(): Promise<Reading>;
  end(): void;
}

rmSync(CACHE, { recursive: true, force: true });
mkdirSync(CACHE, { recursive: true });
const sections: { area: string; rows: Measured[] }[] = [];
for (const [area, features] of AREAS) {
  const rows: Measured[] = [];
  for (const feature of features.filter(({ title }) => new RegExp(only ?? '').test(title))) {
    rows.push(await measure(feature));
    console.log(formatRow(rows.at(-1) as Measured));
  }
  sections.push({ area, rows });
}
rmSync(CACHE, { recursive: true });
const page = formatPage();
if (givenRecords === undefined && only === undefined) writeFileSync(join(HERE, 'README.md'), page);

function startReader(name: string, { spec, file = {}, keys = 0 }: Feature): Reader {
  const paths = [join(CACHE, `${name}.json`), join(CACHE, `${name}.txt`)] as const;
  writeFileSync(paths[0], JSON.stringify(spec));
  writeTrips(paths[1], records, file);
  const process = fork(join(HERE, 'run-feature.ts'), [...paths, String(keys)], { execArgv: ['--import', 'tsx'] });
  return {
    async read() {
      process.send('read');
      // The process sends a Reading.
      const [reading] = (await once(process, 'message', { signal: AbortSignal.timeout(60_000) })) as [Reading];
      return reading;
    },
    end: () => void process.kill(),
  };
}

/**
 * Reads the file of the feature and that of the base in turn, each in its own process. The load of the machine changes,
 * so each reading is compared with the one of the base just before it.
 */
async function measure(feature: Feature): Promise<Measured> {
  const pairs: { base: Reading; own: Reading }[] = [];
  for (let i = 0; i < PROCESSES; i++) {
    const [baseReader, ownReader] = [startReader('base', base), startReader('feature', feature)];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const pair = { base: await baseReader.read(), own: await ownReader.read() };
      if (round >= 0) pairs.push(pair);
    }
    baseReader.end();
    ownReader.end();
  }
  const ratios = pairs.map(({ base: { seconds }, own }) => own.seconds / seconds).sort((a, b) => a - b);
  return {
    feature,
    reading: (pairs[0] as { own: Reading }).own,
    ratio: ratios[ratios.length >> 1] as number,
    baseSeconds: Math.min(...pairs.map(({ base: { seconds } }) => seconds)),
  };
}

function formatRow({ feature: { title }, reading, ratio }: Measured): string {
  const { fastRecords, carefulFields, issues } = reading;
  const share = `${Math.round((100 * fastRecords) / reading.records)} %`;
  const form =
    carefulFields === null
      ? 'no: no fast reader'
      : carefulFields.length > 0
        ? `no: ${carefulFields.join(', ')}`
        : 'yes';
  const note = issues > 0 ? ` (${issues} records with issues)` : '';
  return `| ${title}${note} | ${ratio.toFixed(2)} | ${form} | ${share} |`;
}

function formatPage(): string {
  const bases = sections.flatMap(({ rows }) => rows.map(({ baseSeconds }) => 1000 * baseSeconds));
  return [
    '# Features of the language and their cost',
    '',
    `Written by \`npm run bench:features\`: Node ${process.version.slice(1)}, ${records.toLocaleString('en-US')} trips with 10 fields, load ${loadavg()[1]?.toFixed(1)}.`,
    `Each row has one feature that the base lacks. The base takes ${Math.min(...bases).toFixed(0)} to ${Math.max(...bases).toFixed(0)} ms of processor time.`,
    '"Ratio" is the processor time of a reading, compared with a reading of the base just before it: the median of 15 pairs in three processes each, after V8 has compiled both. A file of another format or encoding has another size.',
    '"Byte form" says whether the fast reader reads the feature from bytes. If not, it names the fields that the careful reader reads, or says that there is no fast reader.',
    '"Read fast" is the share of the records that the fast reader accepts. In the others, the careful reader reads all fields.',
    'UNIQUE is measured by `npm run bench:records`.',
    ...sections.flatMap(({ area, rows }) => [
      '',
      `## ${area}`,
      '',
      '| feature | ratio | byte form | read fast |',
      '|---|---|---|---|',
      ...rows.map(formatRow),
    ]),
    '',
  ].join('\n');
}
