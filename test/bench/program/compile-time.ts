import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWideSpec } from '../data/wide.ts';
import type { Figure, Setting } from './measure-program.ts';
import { formatTime, middleOf, timeCommand } from './timed.ts';

const FIELDS = 300;

/** Measures `specmill compile` of a spec with 300 fields, including all files that it writes. */
export function measureCompile({ root, cache, rounds, say }: Setting): Figure {
  const specs = join(cache, 'compile-specs');
  const out = join(cache, 'compile-out');
  mkdirSync(specs, { recursive: true });
  writeFileSync(join(specs, 'wide-300.yaml'), createWideSpec('wide-300', FIELDS));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    rmSync(out, { recursive: true, force: true });
    times.push(
      timeCommand(process.execPath, [join(root, 'dist/specmill.js'), 'compile', '--specs', specs, '--out', out]),
    );
  }
  const compile = middleOf(times);
  say(`compile: ${formatTime(compile)}`);
  return {
    title: `compile of a spec with ${FIELDS} fields, cold process`,
    measured: compile / 1000,
    unit: 's',
    must: 1.2,
    goal: 0.8,
    isCost: true,
    details: `${formatTime(Math.min(...times))} to ${formatTime(Math.max(...times))}`,
  };
}
