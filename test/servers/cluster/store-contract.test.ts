import * as assert from 'uvu/assert';
import type { AuditEntry } from '../../../runtime/state/store/audit.ts';
import type { StoredCredential } from '../../../runtime/state/store/credential-store.ts';
import type { ListedFile } from '../../../runtime/state/store/job-file-store.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { newRun, rejectionOf } from '../../runtime/data-folder.ts';
import { fakeModule } from '../../runtime/fake-module.ts';
import { testBothStores } from './stores.ts';

const spec = (name: string, body = '{}') => ({ id: `id-${name}`, name, body, version: `v-${body}` });

const listed = (path: string, more: Partial<ListedFile> = {}): ListedFile => ({
  path,
  name: path,
  size: 10,
  modified: 1_700_000_000_000,
  version: '1',
  identity: path,
  ignored: null,
  ...more,
});

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: 1000,
  principal: 'key:anna',
  keyId: 'k1',
  address: '127.0.0.1',
  method: 'POST',
  path: '/p',
  target: null,
  specVersionBefore: null,
  specVersionAfter: null,
  runId: null,
  status: 200,
  comment: null,
  ...more,
});

const credential = (name: string): StoredCredential => ({
  id: `id-${name}`,
  name,
  type: 'T',
  metadata: { user: 'u' },
  hint: '…',
  version: 1,
  createdAt: '2024-01-01T00:00:00.000Z',
  rotatedAt: null,
  expiresAt: null,
  hosts: null,
  types: null,
  sealed: { keyId: 'k', wrappedKey: 'w', ciphertext: 'c' },
});

const ended = { status: 'SUCCESS', failure: null, durationMs: 1.5 } as const;

await testBothStores('the contract of the store', (test) => {
  test('names are sorted byte by byte, compared with case, and unique', async ({ open }) => {
    const { specs } = await open();
    for (const name of ['b', 'é', 'B', 'a b', 'a-b']) await specs.insert(spec(name));
    assert.equal(
      (await specs.list()).map(({ name }) => name),
      ['B', 'a b', 'a-b', 'b', 'é'],
    );
    assert.is((await specs.insert({ ...spec('b'), id: 'other' })).kind, 'name_taken');
    assert.is((await specs.replace('id-b', spec('B'))).kind, 'name_taken');
    assert.is((await specs.replace('id-b', spec('b', '{"x":1}'), { ifVersion: 'v-{}' })).kind, 'replaced');
    assert.is((await specs.replace('id-b', spec('b'), { ifVersion: 'v-{}' })).kind, 'version_differs');
    assert.equal(
      (await specs.versions('id-b')).map(({ number, body }) => [number, body]),
      [
        [1, '{}'],
        [2, '{"x":1}'],
      ],
    );
    assert.is((await specs.remove('id-b')).kind, 'removed');
    assert.equal(await specs.versions('id-b'), []);
  });

  test('the limit of the specs counts the bytes of UTF-8 of all versions', async ({ folder, postgres }) => {
    const store = await openStore(folder, { postgres, maxSpecsBytes: 7 });
    assert.is((await store.specs.insert(spec('a', '"é"'))).kind, 'inserted');
    assert.is((await store.specs.replace('id-a', spec('a', '"é"'.padEnd(4)))).kind, 'quota_exceeded');
    assert.is((await store.specs.insert(spec('b', '123'))).kind, 'inserted');
    assert.is((await store.specs.insert(spec('c', '1'))).kind, 'quota_exceeded');
    await store.close();
  });

  test('a run survives with all members, and runs are found by every condition', async ({ open }) => {
    const store = await open();
    const given = newRun('r1', {
      topic: 'in_1',
      fileBytes: Number.MAX_SAFE_INTEGER,
      fileName: 'ä\u{1f600}.csv',
      principal: 'key:a',
      idempotencyKey: 'i1',
      moduleSource: '{"a":1}',
    });
    const { run, accepted } = await store.runs.insert(given);
    assert.equal(accepted, { kind: 'accepted', runId: 'r1' });
    await store.runs.insert(newRun('r2', { topic: 'inx1', spec: { ...fakeModule.spec, name: 'Other%' } }));
    const after = await store.runs.find('r1');
    assert.equal(after, run);
    assert.equal([after?.fileBytes, after?.fileName], [Number.MAX_SAFE_INTEGER, 'ä\u{1f600}.csv']);
    assert.is((await store.runs.findByKey('i1'))?.runId, 'r1');
    const number = run?.number ?? 0;
    assert.equal(await store.runs.findAll([number, 99]), [run]);
    assert.is((await store.runs.findAll([number, number + 1])).length, 2);
    assert.equal(await store.runs.findAll([]), []);
    assert.is(await store.runs.moduleSource('m'), '{"a":1}');
    assert.is(await store.runs.spooledBytes('key:a'), Number.MAX_SAFE_INTEGER);
    const find = async (query: object): Promise<string[]> =>
      (await store.runs.list({ limit: 9, ...query })).map(({ runId }) => runId);
    assert.equal(await find({}), ['r2', 'r1']);
    assert.equal(await find({ before: 'r2' }), ['r1']);
    assert.equal(await find({ spec: 'Other%' }), ['r2']);
    assert.equal(await find({ topic: 'in_1', status: 'unfinished', from: 0, to: Date.now() + 1 }), ['r1']);
    const visible = (topics: string[] | null, specs: string[] | null) => find({ visible: { topics, specs } });
    // Only `*` is special in a pattern.
    assert.equal(await visible(['in_*'], null), ['r1']);
    assert.equal(await visible(['IN*'], null), []);
    assert.equal(await visible(['in*'], ['Other%']), ['r2']);
    assert.equal(await visible(null, ['O*%', 'fake']), ['r2', 'r1']);
    assert.equal(await visible([], null), []);
  });

  test('a request is repeated, in progress, a duplicate or hidden', async ({ open }) => {
    const { runs } = await open();
    const same = { fileSha256: 'same', idempotencyKey: 'k' };
    const insert = async (id: string, more: object = {}) =>
      (await runs.insert(newRun(id, { ...same, ...more }))).accepted;
    await insert('r1');
    assert.equal(await insert('r2'), { kind: 'repeated', runId: 'r1' });
    assert.equal(await insert('r2', { requestHash: 'other' }), { kind: 'key_conflict' });
    assert.equal(await insert('r2', { idempotencyKey: null }), { kind: 'in_progress', runId: 'r1' });
    await (await runs.openJournal('r1')).journal.finish(ended);
    const refused = { idempotencyKey: null, onDuplicateFile: 'REFUSE' };
    assert.equal(await insert('r2', refused), { kind: 'duplicate_file', runId: 'r1' });
    assert.equal(await insert('r2', { ...refused, visibleRuns: { topics: ['u*'], specs: null } }), {
      kind: 'hidden_duplicate',
    });
    const { run } = await runs.insert(newRun('r3', { ...same, idempotencyKey: null }));
    assert.is(run?.warnings[0]?.code, 'FILE_SEEN_BEFORE');
  });

  test('a journal stores entries and the end; an earlier journal of the run stores nothing', async ({ open }) => {
    const { runs } = await open();
    await runs.insert(newRun('r1', { broker: 'kafka' }));
    const first = await runs.openJournal('r1');
    const checkpoint = JSON.stringify({ position: { record: 3 } });
    const commit = (newErrors: string[]) => ({
      published: [],
      deadLetters: [],
      newErrors,
      checkpoint,
      durationMs: 2.25,
    });
    await Promise.all([
      first.journal.commit(commit(['{"a":1}', '{"b":2}'])),
      first.journal.commit(commit(['{"c":3}'])),
    ]);
    const second = await runs.openJournal('r1');
    assert.equal(second.checkpoint?.errors, ['{"a":1}', '{"b":2}', '{"c":3}']);
    assert.is(second.checkpoint?.durationMs, 2.25);
    assert.match((await rejectionOf(first.journal.commit(commit([])))).message, 'another process works on it');
    await second.journal.finish(ended);
    const run = await runs.find('r1');
    assert.equal([run?.ended?.status, run !== null && (await runs.errors(run)).length], ['SUCCESS', 3]);
    assert.ok(await runs.remove('r1'));
    assert.is(await runs.find('r1'), null);
    assert.equal(await runs.findAll([run?.number ?? 0]), []);
    assert.ok(await runs.removeDeleted());
    assert.not(await runs.removeDeleted());
  });

  test('the ledger of a job: compare, order, search, change, and files that are gone', async ({ open }) => {
    const { files } = (await open()).jobs;
    const first = [listed('b', { size: 1 }), listed('a', { modified: null }), listed('A_1'), listed('A%1')];
    const numbers = await files.compare('j', first, 100);
    assert.is(new Set(numbers).size, 4);
    assert.equal(await files.compare('j', first, 200), numbers);
    const changed = [listed('b', { size: 2, version: '2' }), ...first.slice(1)];
    assert.equal(await files.compare('j', changed, 300), numbers);
    const b = await files.find('j', numbers[0] ?? 0);
    assert.equal([b?.size, b?.version, b?.unchangedSince, b?.modified], [2, '2', 300, 1_700_000_000_000]);
    const paths = async (order: 'NAME' | 'SIZE' | 'MODIFIED') =>
      (await files.candidates('j', { order, after: null, limit: 9 })).map(({ path }) => path);
    assert.equal(await paths('NAME'), ['A%1', 'A_1', 'a', 'b']);
    assert.equal((await paths('SIZE'))[0], 'b');
    assert.equal((await paths('MODIFIED'))[0], 'a');
    const search = async (name: string) => (await files.list('j', { limit: 9, name })).map(({ path }) => path);
    assert.equal(await search('a*'), ['a', 'A_1', 'A%1']);
    assert.equal(await search('a_*'), ['A_1']);
    assert.equal(await search('a'), ['a']);
    await files.changeAll(numbers.slice(0, 2), 'seen', { state: 'waiting' });
    assert.equal(await files.counts('j'), { seen: 2, waiting: 2 });
    const each = (from: readonly ('seen' | 'waiting')[]) =>
      files.changeEach(
        from.map((state, index) => ({
          ...{ number: numbers[index] ?? 0, from: state, generation: 0 },
          change: { reason: { code: 'c', message: String(from) } },
        })),
      );
    assert.is(await each(['waiting', 'waiting', 'waiting']), numbers[2], 'the third one is another state');
    assert.is((await files.find('j', numbers[0] ?? 0))?.reason, null, 'and nothing is changed');
    assert.is(await each(['waiting', 'waiting', 'seen']), null);
    assert.is((await files.find('j', numbers[2] ?? 0))?.reason?.code, 'c');
    assert.not(await files.change(numbers[0] ?? 0, 'seen', { state: 'taken' }));
    const alert = { id: 'x', kind: 'k', payload: '{}' };
    assert.ok(
      await files.change(numbers[0] ?? 0, 'waiting', { state: 'taken', isThenPending: true }, { alerts: [alert] }),
    );
    assert.equal(
      (await files.pending('j', { now: 0, latest: 1 }, 0)).map(({ path }) => path),
      ['b'],
    );
    assert.is(await files.nextPending('j'), 0);
    assert.is(await files.markGone('j', (number) => number === numbers[0], 400), 3);
    assert.is(await files.removeGone('j', 500), 3);
    await files.removeJob('j');
    assert.equal(await files.counts('j'), {});
  });

  test('jobs, their states, and alerts', async ({ open }) => {
    const { definitions, alerts } = (await open()).jobs;
    const job = (id: string, name: string) => ({ id, name, body: '{}' });
    assert.ok(await definitions.insert(job('1', 'a')));
    assert.not(await definitions.insert(job('2', 'a')));
    assert.ok(await definitions.insert(job('2', 'b')));
    assert.not(await definitions.replace(job('2', 'a')));
    assert.ok(await definitions.replace(job('2', 'b')));
    await definitions.setState('1', { isPaused: true, lastError: { code: 'c', message: 'm', at: 5 } });
    await definitions.setState('1', { failures: 2 });
    const { isPaused, lastError, failures } = await definitions.state('1');
    assert.equal([isPaused, lastError, failures], [true, { code: 'c', message: 'm', at: 5 }, 2]);
    const alert = { id: 'a', kind: 'k', payload: '{}' };
    await alerts.add(alert);
    await alerts.add(alert);
    await alerts.postpone('a', 10);
    assert.equal(
      (await alerts.waiting(10)).map(({ id, attempts }) => [id, attempts]),
      [['a', 1]],
    );
    assert.is(await alerts.nextAt(), 10);
    await alerts.remove('a');
    assert.is(await alerts.nextAt(), null);
  });

  test('the audit is listed newest first, found by a principal, and shortened', async ({ open }) => {
    const { audit, runs } = await open();
    await audit.append(() => [
      entry(),
      entry({ principal: 'jwt:bob', at: 2000 }),
      entry({ principal: null, keyId: null }),
    ]);
    await runs.insert(newRun('r1', { principal: 'key:anna' }));
    assert.is(await audit.addMissingRuns('/p'), 1);
    assert.is(await audit.addMissingRuns('/p'), 0);
    const find = async (query: object) => (await audit.list({ limit: 9, ...query })).map(({ number }) => number);
    assert.equal(await find({}), [4, 3, 2, 1]);
    assert.equal(await find({ principal: 'anna' }), [4, 1]);
    assert.equal(await find({ principal: 'k1', before: 3 }), [2, 1]);
    assert.equal(await find({ from: 1500, before: 4 }), [2]);
    assert.ok(await audit.removeBefore(1500));
    assert.not(await audit.removeBefore(1500));
    assert.equal(await find({}), [4, 2]);
  });

  test('credentials and integrations: in use, and resealed all or none', async ({ open }) => {
    const { credentials, integrations } = await open();
    for (const name of ['a', 'b']) assert.is((await credentials.insert(credential(name))).kind, 'inserted');
    const input = { name: 'i', type: 'T', credentialId: 'id-a', config: { x: [1] } };
    assert.is((await integrations.insert('i1', input)).kind, 'written');
    assert.is(
      (await integrations.insert('i2', { ...input, name: 'j', credentialId: 'no' })).kind,
      'credential_not_found',
    );
    assert.equal(await credentials.remove('id-a'), { kind: 'in_use', usedBy: ['i1'] });
    const failing = credentials.resealAll(({ name, sealed }) => {
      if (name === 'b') throw new Error('no key');
      return { ...sealed, keyId: 'new' };
    });
    assert.is((await rejectionOf(failing)).message, 'no key');
    assert.equal(
      (await credentials.list()).map(({ sealed }) => sealed.keyId),
      ['k', 'k'],
    );
    assert.is(await credentials.resealAll(({ sealed }) => ({ ...sealed, keyId: 'new' })), 2);
    assert.is((await credentials.get('id-a'))?.sealed.keyId, 'new');
    assert.is((await integrations.get('i1'))?.credentialId, 'id-a');
  });

  test('of transactions at the same time, one that fails has no effect on the others', async ({ open }) => {
    const { credentials, specs } = await open();
    await credentials.insert(credential('a'));
    const outcomes = await Promise.allSettled([
      specs.insert(spec('x')),
      credentials.resealAll(() => {
        throw new Error('no');
      }),
      specs.insert(spec('y')),
    ]);
    assert.equal(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.is((await specs.list()).length, 2);
  });

  test('another process is refused, and everything is there when the store is opened again', async (at) => {
    const store = await at.open();
    await store.specs.insert(spec('a'));
    await store.runs.insert(newRun('r1'));
    assert.match(
      (await rejectionOf(openStore(at.folder, { postgres: at.postgres }))).message,
      'another specmill process',
    );
    await store.close();
    const again = await at.open();
    assert.equal([(await again.specs.list()).length, (await again.runs.unfinished()).length], [1, 1]);
    assert.is(await again.findProblem(), null);
    await again.runs.insert(newRun('r2', { topic: 'u' }));
    assert.equal(
      (await again.runs.unfinished()).map(({ number }) => number),
      [1, 2],
    );
  });
});
