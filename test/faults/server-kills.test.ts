/**
 * SIGKILL at random moments while uploads, specs, keys and runs are under way. SPECMILL_KILLS is the number of kills. With
 * SPECMILL_LONG, each start must take less than two seconds.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ORDERS_YAML } from '../runtime/service.ts';
import { createWorkplace } from '../runtime/specmill.ts';
import { killDuringWork } from './kill-during-work.ts';

const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 8);
const MOST_START_MS = 2000;

const test = suite('kill -9 while specs and keys change and files are sent');

test(`${KILLS} kills: accepted work survives once, partial work does not`, async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  const slowestMs = await killDuringWork(at, KILLS);
  console.log(`note: the slowest of all starts took ${Math.round(slowestMs)} ms`);
  // The short form runs beside other suites on a busy machine.
  if (process.env['SPECMILL_LONG']) assert.ok(slowestMs < MOST_START_MS, `${slowestMs} ms`);
  at.remove();
});

test.run();
