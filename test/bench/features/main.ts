/**
 * Measures every feature of the language alone: the processor time of a reading, compared with that of the same file and
 * spec without the feature. `npm run bench:features` writes README.md. SPECMILL_FEATURE_RECORDS is the number of
 * records (200,000), and SPECMILL_FEATURES a pattern of titles. With either, the table is only printed.
 */
import { execFileSync } from 'node:child_process';
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

interface Measured {
  readonly feature: Feature;
  readonly reading: Reading;
  /** Processor time of the base, measured before and after the feature, because the load of the machine changes. */
  readonly baseSeconds: number;
}

rmSync(CACHE, { recursive: true, force: true });
mkdirSync(CACHE, { recursive: true });
const sections: { area: string; rows: Measured[] }[] = [];
let before = measure(base).seconds;
for (const [area, features] of AREAS) {
  const rows: Measured[] = [];
  for (const feature of features.filter(({ title }) => new RegExp(only ?? '').test(title))) {
    const reading = measure(feature);
    const after = measure(base).seconds;
    rows.push({ feature, reading, baseSeconds: Math.min(before, after) });
    before = after;
    console.log(formatRow(rows.at(-1) as Measured));
  }
  sections.push({ area, rows });
}
rmSync(CACHE, { recursive: true });
const page = formatPage();
if (givenRecords === undefined && only === undefined) writeFileSync(join(HERE, 'README.md'), page);

function measure({ spec, file = {} }: Feature): Reading {
  const paths = [join(CACHE, 'trips.json'), join(CACHE, 'trips.txt')] as const;
  writeFileSync(paths[0], JSON.stringify(spec));
  writeTrips(paths[1], records, file);
  const program = join(HERE, 'run-feature.ts');
  const text = execFileSync(process.execPath, ['--import', 'tsx', program, ...paths], { encoding: 'utf8' });
  // The program prints a Reading.
  return JSON.parse(text) as Reading;
}

function formatRow({ feature: { title }, reading, baseSeconds }: Measured): string {
  const { seconds, fastRecords, carefulFields, issues } = reading;
  const share = `${Math.round((100 * fastRecords) / reading.records)} %`;
  const form =
    carefulFields === null
      ? 'no: no fast reader'
      : carefulFields.length > 0
        ? `no: ${carefulFields.join(', ')}`
        : 'yes';
  const note = issues > 0 ? ` (${issues} records with issues)` : '';
  return `| ${title}${note} | ${(seconds / baseSeconds).toFixed(2)} | ${form} | ${share} |`;
}

function formatPage(): string {
  const bases = sections.flatMap(({ rows }) => rows.map(({ baseSeconds }) => 1000 * baseSeconds));
  return [
    '# Features of the language and their cost',
    '',
    `Written by \`npm run bench:features\`: Node ${process.version.slice(1)}, ${records.toLocaleString('en-US')} trips with 10 fields, load ${loadavg()[1]?.toFixed(1)}.`,
    `Each row has one feature that the base lacks. The base takes ${Math.min(...bases).toFixed(0)} to ${Math.max(...bases).toFixed(0)} ms of processor time.`,
    '"Ratio" is the processor time of a reading against that of the base, which is measured before and after it. A file of another format or encoding has another size.',
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
