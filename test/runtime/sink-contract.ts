import * as assert from 'uvu/assert';
import type { Batch, Issue, RecordIssues } from '../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../runtime/base/model/checkpoint.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { type Delivery, createRunOptions, type RunInfo } from '../../runtime/base/model/run-info.ts';
import { createRunCounters } from '../../runtime/reading/run/counters.ts';
import type { Sink } from '../../runtime/sink/contract.ts';
import { newRun, rejectionOf } from './data-folder.ts';

/** A destination for one test of the contract. */
export interface Destination {
  /** Opens a sink for a run. For a run opened before, it is the sink of a later process. */
  open(runId: string, delivery?: Delivery): Promise<Sink>;
  /** Returns the values that a reader of the destination sees now. */
  values(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Kind {
  name: string;
  /** Whether a run survives its process. */
  resumes: boolean;
  /** Whether messages are visible once they are committed. null: at an unspecified time before the run ends. */
  showsAtOnce: boolean | null;
  /** Whether a superseded sink can no longer publish. */
  fences: boolean;
}

/** Declares the tests that every sink must pass. `test` provides each with its own destination. */
export function sinkContract(
  kind: Kind,
  test: (name: string, check: (context: { at: Destination }) => Promise<void>) => void,
): void {
  test('a new run starts at the first record and asks for messages', async ({ at }) => {
    const sink = await at.open('r1');
    const checkpoint = await sink.open(infoOf('r1'));
    assert.equal(
      [checkpoint?.position ?? null, checkpoint?.counters.totalRecords ?? 0, sink.messages],
      [null, 0, true],
    );
    await sink.close(null);
  });

  test('every message once, in order, byte for byte', async ({ at }) => {
    const sink = await at.open('r1');
    await sink.open(infoOf('r1'));
    const values = ['{"a":"ü😀\\u0000"}', '{}', `{"long":"${'x'.repeat(300_000)}"}`, '{"b":1.10}', '{"b":-0}'];
    await commitAll(sink, [
      batchOf(1, values.slice(0, 2)),
      batchOf(3, [null, null]),
      batchOf(5, [null, values[2] ?? '', null]),
      batchOf(8, values.slice(3)),
      batchOf(10, []),
    ]);
    await sink.close(resultOf('PARTIAL_SUCCESS'));
    assert.equal(await at.values(), values);
  });

  test('the memory of a batch may be reused after its commit, or after the run if lines are written', async ({
    at,
  }) => {
    const sink = await at.open('r1');
    await sink.open(infoOf('r1'));
    const batch = batchOf(1, ['"one"', '"two"']);
    const committed = await commitAll(sink, [batch], createCheckpoint());
    const reuse = () => [batch.bytes, batch.ends].forEach((memory) => memory.fill(0));
    if (sink.lines !== true) reuse();
    await sink.close(resultOf('SUCCESS'));
    reuse();
    assert.is(committed.counters.totalRecords, 2);
    assert.equal(await at.values(), ['"one"', '"two"']);
  });

  test('all or nothing: nothing is visible before the end, and nothing of a FAILED run', async ({ at }) => {
    for (const status of ['FAILED', 'SUCCESS'] as const) {
      const sink = await at.open(status, 'all-or-nothing');
      await sink.open(infoOf(status, 'all-or-nothing'));
      await commitAll(sink, [batchOf(1, ['1', null, '3']), batchOf(4, ['4'])]);
      assert.equal(await at.values(), []);
      await sink.close(resultOf(status));
      assert.equal(await at.values(), status === 'FAILED' ? [] : ['1', '3', '4']);
    }
  });

  test('messages are visible after their commit if the destination supports it', async ({ at }) => {
    const sink = await at.open('r1');
    await sink.open(infoOf('r1'));
    await commitAll(sink, [batchOf(1, ['1', '2'])]);
    if (kind.showsAtOnce !== null) assert.equal(await at.values(), kind.showsAtOnce ? ['1', '2'] : []);
    await sink.close(resultOf('SUCCESS'));
    assert.equal(await at.values(), ['1', '2']);
  });

  test('an interrupted run resumes at its last commit, or leaves nothing', async ({ at }) => {
    const first = await at.open('r1');
    const begun = (await first.open(infoOf('r1'))) ?? createCheckpoint();
    const left = structuredClone(
      await commitAll(first, [batchOf(1, ['1', null]), batchOf(3, [null, null, '5'])], begun),
    );
    await first.close(null);
    assert.equal(await at.values(), kind.resumes ? ['1', '5'] : []);
    const second = await at.open('r1');
    const checkpoint = await second.open(infoOf('r1'));
    assert.equal(checkpoint, kind.resumes ? left : null);
    assert.equal(checkpoint?.errors.length ?? 2, 2, 'every listed error is there');
    await commitAll(second, [batchOf(6, ['6'])], checkpoint ?? createCheckpoint());
    await second.close(resultOf('PARTIAL_SUCCESS'));
    assert.equal(await at.values(), kind.resumes ? ['1', '5', '6'] : ['6']);
  });

  if (kind.fences) {
    test('a superseded sink publishes nothing', async ({ at }) => {
      const old = await at.open('r1');
      await old.open(infoOf('r1'));
      await commitAll(old, [batchOf(1, ['1'])]);
      const now = await at.open('r1');
      const checkpoint = await now.open(infoOf('r1'));
      await rejectionOf(commitAll(old, [batchOf(2, ['old'])]).then(() => old.close(resultOf('SUCCESS'))));
      // The new sink publishes what the old one had not made final.
      const again = (checkpoint?.position?.record ?? 0) === 0 ? [batchOf(1, ['1'])] : [];
      await commitAll(now, [...again, batchOf(2, ['new'])], checkpoint ?? createCheckpoint());
      await now.close(resultOf('SUCCESS'));
      assert.equal(await at.values(), ['1', 'new']);
    });
  }
}

const issue: Issue = {
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'r',
  field: 'f',
  column: 'f',
  message: 'm',
  value: 'v',
};

/** Creates a batch of records starting with `first`. A null is a failed record without a message. */
function batchOf(first: number, values: readonly (string | null)[]): Batch {
  const messages = values.filter((value) => value !== null).map((value) => Buffer.from(value));
  let end = 0;
  const place = { line: 1, byteOffset: 0, byteLength: 1, issues: [issue] };
  const recordIssues = values.flatMap((value, index): RecordIssues[] =>
    value === null ? [{ record: first + index, outcome: 'failed', ...place }] : [],
  );
  return {
    firstRecord: first,
    records: values.length,
    count: messages.length,
    bytes: Buffer.concat(messages),
    ends: Uint32Array.from(messages, (value) => (end += value.length)),
    keys: new Uint8Array(0),
    keyEnds: new Uint32Array(messages.length),
    corrected: 0,
    otherLines: 0,
    recordIssues,
    warnings: [],
    failure: null,
    next: { byteOffset: first + values.length, line: 1, record: first + values.length - 1, state: { columns: [1] } },
  };
}

function infoOf(runId: string, delivery: Delivery = 'at-least-once'): RunInfo {
  const { spec, specId, fileName, fileSha256 } = newRun(runId);
  return { runId, spec, specId, fileName, fileSha256, options: createRunOptions({ delivery }) };
}

// Only these members of a result are used.
const resultOf = (status: ProcessingResult['status']): ProcessingResult =>
  ({
    status,
    durationMs: 1,
    ...(status === 'FAILED' ? { failure: { code: 'too_many_errors', message: 'm' } } : {}),
  }) as ProcessingResult;

/** Returns the messages of a batch with a line feed after each, as a sink with `lines` requests them. */
function withLineFeeds({ bytes, ends }: Batch): Pick<Batch, 'bytes' | 'ends'> {
  const messages = [...ends].map((end, i) => Buffer.from([...bytes.subarray(ends[i - 1] ?? 0, end), 10]));
  let end = 0;
  return { bytes: Buffer.concat(messages), ends: Uint32Array.from(messages, ({ length }) => (end += length)) };
}

/** Commits batches as the loop does, with one checkpoint object that changes in place. */
async function commitAll(
  sink: Sink,
  batches: readonly Batch[],
  checkpoint: Checkpoint = createCheckpoint(),
): Promise<Checkpoint> {
  const tally = createRunCounters(checkpoint, 2);
  for (const batch of batches) {
    tally.add(batch);
    if (sink.lines === true) Object.assign(batch, withLineFeeds(batch));
    await sink.commit(batch, checkpoint);
  }
  return checkpoint;
}
