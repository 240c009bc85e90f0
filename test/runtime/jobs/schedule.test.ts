import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lastDeadline, nextDeadline } from '../../../runtime/jobs/schedule/expectation.ts';
import { nextLook } from '../../../runtime/jobs/schedule/next-look.ts';

const test = suite('the schedule of a job');

const NONE = { waitingUntil: null, pendingAt: null, deadline: null, hasMore: false, random: 0.5 };
const EVERY = { kind: 'every', everyMs: 30_000, jitterMs: 0 } as const;
const NOON = Date.UTC(2026, 6, 1, 12);

test('the next look is that of the schedule, with its jitter', () => {
  assert.is(nextLook(EVERY, { ...NONE, now: NOON }), NOON + 30_000);
  assert.is(nextLook({ ...EVERY, jitterMs: 4000 }, { ...NONE, now: NOON }), NOON + 32_000);
});

test('a cron expression counts in its time zone, also when the clocks change', () => {
  const cron = { kind: 'cron', cron: '0 6 * * *', timeZone: 'Europe/Zurich', jitterMs: 0 } as const;
  assert.is(nextLook(cron, { ...NONE, now: NOON }), Date.UTC(2026, 6, 2, 4));
  assert.is(nextLook(cron, { ...NONE, now: Date.UTC(2026, 9, 24, 12) }), Date.UTC(2026, 9, 25, 5));
});

test('a look is earlier if a file will be ready, if work is pending, or if files are left', () => {
  const facts = { ...NONE, now: NOON };
  assert.is(nextLook(EVERY, { ...facts, waitingUntil: NOON + 7000 }), NOON + 7000);
  assert.is(nextLook(EVERY, { ...facts, pendingAt: NOON + 8000 }), NOON + 8000);
  assert.is(nextLook(EVERY, { ...facts, deadline: NOON + 9000 }), NOON + 9000);
  assert.is(nextLook(EVERY, { ...facts, hasMore: true }), NOON + 1000);
  assert.is(nextLook(EVERY, { ...facts, pendingAt: 0 }), NOON + 1000, 'never without a pause');
  assert.is(nextLook(EVERY, { ...facts, waitingUntil: NOON + 60_000 }), NOON + 30_000, 'never later');
});

const BY = { by: '07:30', timeZone: 'Europe/Zurich', days: 'MON-FRI' };

test('a deadline is on the days of the expectation, and counts files of the same day', () => {
  const friday = Date.UTC(2026, 6, 3, 5, 30);
  assert.equal(nextDeadline(BY, Date.UTC(2026, 6, 3, 5)), { at: friday, from: Date.UTC(2026, 6, 2, 22) });
  const monday = Date.UTC(2026, 6, 6, 5, 30);
  assert.is(nextDeadline(BY, friday)?.at, monday);
});

test('a deadline that has passed is found once', () => {
  const friday = Date.UTC(2026, 6, 3, 5, 30);
  assert.is(lastDeadline(BY, { after: friday - 1, now: friday })?.at, friday);
  assert.is(lastDeadline(BY, { after: friday, now: friday + 60_000 }), null);
  assert.is(lastDeadline(BY, { after: friday - 1, now: friday - 1000 }), null);
});

test.run();
