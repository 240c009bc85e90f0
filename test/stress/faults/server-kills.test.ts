/**
 * SIGKILL at random moments while uploads, specs, keys and runs are under way. SPECMILL_KILLS is the number of kills. Each
 * start must take less than two seconds of processor time.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ORDERS_YAML } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { killDuringWork } from './kill-during-work.ts';

const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 8);
/** Processor time, because other work on the machine delays a start. */
const MAX_START_SECONDS = 2;

const test = suite('kill -9 while specs and keys change and files are sent');

test(`${KILLS} kills: accepted work survives once, partial work does not`, async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  const starts = await killDuringWork(at, KILLS);
  const slowest = Math.max(...starts.map(({ ms }) => ms));
  const costliest = Math.max(...starts.map(({ processorSeconds }) => processorSeconds));
  console.log(
    `note: of ${starts.length} starts, the slowest took ${Math.round(slowest)} ms, the costliest ${costliest} s of processor time`,
  );
  assert.ok(costliest < MAX_START_SECONDS, `${costliest} s`);
  at.remove();
});

test.run();
