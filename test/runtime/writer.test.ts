import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connection } from '../../runtime/state/store/engine/connection.ts';
import { openConnection } from '../../runtime/state/store/sqlite/open-connection.ts';
import { createWriter, type SharedWork, type Writer } from '../../runtime/state/store/engine/writer.ts';
import { createDataFolder } from './data-folder.ts';

const test = suite('transactions of the store');

interface Opened {
  writer: Writer;
  /** The statements that begin and end transactions, in order. */
  steps: string[];
  names(): Promise<string[]>;
}

async function withWriter(
  work: (opened: Opened) => Promise<void>,
  { failing = null, check }: { failing?: string | null; check?: () => Promise<void> } = {},
): Promise<void> {
  const { folder, remove } = createDataFolder();
  const real = await openConnection(join(folder, 'test.sqlite'), { mode: 'write', busyMs: 1000 });
  await real.exec('CREATE TABLE names (name TEXT NOT NULL)');
  const steps: string[] = [];
  const step = (sql: string, take: () => Promise<void>): Promise<void> => {
    steps.push(sql);
    return sql === failing ? real.rollback().then(() => Promise.reject(new Error('disk full'))) : take();
  };
  const connection: Connection = {
    ...real,
    exec: (sql) => step(sql, () => real.exec(sql)),
    commit: () => step('COMMIT', real.commit),
  };
  const names = async () => (await real.all<{ name: string }>('SELECT name FROM names')).map(({ name }) => name);
  const writer = createWriter(connection, check);
  try {
    await work({ writer, steps, names });
  } finally {
    await writer.close();
    remove();
  }
}

const insert = (name: string) => (connection: Connection) =>
  connection.run('INSERT INTO names (name) VALUES (?)', [name]).then(() => name);

const insertThenFail = (name: string) => async (connection: Connection) => {
  await insert(name)(connection);
  throw new Error(`no ${name}`);
};

test('transactions that wait at the same time share a commit', () =>
  withWriter(async ({ writer, steps, names }) => {
    const values = await Promise.all(['a', 'b', 'c'].map((name) => writer.transaction(insert(name))));
    assert.equal(values, ['a', 'b', 'c']);
    assert.equal(await names(), ['a', 'b', 'c']);
    assert.is(steps.filter((sql) => sql === 'COMMIT').length, 1);
  }));

test('a transaction that fails has no effect, and the others of its commit are stored', () =>
  withWriter(async ({ writer, names }) => {
    const outcomes = await Promise.allSettled([
      writer.transaction(insert('a')),
      writer.transaction(insertThenFail('b')),
      writer.transaction(insert('c')),
    ]);
    assert.equal(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal(await names(), ['a', 'c']);
  }));

test('if the common commit fails, every transaction is rejected and nothing is stored', () =>
  withWriter(
    async ({ writer, names }) => {
      const outcomes = await Promise.allSettled(['a', 'b'].map((name) => writer.transaction(insert(name))));
      assert.equal(
        outcomes.map(({ status }) => status),
        ['rejected', 'rejected'],
      );
      assert.equal(await names(), []);
    },
    { failing: 'COMMIT' },
  ));

test('if SQLite has rolled back the common transaction, no transaction of it counts as stored, and later ones are', () =>
  withWriter(
    async ({ writer, names }) => {
      const outcomes = await Promise.allSettled([
        writer.transaction(insert('a')),
        writer.transaction(insertThenFail('b')),
        writer.transaction(insert('c')),
      ]);
      assert.equal(
        outcomes.map(({ status }) => status),
        ['rejected', 'rejected', 'fulfilled'],
      );
      assert.equal(await names(), ['c']);
    },
    { failing: 'ROLLBACK TO work' },
  ));

test('a turn separates the transactions before and after it', () =>
  withWriter(async ({ writer, names }) => {
    const seen: string[][] = [];
    await Promise.all([
      writer.transaction(insert('a')),
      writer.transaction(insert('b')),
      writer.inTurn(async () => void seen.push(await names())),
      writer.transaction(insert('c')),
      writer.transaction(insert('d')),
    ]);
    assert.equal(seen, [['a', 'b']]);
    assert.equal(await names(), ['a', 'b', 'c', 'd']);
  }));

test('a transaction that is called while others are committed is stored, too', () =>
  withWriter(async ({ writer, names }) => {
    const later: Promise<string>[] = [];
    await Promise.all([
      writer.transaction(insert('a')),
      writer.transaction(async (connection) => {
        later.push(writer.transaction(insert('c')));
        return insert('b')(connection);
      }),
    ]);
    await Promise.all(later);
    assert.equal(await names(), ['a', 'b', 'c']);
  }));

test('a check that fails before the commit stores nothing; one that fails after it rejects what is stored', async () => {
  for (const [failsAt, stored] of [
    [1, []],
    [2, ['a', 'b']],
  ] as const) {
    let checks = 0;
    const check = () => (++checks >= failsAt ? Promise.reject(new Error('no folder')) : Promise.resolve());
    await withWriter(
      async ({ writer, names }) => {
        const outcomes = await Promise.allSettled(['a', 'b'].map((name) => writer.transaction(insert(name))));
        assert.equal(
          outcomes.map(({ status }) => status),
          ['rejected', 'rejected'],
        );
        assert.equal(await names(), stored);
      },
      { check },
    );
  }
});

/** A work that inserts names, and the names of each of its calls. It fails if one of them is `bad`. */
function insertAll(): { work: SharedWork<string, string>; calls: string[][] } {
  const calls: string[][] = [];
  return {
    calls,
    async work(connection, names) {
      calls.push([...names]);
      for (const name of names) await insert(name)(connection);
      if (names.includes('bad')) throw new Error('no bad');
      return names.map((name) => `${name}!`);
    },
  };
}

test('items of the same work that wait are one call, which precedes earlier transactions', () =>
  withWriter(async ({ writer, names, steps }) => {
    const { work, calls } = insertAll();
    const results = await Promise.all([
      writer.together(work, 'a'),
      writer.transaction(insert('b')),
      writer.together(work, 'c'),
      writer.together(insertAll().work, 'd'),
      writer.together(work, 'e'),
    ]);
    assert.equal(results, ['a!', 'b', 'c!', 'd!', 'e!']);
    assert.equal(calls, [['a', 'c', 'e']]);
    assert.equal(await names(), ['a', 'c', 'e', 'b', 'd']);
    assert.is(steps.filter((sql) => sql === 'COMMIT').length, 1);
  }));

test('a call has at most 16 items, and none that waits after a turn', () =>
  withWriter(async ({ writer }) => {
    const { work, calls } = insertAll();
    const add = (count: number) => Array.from({ length: count }, () => writer.together(work, 'x'));
    await Promise.all([...add(40), writer.inTurn(async () => void calls.push([])), ...add(3)]);
    assert.equal(
      calls.map(({ length }) => length),
      [16, 16, 8, 0, 3],
    );
  }));

test('an item that fails has no effect, and the others of its call are stored', () =>
  withWriter(async ({ writer, names }) => {
    const { work, calls } = insertAll();
    const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map((name) => writer.together(work, name)));
    assert.equal(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
      ['a!', 'Error: no bad', 'c!'],
    );
    assert.equal(calls, [['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    assert.equal(await names(), ['a', 'c']);
  }));

test('if SQLite has rolled back the transaction of several items, none counts as stored', () =>
  withWriter(
    async ({ writer, names }) => {
      const { work } = insertAll();
      const outcomes = await Promise.allSettled(['a', 'bad'].map((name) => writer.together(work, name)));
      assert.equal(
        outcomes.map(({ status }) => status),
        ['rejected', 'rejected'],
      );
      assert.equal(await names(), []);
    },
    { failing: 'ROLLBACK TO work' },
  ));

test.run();
