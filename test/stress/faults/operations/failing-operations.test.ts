/** One file operation of the service fails, at each place of a scenario: afterwards nothing accepted is lost. */
import { cpSync, rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from '../../../runtime/specmill.ts';
import { seed } from '../../../support/property.ts';
import { randomOf } from '../../../support/random.ts';
import { skipIf } from '../../../support/skip.ts';
import { createInjector, type Fault } from './inject.ts';
import { findFaults, play, prepare, restore, resume } from './scenario.ts';

const IS_LONG = process.env['SPECMILL_LONG'] !== undefined;
/** The number of places. `SPECMILL_FAULT_PLACES=Infinity` is each of them. */
const PLACES = Number(process.env['SPECMILL_FAULT_PLACES'] ?? (IS_LONG ? 200 : 4));
const FAULTS: readonly Fault[] = ['EIO', 'ENOSPC', 'EMFILE', 'SHORT', 'POWER', 'POWER'];
/** The parts of the scenario in which an operation fails. */
const PARTS = ['upload', 'resume'] as const;

const injector = createInjector();
const test = suite<{ at: Workplace }>('failing operations');
const testWithCompiler = skipIf(injector === null ? 'needs Linux and a C compiler' : null, test);

test.before.each((context) => {
  context.at = createWorkplace({ hasOwnModules: true, env: injector?.env ?? {} });
});
test.after.each(({ at }) => at.remove());
test.after(() => injector?.remove());

testWithCompiler('one operation fails: nothing accepted is lost or twice, and the service starts', async ({ at }) => {
  injector?.arm('', 0, 'EIO');
  await prepare(at);
  const counts: number[] = [];
  for (const part of PARTS) {
    const { count, of, faults } = await playPart(at, part, { place: 0, fault: 'EIO' });
    assert.equal(faults, [], part);
    console.log(`note: ${part}: ${count} operations ${JSON.stringify(of)}`);
    counts.push(count);
  }
  const all = counts.reduce((sum, count) => sum + count, 0);
  const places = Math.min(PLACES, all);
  const found: string[] = [];
  const failed: Record<string, number> = {};
  for (let index = 0; index < places; index++) {
    const random = randomOf(seed, index);
    // Each place is in another part of the scenario, so that a few are in all of it.
    const drawn = Math.floor((all * (index + random.below(1000) / 1000)) / places);
    const [first = 0] = counts;
    const [part, place] = drawn < first ? (['upload', drawn + 1] as const) : (['resume', drawn - first + 1] as const);
    // The few places of CI have different faults, the last ones a power failure.
    const fault = FAULTS[IS_LONG ? random.below(FAULTS.length) : (index + 1) % FAULTS.length] ?? 'EIO';
    const { operation, path, faults } = await playPart(at, part, { place, fault });
    failed[`${operation} ${fault}`] = (failed[`${operation} ${fault}`] ?? 0) + 1;
    const where = `${part} ${place}, ${fault} of ${operation} ${path}`;
    found.push(...faults.map((wrong) => `${where}: ${wrong}`));
    if (IS_LONG) console.log(`note: ${where}${faults.map((wrong) => `\n  WRONG ${wrong}`).join('')}`);
  }
  console.log(`note: ${all} operations, ${places} places, failed: ${JSON.stringify(failed)}`);
  assert.equal(found, []);
});

/** Plays the scenario. The operation `place` of a part fails; 0: none. Returns what was wrong afterwards. */
async function playPart(
  at: Workplace,
  part: (typeof PARTS)[number],
  { place, fault }: { place: number; fault: Fault },
) {
  if (injector === null) throw new Error('there is no injector');
  restore(at);
  let played = part === 'resume' ? await play(at, true) : null;
  rmSync(at.path('before'), { recursive: true, force: true });
  cpSync(at.path('.data'), at.path('before'), { recursive: true });
  injector.arm(at.folder, place, fault);
  if (played === null) played = await play(at);
  else await resume(at);
  const { count, of, failed } = injector.read();
  if (fault === 'POWER' && failed !== null) injector.losePower(at.path('.data'), at.path('before'));
  injector.arm('', 0, fault);
  const path = failed?.path.slice(at.folder.length) ?? '';
  return { count, of, operation: failed?.operation ?? 'none', path, faults: await findFaults(at, played) };
}

test.run();
