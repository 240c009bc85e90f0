/** Histories under a seed: services whose processes, disks, networks and clocks are simulated. See README.md of the tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findModuleKey } from '../../../../runtime/state/registry/compile/module-key.ts';
import { playHistory } from './history.ts';
import { createTemplates, type Templates } from './templates.ts';
import { seed } from '../../../support/property.ts';

const HISTORIES = Number(
  process.env['SPECMILL_HISTORIES'] ?? (process.env['SPECMILL_LONG'] === undefined ? 200 : 10_000),
);
/** The number of one history, to repeat it with its steps. */
const ONE = process.env['SPECMILL_HISTORY'];
const PLAYED_TWICE = 5;

const test = suite<{ folder: string; templates: Templates }>('histories under a seed');
test.before(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'specmill-histories-'));
  // The key that signs modules, which a service finds after a crash.
  process.env['SPECMILL_STATE'] = join(context.folder, 'state');
  await findModuleKey();
  context.templates = await createTemplates(context.folder);
});
test.after(({ folder }) => rmSync(folder, { recursive: true }));

test('each record once and in order, no accepted run is forgotten, no file is taken twice', async ({ templates }) => {
  const found: string[] = [];
  const disturbances: Record<string, number> = {};
  let steps = 0;
  const first = ONE === undefined ? seed : Number(ONE);
  for (let number = first; number < first + (ONE === undefined ? HISTORIES : 1); number++) {
    const outcome = await playHistory(number, templates);
    steps += outcome.steps;
    for (const [kind, count] of Object.entries(outcome.disturbances))
      disturbances[kind] = (disturbances[kind] ?? 0) + count;
    if (outcome.faults.length > 0)
      found.push(`SPECMILL_HISTORY=${number}: ${outcome.faults.join('\n  ')}\n${outcome.log.slice(-100).join('\n')}`);
  }
  console.log(`note: ${HISTORIES} histories from ${first}, ${steps} steps, ${JSON.stringify(disturbances)}`);
  assert.equal(found.slice(0, 5), []);
});

test('a seed has one history', async ({ templates }) => {
  for (let number = 0; number < PLAYED_TWICE; number++) {
    const [one, other] = [await playHistory(number, templates), await playHistory(number, templates)];
    assert.is(one.digest, other.digest, `seed ${number}`);
  }
});

test.run();
