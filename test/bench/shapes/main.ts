/**
 * Measures every shape of input at 1, 2 and 4 times a size, in processor time. `npm run bench:shapes` writes README.md.
 * SPECMILL_SHAPE_KB: the smallest size, 1,000 by default; SPECMILL_SHAPES: a pattern of names, which only prints.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureShape, type ShapeTimes, slopeOf } from './measure.ts';
import { SHAPES } from './shapes.ts';

/** The minimum throughput of every shape, in MB/s of processor time. */
const MIN_MEGABYTES_PER_SECOND = 10;
const kilobytes = Number(process.env['SPECMILL_SHAPE_KB'] ?? 1000);
const only = process.env['SPECMILL_SHAPES'];

const rows: string[] = [];
for (const shape of SHAPES.filter(({ name }) => new RegExp(only ?? '').test(name))) {
  const row = formatRow(await measureShape(shape, kilobytes * 1000, 3));
  console.log(row);
  rows.push(row);
}
if (only === undefined) writeFileSync(join(import.meta.dirname, 'README.md'), formatPage());

function formatRow(times: ShapeTimes): string {
  const throughput = (4 * times.bytes) / 1e6 / Math.max(times.seconds[2] ?? 0, 1e-3);
  const shown = times.seconds.map((seconds) => `${(1000 * seconds).toFixed(0)} ms`);
  const mark = throughput < MIN_MEGABYTES_PER_SECOND ? ' (slow)' : '';
  return `| ${times.name} | ${throughput.toFixed(0)}${mark} | ${shown.join(' | ')} | ${slopeOf(times).toFixed(1)} |`;
}

function formatPage(): string {
  return [
    '# Shapes of input',
    '',
    `Written by \`npm run bench:shapes\`: Node ${process.version.slice(1)}, files of ${kilobytes}, ${2 * kilobytes} and ${4 * kilobytes} kB, processor time, best of three readings.`,
    'The slope compares the largest file with the smallest: linear is 4, quadratic is 16. "MB/s" is that of the largest file.',
    '',
    '| shape | MB/s | 1× | 2× | 4× | slope |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
