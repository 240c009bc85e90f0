import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { watchClock } from '../../runtime/base/program/clock-jumps.ts';
import { createFileRetention } from '../../runtime/runs/file-retention.ts';
import { SILENT } from './data-folder.ts';
import { eventually } from './service.ts';

const HOUR = 3_600_000;
const YEARS = 3 * 365 * 24 * HOUR;

function fakeClocks() {
  const clocks = { wall: 1_700_000_000_000, ticks: 0 };
  return {
    clocks: { now: () => clocks.wall, monotonic: () => clocks.ticks },
    pass(ms: number): void {
      clocks.wall += ms;
      clocks.ticks += ms;
    },
    set(ms: number): void {
      clocks.wall += ms;
    },
  };
}

test('a clock that runs, or that a time server corrects by seconds, has not jumped', () => {
  const { clocks, pass, set } = fakeClocks();
  const { sinceJump } = watchClock(clocks);
  for (let hours = 0; hours < 100; hours++) {
    pass(HOUR);
    set(hours % 2 === 0 ? 20_000 : -20_000);
    assert.is(sinceJump(), Infinity);
  }
});

test('a clock that was set, back or forward, counts from then on', () => {
  for (const jump of [-YEARS, YEARS, HOUR]) {
    const { clocks, pass, set } = fakeClocks();
    const { sinceJump } = watchClock(clocks);
    pass(HOUR);
    set(jump);
    assert.is(sinceJump(), 0);
    pass(HOUR);
    assert.is(sinceJump(), HOUR);
  }
});

test('runs that ended while the clock was years back are not removed when it returns', async () => {
  const { clocks, pass, set } = fakeClocks();
  set(-YEARS);
  const clock = watchClock(clocks);
  const asked: string[] = [];
  const none = async (): Promise<boolean> => false;
  const runs = {
    endedWithFile: async () => (asked.push('files'), []),
    endedRuns: async () => (asked.push('runs'), []),
    removeOldBatches: async () => (asked.push('messages'), false),
    removeFailedBatches: none,
    removeDeleted: none,
    removeMessageFiles: async () => {},
    releasePages: async () => (asked.push('end'), false),
  };
  const retention = createFileRetention({
    // The parts of the store that a sweep uses.
    store: { runs, reserve: { fill: async () => {} } } as unknown as Parameters<typeof createFileRetention>[0]['store'],
    spool: {} as Parameters<typeof createFileRetention>[0]['spool'],
    keepFilesMs: HOUR,
    keep: { runsMs: 2 * HOUR, messagesMs: 3 * HOUR },
    log: SILENT,
    clock,
  });
  const sweep = async (): Promise<string[]> => {
    asked.length = 0;
    retention.sweep();
    await eventually(async () => asked.includes('end'));
    return asked.filter((one) => one !== 'end');
  };
  assert.equal(await sweep(), ['files', 'runs', 'messages']);
  set(YEARS);
  assert.equal(await sweep(), []);
  pass(HOUR);
  assert.equal(await sweep(), ['files']);
  pass(2 * HOUR);
  assert.equal(await sweep(), ['files', 'runs', 'messages']);
  await retention.stop();
});

test.run();
