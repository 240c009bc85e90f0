import * as assert from 'uvu/assert';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import type { ClusterStore } from '../../../runtime/state/store/cluster/cluster-store.ts';
import { createDataFolder, newRun, rejectionOf } from '../../runtime/data-folder.ts';
import { eventually } from '../../runtime/service.ts';
import { ENDING, entryAt, inTopic, withPair } from './pair.ts';
import { testOnPostgres } from './stores.ts';

await testOnPostgres('what instances share', (test) => {
  test('a run is taken once, and again only after its lease has ended', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a, b], expire }) => {
      await store.runs.insert(inTopic('r1'));
      assert.equal(await a.tasks.take('large', 5), []);
      const [first, second] = await Promise.all([a.tasks.take('small', 5), b.tasks.take('small', 5)]);
      assert.equal([...first, ...second], [{ runId: 'r1', attempt: 1 }]);
      assert.equal(await b.tasks.take('small', 5), []);
      await expire();
      assert.equal(await b.tasks.take('small', 5), [{ runId: 'r1', attempt: 2 }]);
    }));

  test('an instance that has lost a run stores nothing more of it, and cannot renew or free it', async (at) =>
    withPair(at, async ({ stores: [one, two], clusters: [a, b], expire }) => {
      await one.runs.insert(inTopic('r1'));
      await a.tasks.take('small', 1);
      const { journal } = await one.runs.openJournal('r1', 1);
      await journal.commit(entryAt(1));
      await expire();
      await b.tasks.take('small', 1);
      // The new one has not opened its journal yet: only the number of the attempt separates the two.
      for (const call of [
        () => journal.commit(entryAt(2)),
        () => journal.finish(ENDING),
        () => one.runs.openJournal('r1', 1),
      ])
        assert.is((await rejectionOf(call())).name, 'LeaseLost');
      const state = { runId: 'r1', attempt: 1, status: 'RUNNING', pause: null, bytes: 9 } as const;
      assert.equal([await a.tasks.renew([state]), await a.tasks.release(state)], [[], false]);
      const taken = await two.runs.openJournal('r1', 2);
      assert.is(taken.checkpoint?.position?.record, 1);
      await taken.journal.commit(entryAt(3));
      await taken.journal.finish(ENDING);
      assert.is((await one.runs.find('r1'))?.checkpoint?.position?.record, 3);
      assert.equal(await a.tasks.take('small', 1), []);
    }));

  test('the states of runs, and their cancelling, are seen by the other instance', async (at) =>
    withPair(at, async ({ stores: [one, two], clusters: [a, b], expire }) => {
      await one.runs.insert(inTopic('r1'));
      await a.tasks.take('small', 1);
      const paused = {
        runId: 'r1',
        attempt: 1,
        status: 'PAUSED',
        pause: '{"code":"disk_full","message":"m"}',
        bytes: 7,
      } as const;
      assert.equal(await a.tasks.renew([paused]), [{ runId: 'r1', isCancelled: false }]);
      const { status, pause, bytes } = paused;
      assert.equal((await b.tasks.states(['r1', 'none'])).get('r1'), { status, pause, bytes });
      assert.equal(await b.tasks.count(), { QUEUED: 0, RUNNING: 0, PAUSED: 1 });
      await two.runs.cancel('r1');
      assert.equal(await a.tasks.renew([paused]), [{ runId: 'r1', isCancelled: true }]);
      await expire();
      assert.is((await b.tasks.states(['r1'])).get('r1')?.status, 'QUEUED');
      assert.is(await a.tasks.release(paused), true);
    }));

  test('callers take turns, whichever instance takes the runs', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a, b] }) => {
      for (const name of ['a1', 'a2', 'a3']) await store.runs.insert(inTopic(name, { turn: 'a' }));
      for (const name of ['b1', 'b2']) await store.runs.insert(inTopic(name, { turn: 'b' }));
      await store.runs.insert(inTopic('large', { turn: 'c', fileBytes: 2 ** 21 }));
      const idsOf = (taken: readonly { runId: string }[]): string[] => taken.map(({ runId }) => runId).sort();
      assert.equal(idsOf(await a.tasks.take('small', 2)), ['a1', 'b1']);
      assert.equal(idsOf(await b.tasks.take('small', 1)), ['a2']);
      assert.equal(idsOf(await b.tasks.take('small', 9)), ['a3', 'b2']);
      assert.equal(idsOf(await b.tasks.take('large', 9)), ['large']);
      assert.equal(await a.tasks.countWaiting('a'), { all: 6, own: 3 });
    }));

  test('two instances that take runs at the same time take each of them once', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a, b] }) => {
      for (let number = 0; number < 30; number++) await store.runs.insert(inTopic(`r${number}`));
      const taken: string[] = [];
      const takeAll = async ({ tasks }: ClusterStore): Promise<void> => {
        for (let idle = 0; idle < 3; ) {
          const some = await tasks.take('small', 2);
          idle = some.length === 0 ? idle + 1 : 0;
          taken.push(...some.map(({ runId }) => runId));
        }
      };
      await Promise.all([takeAll(a), takeAll(b), takeAll(a), takeAll(b)]);
      assert.equal([taken.length, new Set(taken).size], [30, 30]);
    }));

  test('of requests to both instances at the same time, one creates a run, and the others name it', async (at) =>
    withPair(at, async ({ stores }) => {
      for (let round = 0; round < 10; round++) {
        const keyed = { idempotencyKey: `key ${round}`, topic: 't', fileSha256: `${round}`, broker: 'kafka' } as const;
        const kinds = await Promise.all(
          [0, 1, 0, 1].map(async (which, index) => {
            const key = index < 2 ? keyed : { ...keyed, idempotencyKey: null };
            const outcome = await stores[which === 0 ? 0 : 1].runs.insert(newRun(`${round} ${index}`, key));
            return outcome.accepted.kind;
          }),
        );
        assert.is(kinds.filter((kind) => kind === 'accepted').length, 1, kinds.join());
        assert.is(kinds.filter((kind) => kind === 'in_progress' || kind === 'repeated').length, 3, kinds.join());
      }
    }));

  test('a lease has one holder, and remembers when the next work is planned', async (at) =>
    withPair(at, async ({ clusters: [a, b], expire }) => {
      assert.equal(await a.leases.take('job:1'), { nextIn: null });
      assert.is(await b.leases.take('job:1'), null);
      await a.leases.plan('job:1', 60_000);
      assert.equal([await a.leases.renew(['job:1']), await b.leases.renew(['job:1'])], [['job:1'], []]);
      await expire();
      const taken = await b.leases.take('job:1');
      assert.ok(taken !== null && taken.nextIn !== null && taken.nextIn > 50_000 && taken.nextIn <= 60_000);
      assert.equal(await a.leases.renew(['job:1']), []);
      await b.leases.release('job:1');
      assert.ok((await a.leases.take('job:1')) !== null);
    }));

  test('events arrive, also after the server was away', async (at) =>
    withPair(at, async ({ clusters: [a, b], stores: [one] }) => {
      const heard: string[] = [];
      b.listen(({ kind, id, isOwn }) => void heard.push(`${kind} ${id} ${isOwn}`));
      await b.reconnect();
      await a.announce('look', 'j1');
      await one.runs.insert(inTopic('r1'));
      await one.runs.cancel('r1');
      await eventually(() => heard.length >= 4);
      assert.equal(heard, ['unknown  false', 'look j1 false', 'tasks  false', 'cancel r1 false']);
      await at.server.kill();
      await at.server.restart();
      await eventually(async () => {
        await b.reconnect();
        return heard.filter((event) => event.startsWith('unknown')).length === 2;
      });
      await eventually(async () => {
        await a.announce('wake', 'j2');
        return heard.some((event) => event.startsWith('wake'));
      });
    }));

  test('an instance lives while it reports, and drains on request', async (at) =>
    withPair(at, async ({ clusters: [a, b] }) => {
      const own = { host: 'h', version: '1' };
      assert.equal(
        [await a.instances.beat(own), await b.instances.beat(own)],
        [{ isDraining: false }, { isDraining: false }],
      );
      assert.equal([await b.instances.drain(a.instanceId), await b.instances.drain('none')], [true, false]);
      assert.is((await a.instances.beat(own)).isDraining, true);
      const [first, second] = await b.instances.list();
      assert.equal([first?.id, first?.isDraining, second?.isDraining], [a.instanceId, true, false]);
      await a.instances.leave();
      assert.is((await b.instances.list()).length, 1);
    }));

  test('a process without --files and those with it exclude each other', async (at) => {
    const other = createDataFolder();
    await withPair(at, async () => {
      assert.is((await rejectionOf(openStore(other.folder, { postgres: at.postgres }))).name, 'StoreInUse');
    });
    const alone = await openStore(other.folder, { postgres: at.postgres });
    const refused = await rejectionOf(withPair(at, async () => {}));
    assert.match(refused.message, 'a specmill process without --files uses the database');
    await alone.close();
    other.remove();
  });
});
