import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuditLog } from '../../../runtime/state/access/audit/audit-log.ts';
import type { AuditFile } from '../../../runtime/state/access/audit/audit-file.ts';
import { createJsonLog } from '../../../runtime/base/log/json-log.ts';
import type { AuditEntry, AuditStore } from '../../../runtime/state/store/audit.ts';

const test = suite('entries of the audit until they are stored');

/** A store that takes the entries of a call when it may begin, and stores or rejects them when it may end. */
class SlowStore implements Pick<AuditStore, 'append' | 'removeBefore'> {
  readonly stored: number[] = [];
  begin: Promise<unknown> = Promise.resolve();
  end: Promise<unknown> = Promise.resolve();
  calls = 0;

  async append(take: () => readonly AuditEntry[]): Promise<void> {
    this.calls++;
    await this.begin;
    const taken = take();
    await this.end;
    this.stored.push(...taken.map(({ at }) => at));
  }

  async removeBefore(): Promise<boolean> {
    return false;
  }
}

function entryOf(at: number, principal: string | null = 'key:a'): AuditEntry {
  return {
    ...{ at, principal, keyId: null, address: '', method: 'GET', path: '/', target: null, runId: null, status: 200 },
    ...{ specVersionBefore: null, specVersionAfter: null, comment: null },
  };
}

function open(store: SlowStore, file: AuditFile | null = null): ReturnType<typeof createAuditLog> {
  // The audit uses no other function of the store in these tests.
  return createAuditLog({ store: store as unknown as AuditStore, file, keepMs: 1000, log: createJsonLog(() => {}) });
}

/** A promise, and how to end it. */
function gate(): { opened: Promise<void>; open(): void; fail(): void } {
  let ends: [() => void, (reason: Error) => void] = [() => {}, () => {}];
  const opened = new Promise<void>((resolve, reject) => (ends = [resolve, reject]));
  opened.catch(() => {});
  return { opened, open: () => ends[0](), fail: () => ends[1](new Error('disk full')) };
}

/** Longer than an entry waits at most before a transaction is begun. */
const SOON_MS = 700;

test('entries that arrive before the transaction begins are a part of it, and later ones of the next', async () => {
  const store = new SlowStore();
  const [begin, end] = [gate(), gate()];
  Object.assign(store, { begin: begin.opened, end: end.opened });
  const audit = open(store);
  const first = audit.recordChange(entryOf(1));
  const second = audit.recordChange(entryOf(2));
  begin.open();
  await sleep(1);
  const third = audit.recordChange(entryOf(3));
  end.open();
  await Promise.all([first, second]);
  await third;
  assert.equal([store.stored, store.calls], [[1, 2, 3], 2]);
  await audit.close();
});

test('an entry is stored soon, also after one whose timer had nothing to store', async () => {
  const store = new SlowStore();
  const begin = gate();
  store.begin = begin.opened;
  const audit = open(store);
  const change = audit.recordChange(entryOf(1));
  audit.record(entryOf(2));
  begin.open();
  await change;
  await sleep(SOON_MS);
  audit.record(entryOf(3));
  await sleep(SOON_MS);
  assert.equal(store.stored, [1, 2, 3]);
  await audit.close();
});

test('entries that could not be stored are stored later, in their order', async () => {
  const store = new SlowStore();
  const end = gate();
  store.end = end.opened;
  const audit = open(store);
  const changes = [audit.recordChange(entryOf(1))];
  await sleep(1);
  changes.push(audit.recordChange(entryOf(2)));
  await sleep(1);
  end.fail();
  await Promise.all(changes);
  assert.equal(store.stored, []);
  store.end = Promise.resolve();
  await sleep(2 * SOON_MS);
  assert.equal(store.stored, [1, 2]);
  await audit.close();
});

test('closing tries once more to store what an earlier transaction could not', async () => {
  const store = new SlowStore();
  const end = gate();
  store.end = end.opened;
  const audit = open(store);
  const change = audit.recordChange(entryOf(1));
  await sleep(1);
  const closed = audit.close();
  end.fail();
  store.end = Promise.resolve();
  await Promise.all([change, closed]);
  assert.equal(store.stored, [1]);
});

test('the file gets the entries in the order of the store', async () => {
  const store = new SlowStore();
  const written: number[] = [];
  const slow = [20, 0];
  const file: AuditFile = {
    async append(entries) {
      await sleep(slow.shift() ?? 0);
      written.push(...entries.map(({ at }) => at));
    },
  };
  const audit = open(store, file);
  const first = audit.recordChange(entryOf(1));
  await sleep(1);
  await Promise.all([first, audit.recordChange(entryOf(2))]);
  assert.equal(
    [store.stored, written],
    [
      [1, 2],
      [1, 2],
    ],
  );
  await audit.close();
});

test.run();
