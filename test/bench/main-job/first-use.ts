import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure, Setting } from '../program/measure-program.ts';
import { formatTime, middleOf, timeCommand } from '../program/timed.ts';

const SPEC = `name: trivial
format: CSV
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL }
`;

/** Measures `specmill validate` of one record with a spec that was never compiled. */
export async function firstUseFigure({ root, cache, rounds }: Setting): Promise<Figure> {
  const [spec, file, data] = [
    join(cache, 'trivial.yaml'),
    join(cache, 'data', 'trivial.csv'),
    join(cache, 'first-use-data'),
  ];
  writeFileSync(spec, SPEC);
  writeFileSync(file, 'id,amount\na,1.50\n');
  const times: number[] = [];
  for (let round = 0; round < 2 * rounds; round++) {
    rmSync(data, { recursive: true, force: true });
    times.push(
      timeCommand(process.execPath, [join(root, 'dist/specmill.js'), 'validate', '--spec', spec, '--data', data, file]),
    );
  }
  return {
    title: 'first use of a trivial spec: compile it, and `validate` one record, elapsed',
    measured: middleOf(times) / 1000,
    unit: 's',
    must: 0.4,
    goal: 0.2,
    isCost: true,
    details: `${formatTime(Math.min(...times))} to ${formatTime(Math.max(...times))}`,
  };
}
