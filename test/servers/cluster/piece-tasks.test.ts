import { existsSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { Position } from '../../../compiler/kernel/model/contract.ts';
import { createCheckpoint } from '../../../runtime/base/model/checkpoint.ts';
import type { FirstPieces, PieceCount, PlannedRange } from '../../../runtime/base/model/pieces.ts';
import type { Survey } from '../../../runtime/base/model/survey.ts';
import { createRunOptions } from '../../../runtime/base/model/run-info.ts';
import type { PieceTaskStore, TakenPiece } from '../../../runtime/state/store/cluster/pieces.ts';
import { openClient } from '../../../runtime/state/store/postgresql/client.ts';
import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';
import type { OpenedRun } from '../../../runtime/state/store/run-journal.ts';
import type { Store } from '../../../runtime/state/store/store.ts';
import { rejectionOf } from '../../runtime/data-folder.ts';
import { ENDING, inTopic, type Pair, withPair } from './pair.ts';
import { testOnPostgres } from './stores.ts';

const RECORDS = 10;
const RUNNING = { status: 'RUNNING', pause: null, bytes: 5 } as const;
const FAILED = { status: 'FAILED', failure: { code: 'f', message: 'm' }, durationMs: 1 } as const;

await testOnPostgres('pieces of files', (test) => {
  test('a piece is taken once, and again only after its lease has ended', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a, b], expire }) => {
      await insert(store, 'r', 4);
      assert.equal([...(await a.tasks.take('small', 9)), ...(await a.tasks.take('large', 9))], []);
      const [first, second] = await Promise.all([a.pieces.take(2), b.pieces.take(9)]);
      const all = [...first, ...second, ...(await a.pieces.take(9))];
      assert.equal(all.map(({ piece }) => piece).sort(), [0, 1, 2, 3]);
      assert.equal(await b.pieces.take(9), []);
      await expire();
      const again = await b.pieces.take(9);
      assert.equal(
        again.map(({ attempt, losses }) => [attempt, losses]),
        [1, 1, 1, 1].map((losses) => [2, losses]),
      );
    }));

  test('an instance that has lost a piece stores nothing more of it, and cannot renew or free it', async (at) =>
    withPair(at, async ({ stores: [one, two], clusters: [a, b], expire }) => {
      await insert(one, 'r', 2);
      await countAll(one, a.pieces);
      const [taken] = await a.pieces.take(1);
      if (taken === undefined) throw new Error('no piece');
      const { journal } = await one.pieces.open(taken);
      await journal.commit(entry(3));
      await expire();
      const [next] = await b.pieces.take(1);
      assert.equal([next?.piece, next?.attempt], [0, taken.attempt + 1]);
      for (const call of [
        () => journal.commit(entry(4)),
        () => journal.finish(ENDING),
        async () => journal.storeCount?.(countOf(0, 0)),
        () => one.pieces.open(taken),
      ])
        assert.is((await rejectionOf(call())).name, 'LeaseLost');
      assert.equal([await a.pieces.renew(taken, RUNNING), await a.pieces.release(taken)], [null, 'lost']);
      assert.is((await two.pieces.open(next as TakenPiece)).checkpoint?.position?.record, 3);
    }));

  test('an earlier journal of the same attempt is invalid', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a] }) => {
      await insert(store, 'r', 2);
      await countAll(store, a.pieces);
      const [taken] = await a.pieces.take(1);
      const earlier = await store.pieces.open(taken as TakenPiece);
      await store.pieces.open(taken as TakenPiece);
      assert.match((await rejectionOf(earlier.journal.commit(entry(1)))).message, /another attempt/);
    }));

  test('a wrong guess is counted again, then the first piece stores the destination before the others begin', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a] }) => {
      await insert(store, 'r', 3);
      await countAll(store, a.pieces, (piece) => countOf(piece, piece === 1 ? 3 : 0));
      const [wrong, ...others] = await a.pieces.take(9);
      assert.equal([wrong?.piece, others], [1, []]);
      const opened = await store.pieces.open(wrong as TakenPiece);
      assert.equal(opened.piece, { kind: 'count', from: placeAt(RECORDS) });
      await opened.journal.storeCount?.({ ...countOf(1, 0), from: placeAt(RECORDS), end: placeAt(2 * RECORDS) });
      await a.pieces.release(wrong as TakenPiece);
      const [first, ...waiting] = await a.pieces.take(9);
      assert.equal([first?.piece, waiting], [0, []]);
      const { journal, checkpoint } = await store.pieces.open(first as TakenPiece);
      assert.is(checkpoint?.position, null);
      await journal.commit(entry(0, { clusterId: 'c' }));
      const rest = await a.pieces.take(9);
      assert.equal(
        rest.map(({ piece }) => piece),
        [1, 2],
      );
      const second = await store.pieces.open(rest[0] as TakenPiece);
      assert.equal(
        [second.checkpoint?.destination, second.checkpoint?.position],
        [{ clusterId: 'c' }, placeAt(RECORDS)],
      );
    }));

  test('the last piece ends the run: sums, and lists in the order of the file', async (at) =>
    withPair(at, async ({ stores: [one, two], clusters: [a] }) => {
      await insert(one, 'r', 3);
      const opened = await publishAll(one, a.pieces, 'r');
      for (const piece of [2, 0, 1]) {
        assert.is((await one.runs.find('r'))?.ended, null);
        await opened[piece]?.journal.commit(entry(piece, undefined, [`"${piece}"`]));
        await opened[piece]?.journal.finish(ENDING);
      }
      const run = await two.runs.find('r');
      assert.equal([run?.ended?.status, run?.checkpoint?.counters.totalRecords], ['PARTIAL_SUCCESS', 3]);
      assert.equal(run === null ? [] : await two.runs.errors(run), ['"0"', '"1"', '"2"']);
      assert.equal(await a.pieces.take(9), []);
    }));

  test('a failure ends the pieces after it, and those before it continue', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a, b], expire }) => {
      await insert(store, 'r', 4);
      const opened = await publishAll(store, a.pieces, 'r');
      await opened[1]?.journal.finish(FAILED);
      await expire();
      const taken = await b.pieces.take(9);
      assert.equal(
        taken.map(({ piece, mustEnd }) => [piece, mustEnd]),
        [
          [0, false],
          [2, true],
          [3, true],
        ],
      );
      for (const one of taken)
        await (await store.pieces.open(one)).journal.finish(
          one.mustEnd ? { ...FAILED, failure: { code: 'cancelled', message: 'c' } } : ENDING,
        );
      assert.equal((await store.runs.find('r'))?.ended?.failure, FAILED.failure);
    }));

  test('a cancelled run frees pieces that wait, and a file that cannot be divided becomes one task', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a] }) => {
      await insert(store, 'cancelled', 2);
      const [taken] = await a.pieces.take(1);
      await (await store.pieces.open(taken as TakenPiece)).journal.storeCount?.(countOf(0, 0));
      await a.pieces.release(taken as TakenPiece);
      await store.runs.cancel('cancelled');
      const ending = await a.pieces.take(9);
      assert.equal(
        ending.map(({ piece, mustEnd }) => [piece, mustEnd]),
        [
          [0, true],
          [1, true],
        ],
      );
      for (const one of ending) await (await store.pieces.open(one)).journal.finish(FAILED);
      assert.is((await store.runs.find('cancelled'))?.ended?.status, 'FAILED');

      await insert(store, 'whole', 2);
      const [first, second] = await a.pieces.take(9);
      await (await store.pieces.open(second as TakenPiece)).journal.storeCount?.(null);
      assert.equal(
        [await a.pieces.release(second as TakenPiece), await a.pieces.release(first as TakenPiece)],
        ['ended', 'free'],
      );
      const [only, ...others] = await a.pieces.take(9);
      assert.equal(others, []);
      const { piece, journal } = await store.pieces.open(only as TakenPiece);
      assert.equal(piece, { kind: 'divide' });
      await journal.storePieces?.(null);
      assert.is(await a.pieces.release(only as TakenPiece), 'ended');
      assert.equal([await a.pieces.take(9), await a.tasks.take('large', 9)], [[], [{ runId: 'whole', attempt: 1 }]]);
      assert.is((await store.runs.find('whole'))?.options.pieceBytes, undefined);
    }));

  test('an instance that reads the whole file stores its pieces, and no other instance can do so after it', async (at) =>
    withPair(at, async ({ stores: [one, two], clusters: [a, b], expire }) => {
      await insert(one, 'r', 'UNKNOWN');
      const [slow] = await a.pieces.take(9);
      const late = await one.pieces.open(slow as TakenPiece);
      await expire();
      const [taken, ...others] = await b.pieces.take(9);
      assert.equal([taken?.piece, taken?.attempt, others], [0, 2, []]);
      const { journal } = await two.pieces.open(taken as TakenPiece);
      await journal.storePieces?.([plannedOf(0), plannedOf(1), { ...plannedOf(2), stop: FAILED.failure }]);
      for (const call of [() => late.journal.storePieces?.(null), () => journal.storePieces?.([plannedOf(0)])])
        assert.is((await rejectionOf(call() ?? Promise.resolve())).name, 'LeaseLost');
      assert.is(await b.pieces.release(taken as TakenPiece), 'free');
      const [first, ...waiting] = await b.pieces.take(9);
      assert.equal([first?.piece, waiting], [0, []]);
      const opened = [await two.pieces.open(first as TakenPiece)];
      assert.equal(opened[0]?.piece, { kind: 'publish', range: plannedOf(0) });
      await opened[0]?.journal.commit(entry(1, { clusterId: 'c' }));
      for (const next of await a.pieces.take(9)) opened.push(await one.pieces.open(next));
      assert.equal(opened[2]?.checkpoint?.position, placeAt(2 * RECORDS));
      for (const { journal: own } of opened.slice(1)) await own.commit(entry(2));
      for (const { journal: own } of opened) await own.finish(ENDING);
      const run = await one.runs.find('r');
      assert.equal([run?.ended?.failure, run?.checkpoint?.hasNoGap], [FAILED.failure, true]);
    }));

  test('with the last survey, one instance joins them, and the values of UNIQUE rules are there until it has stored the pieces', async (at) =>
    withPair(at, async ({ stores: [one, two], clusters: [a, b], expire }) => {
      await insert(one, 'r', { surveyed: 3 });
      const [slow] = await a.pieces.take(1);
      const late = await one.pieces.open(slow as TakenPiece);
      await late.journal.storeKeys?.(0, Uint8Array.of(9));
      await expire();
      for (const taken of await b.pieces.take(9)) {
        const { piece, journal } = await two.pieces.open(taken);
        assert.equal(piece, { kind: 'survey' });
        if (taken.piece === 0) await journal.storeKeys?.(0, Uint8Array.of(1));
        await journal.storeSurvey?.(surveyOf(taken.piece));
        await b.pieces.release(taken);
      }
      for (const call of [() => late.journal.storeKeys?.(1, Uint8Array.of(1)), () => late.journal.storeSurvey?.(null)])
        assert.is((await rejectionOf(call() ?? Promise.resolve())).name, 'LeaseLost');
      const [joining, ...others] = await a.pieces.take(9);
      assert.equal([joining?.piece, others], [0, []]);
      const { piece, journal } = await one.pieces.open(joining as TakenPiece);
      if (piece?.kind !== 'divide' || piece.stored === undefined) throw new Error('no surveys');
      assert.equal(piece.stored.surveys, [surveyOf(0), surveyOf(1), surveyOf(2)]);
      assert.equal([...(await piece.stored.readKeys(0, 0))], [1]);
      await journal.storePieces?.([plannedOf(0), plannedOf(1)]);
      assert.is((await rejectionOf(piece.stored.readKeys(0, 0))).name, 'LeaseLost');
      await a.pieces.release(joining as TakenPiece);
      const [first] = await a.pieces.take(9);
      const opened = [await one.pieces.open(first as TakenPiece)];
      await opened[0]?.journal.commit(entry(1, { clusterId: 'c' }));
      for (const next of await b.pieces.take(9)) opened.push(await two.pieces.open(next));
      assert.is(opened.length, 2);
      for (const { journal: own } of opened) await own.finish(ENDING);
      assert.is((await one.runs.find('r'))?.ended?.status, 'PARTIAL_SUCCESS');
    }));

  test('a file that cannot be surveyed is read as a whole', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a] }) => {
      await insert(store, 'r', { surveyed: 3 });
      const [taken] = await a.pieces.take(1);
      await (await store.pieces.open(taken as TakenPiece)).journal.storeSurvey?.(null);
      await a.pieces.release(taken as TakenPiece);
      const [only, ...others] = await a.pieces.take(9);
      assert.equal([only?.piece, others], [0, []]);
      assert.equal((await store.pieces.open(only as TakenPiece)).piece, { kind: 'divide' });
    }));

  test('a run is cancelled while an instance reads its whole file', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a] }) => {
      await insert(store, 'r', 'UNKNOWN');
      const [taken] = await a.pieces.take(9);
      await store.runs.cancel('r');
      assert.equal(await a.pieces.renew(taken as TakenPiece, RUNNING), { mustEnd: true });
      await (await store.pieces.open(taken as TakenPiece)).journal.finish(FAILED);
      assert.is((await store.runs.find('r'))?.ended?.status, 'FAILED');
    }));

  test('taking, renewing and freeing a piece takes little time of the database', async (at) =>
    withPair(at, async ({ stores: [store], clusters: [a] }) => {
      // Those of a file of 10 GiB.
      const pieces = 40;
      const rounds = 300;
      await insert(store, 'r', pieces);
      await countAll(store, a.pieces);
      const cost = { claims: 0, renewals: 0, writes: 0 };
      let before = await databaseMs(at.postgres);
      const add = async (what: keyof typeof cost): Promise<void> => {
        const now = await databaseMs(at.postgres);
        cost[what] += (now - before) / rounds;
        before = now;
      };
      for (let round = 0; round < rounds; round++) await a.pieces.release((await a.pieces.take(1))[0] as TakenPiece);
      await add('claims');
      const [taken] = await a.pieces.take(1);
      for (let round = 0; round < rounds; round++) await a.pieces.renew(taken as TakenPiece, RUNNING);
      await add('renewals');
      for (let round = 0; round < rounds; round++)
        await (await store.pieces.open(taken as TakenPiece)).journal.commit(entry(round));
      await add('writes');
      const shown = Object.entries(cost).map(([what, ms]) => `${what} ${ms.toFixed(2)} ms`);
      console.log(`note: processor time of PostgreSQL for one of ${pieces} pieces: ${shown.join(', ')}`);
      assert.ok(cost.claims + cost.renewals < 6, JSON.stringify(cost));
    }));
});

/** The processor time of all connections of instances to a database. 0 where the system does not report it. */
async function databaseMs(postgres: PostgresSettings | null): Promise<number> {
  if (postgres === null || !existsSync('/proc/self/stat')) return 0;
  const { client } = await openClient(postgres, 'test');
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'specmill%'",
  );
  await client.end();
  const ticks = rows.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return 10 * ticks.reduce((sum, one) => sum + one, 0);
}

function insert(store: Store, id: string, pieces: FirstPieces): Promise<unknown> {
  return store.runs.insert({ ...inTopic(id), options: createRunOptions({ pieceBytes: RECORDS }), pieces });
}

function placeAt(record: number): Position {
  return { byteOffset: record, line: record, record, state: null };
}

/** The limits of a piece with one byte for each record. `off`: how far its start was guessed wrongly. */
function countOf(piece: number, off: number): PieceCount {
  const from = piece === 0 ? null : placeAt(piece * RECORDS + off);
  const end = placeAt((piece + 1) * RECORDS);
  return { from, end, readTo: end.byteOffset, isLast: false, durationMs: 1, processorMs: 1 };
}

/** A survey of a piece with one byte for each record. */
function surveyOf(piece: number): Survey {
  const steps = [{ next: placeAt((piece + 1) * RECORDS), ...(piece === 0 && { hasKeys: true as const }) }];
  return { from: placeAt(piece * RECORDS), steps, isOver: piece === 2, durationMs: 1, processorMs: 1 };
}

/** The limits of a piece of a file that was read as a whole. */
function plannedOf(piece: number): PlannedRange {
  const from = piece === 0 ? null : placeAt(piece * RECORDS);
  return { from, end: placeAt((piece + 1) * RECORDS), repeated: [], bytes: RECORDS, durationMs: 1, processorMs: 0 };
}

async function countAll(
  store: Store,
  pieces: PieceTaskStore,
  count: (piece: number) => PieceCount = (piece) => countOf(piece, 0),
): Promise<void> {
  for (const taken of await pieces.take(99)) {
    await (await store.pieces.open(taken)).journal.storeCount?.(count(taken.piece));
    await pieces.release(taken);
  }
}

/** Counts all pieces, and opens them. */
async function publishAll(store: Store, pieces: Pair['clusters'][0]['pieces'], runId: string): Promise<OpenedRun[]> {
  await countAll(store, pieces);
  const [first] = await pieces.take(1);
  const opened = [await store.pieces.open(first ?? { runId, piece: 0, attempt: 0 })];
  await opened[0]?.journal.commit(entry(0, { clusterId: 'c' }));
  for (const taken of await pieces.take(99)) opened.push(await store.pieces.open(taken));
  return opened;
}

/** An entry of a piece that has read one record with an ERROR. */
function entry(record: number, destination?: object, newErrors: string[] = []) {
  const counters = { ...createCheckpoint().counters, totalRecords: 1, processedRecords: 1, errorRecords: 1 };
  const checkpoint = {
    ...createCheckpoint(),
    position: placeAt(record),
    counters,
    ...(destination && { destination }),
  };
  return { published: [], deadLetters: [], newErrors, durationMs: 1, checkpoint: JSON.stringify(checkpoint) };
}
