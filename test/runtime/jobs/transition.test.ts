import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type FileEvent, ImpossibleTransition, transition } from '../../../runtime/jobs/ledger/transition.ts';
import type { RejectsOrder } from '../../../runtime/base/model/rejects-order.ts';
import { FILE_STATES, type FileState } from '../../../runtime/base/model/file-state.ts';
import type { StoredFile } from '../../../runtime/state/store/job-file-store.ts';
import { storedFile } from './stored-file.ts';

const test = suite('the states of a file');

const REASON = { code: 'x', message: 'X.' };
const ORDER = {
  ...{ specVersion: 'CURRENT' as const, isForced: false, earlierRun: 'r', supersedes: null },
  leftovers: [{ kind: 'reason' as const, path: 'failed/a.csv.reason.json' }],
};
const RECORDS = { total: 3, processed: 1, failed: 1, skipped: 1, rejected: 2 };
const DECISION = { isAccepted: true, by: 'key:b', at: 5, comment: 'c' };
const REJECTS: RejectsOrder = {
  ...{ runId: 'r', fileName: 'a.csv', spoolName: 's', bytes: 1, sha256: 'h', onlyRecords: '0', records: 1 },
  ...{ specId: 'i', specName: 's', specVersion: 'v', isRepaired: false, requestedBy: 'key:a', requestedAt: 4 },
  ...{ needsApproval: false, decision: null, publishedBy: null },
  before: { state: 'done', reason: null, records: RECORDS },
};
const EVENTS: readonly FileEvent[] = [
  { kind: 'not_ready', reason: REASON },
  { kind: 'claimed', at: 5 },
  { kind: 'accepted', runId: 'r', spec: 's', sha256: 'h' },
  { kind: 'duplicate', at: 5, sha256: 'h', reason: REASON, runId: null, hasThen: false },
  { kind: 'duplicate', at: 5, sha256: 'h', reason: REASON, runId: 'r', hasThen: true },
  { kind: 'interrupted', reason: REASON },
  { kind: 'source_changed', at: 5 },
  { kind: 'transfer_failed', at: 5, reason: REASON, max: 0, retryAt: 9 },
  { kind: 'transfer_failed', at: 5, reason: REASON, max: 3, retryAt: 9 },
  { kind: 'run_succeeded', at: 5, records: RECORDS, hasThen: false },
  { kind: 'run_succeeded', at: 5, records: RECORDS, hasThen: true },
  { kind: 'run_failed', at: 5, reason: REASON, hasThen: true },
  { kind: 'settled', at: 5 },
  { kind: 'not_settled', reason: REASON, retryAt: 9 },
  { kind: 'moving', to: 'a' },
  { kind: 'moved', to: 'a' },
  { kind: 'retried', size: 1, modified: null, version: 'v', order: ORDER },
  { kind: 'leftovers_moved' },
  { kind: 'rejects_ordered', order: { ...REJECTS, needsApproval: true }, leftovers: [] },
  { kind: 'rejects_ordered', order: REJECTS, leftovers: [] },
  { kind: 'rejects_decided', decision: DECISION },
  { kind: 'rejects_decided', decision: { ...DECISION, isAccepted: false } },
  { kind: 'rejects_reopened', reason: REASON },
  { kind: 'rejects_accepted', runId: 'q' },
  { kind: 'rejects_undone', reason: REASON },
  { kind: 'rejects_failed', at: 5, reason: REASON, records: RECORDS },
];

/** All transitions: from a state, with an event (its number above), to a state. Every other one is impossible. */
const EXPECTED: Readonly<Record<FileState, Readonly<Record<number, FileState>>>> = {
  seen: { 0: 'waiting', 1: 'taken' },
  waiting: { 0: 'waiting', 1: 'taken' },
  taken: {
    2: 'running',
    3: 'ignored',
    4: 'ignored',
    5: 'waiting',
    6: 'waiting',
    7: 'quarantined',
    8: 'waiting',
    11: 'failed',
  },
  running: { 9: 'done', 10: 'published', 11: 'failed' },
  needs_approval: { 20: 'taken', 21: 'done' },
  published: { 12: 'done', 13: 'published', 14: 'published', 15: 'published', 17: 'published' },
  done: { 16: 'waiting', 18: 'needs_approval', 19: 'taken' },
  failed: { 12: 'failed', 13: 'failed', 14: 'failed', 15: 'failed', 16: 'waiting', 18: 'needs_approval', 19: 'taken' },
  quarantined: { 16: 'waiting' },
  ignored: { 12: 'ignored', 13: 'ignored', 14: 'ignored', 15: 'ignored', 16: 'waiting' },
};

/** The transitions of a file whose rejects are being published: from `taken` and `running`. */
const OF_REJECTS: Readonly<Partial<Record<FileState, Readonly<Record<number, FileState>>>>> = {
  taken: { 22: 'needs_approval', 23: 'running', 24: 'done' },
  running: { 9: 'done', 10: 'published', 25: 'done' },
};

/** Returns where an event leads; undefined if it is impossible. */
function expectedOf(file: StoredFile, event: FileEvent): FileState | undefined {
  const { state, rejectsOrder, runId } = file;
  const isOfRejects = rejectsOrder !== null && (state === 'taken' || rejectsOrder.publishedBy === runId);
  const table = (isOfRejects ? OF_REJECTS[state] : undefined) ?? EXPECTED[state];
  const to = table[EVENTS.indexOf(event)];
  return to === 'done' && isOfRejects && event.kind !== 'run_succeeded' ? rejectsOrder.before.state : to;
}

test('every event in every state leads where the table says, or is impossible', () => {
  const ordered = { rejectsOrder: { ...REJECTS, publishedBy: 'q' }, runId: 'q' };
  for (const state of FILE_STATES)
    for (const more of state === 'needs_approval' ? [ordered] : [{}, ordered])
      EVENTS.forEach((event, index) => {
        const file = storedFile({ state, ...more });
        const name = `${state} + ${event.kind} (${index}, ${JSON.stringify(more)})`;
        const to = expectedOf(file, event);
        if (to === undefined) assert.throws(() => transition(file, event), isImpossible, name);
        else assert.is(transition(file, event).state ?? state, to, name);
      });
});

test('a refused, undone or failed retry of rejects leaves what the file was', () => {
  for (const before of [
    { state: 'done' as const, reason: null, records: RECORDS },
    { state: 'failed' as const, reason: REASON, records: null },
  ]) {
    const rejectsOrder = { ...REJECTS, publishedBy: 'q', before };
    const of = (state: FileState, event: FileEvent) => {
      const change = transition(storedFile({ state, rejectsOrder, runId: 'q' }), event);
      return [change.state, change.reason?.code ?? null, change.isThenPending];
    };
    const refused = { kind: 'rejects_decided' as const, decision: { ...DECISION, isAccepted: false } };
    assert.equal(of('needs_approval', refused), [before.state, before.reason?.code ?? null, undefined]);
    const why = { code: 'y', message: 'Y.' };
    assert.equal(of('taken', { kind: 'rejects_undone', reason: why }), [before.state, 'y', undefined]);
    assert.equal(of('running', { kind: 'rejects_failed', at: 5, reason: why, records: null }), [
      ...[before.state, 'y', undefined],
    ]);
  }
});

test('no sequence of events creates a second run, unless a person asks for it', () => {
  // Walks through every sequence of events and counts the runs that were accepted.
  const seen = new Set<string>();
  const open: { file: StoredFile; runs: number; depth: number }[] = [{ file: storedFile({}), runs: 0, depth: 0 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    assert.ok(at.runs <= at.file.generation + 1, JSON.stringify(at));
    for (const event of EVENTS) {
      if (expectedOf(at.file, event) === undefined) continue;
      const file = { ...at.file, ...transition(at.file, event) };
      const next = { file, runs: at.runs + Number(event.kind === 'accepted'), depth: at.depth + 1 };
      const { publishedBy = '' } = file.rejectsOrder ?? {};
      const facts = [file.state, file.generation, next.runs, Math.min(file.attempts, 5), publishedBy, file.runId];
      const key = JSON.stringify(facts);
      if (seen.has(key) || file.generation > 3) continue;
      seen.add(key);
      open.push(next);
    }
  }
  assert.ok(seen.size > 20, String(seen.size));
});

test('a failure of the host counts no attempt, a failed transfer does', () => {
  assert.is(transition(storedFile({ state: 'taken' }), { kind: 'interrupted', reason: REASON }).attempts, undefined);
  const failed = { kind: 'transfer_failed' as const, at: 5, reason: REASON, max: 2, retryAt: 9 };
  let file = storedFile({ state: 'taken' });
  for (const expected of ['waiting', 'waiting', 'quarantined'] as const) {
    const change = transition(file, failed);
    assert.is(change.state, expected);
    file = { ...file, ...change, state: 'taken' };
  }
  assert.is(file.attempts, 3);
});

test('the reason of a failed file remains when it could not be moved yet', () => {
  const event = { kind: 'not_settled' as const, reason: REASON, retryAt: 9 };
  assert.equal(transition(storedFile({ state: 'failed' }), event), { retryAt: 9 });
  assert.equal(transition(storedFile({ state: 'published' }), event), { reason: REASON, retryAt: 9 });
});

test('a retry is another generation, and forgets the last run', () => {
  const change = transition(storedFile({ state: 'failed', runId: 'r', attempts: 3 }), {
    kind: 'retried',
    size: 7,
    modified: 8,
    version: 'w',
    order: ORDER,
  });
  const { generation, runId, attempts, size, version } = change;
  assert.equal(
    { generation, runId, attempts, size, version },
    { generation: 1, runId: null, attempts: 0, size: 7, version: 'w' },
  );
});

function isImpossible(error: unknown): boolean {
  return error instanceof ImpossibleTransition;
}

test.run();
