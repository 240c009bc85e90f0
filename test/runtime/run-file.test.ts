import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../../runtime/base/model/checkpoint.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { runFile } from '../../runtime/reading/run/run-file.ts';
import { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { createRunOptions, type RunInfo, type RunOptions } from '../../runtime/base/model/run-info.ts';
import { createNoneSink } from '../../runtime/sink/none.ts';
import type { Sink } from '../../runtime/sink/contract.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import type { Source } from '../../runtime/reading/source/contract.ts';
import { fakeModule } from './fake-module.ts';

const FILE = ['a', 'C b', '# c', 'W d', 'E e', 'CF f', 'g', '# h', 'CE i', 'WE j', 'k', ''].join('\n');

function infoOf(options: Partial<RunOptions>): RunInfo {
  return {
    runId: null,
    spec: fakeModule.spec,
    specId: null,
    fileName: 'f',
    fileSha256: null,
    options: createRunOptions({ today: '2024-02-29', ...options }),
  };
}

/** A sink that records its batches as a store would, and resumes at `from`. */
function memorySink(
  from: Checkpoint | null = null,
): Sink & { events: string[]; checkpoints: Checkpoint[]; closed: (ProcessingResult | null)[] } {
  const events: string[] = [];
  const checkpoints: Checkpoint[] = [];
  const closed: (ProcessingResult | null)[] = [];
  return {
    events,
    checkpoints,
    closed,
    messages: true,
    open: async () => structuredClone(from),
    commit: async (batch, checkpoint) => {
      events.push(...linesOf(batch));
      checkpoints.push(structuredClone(checkpoint));
    },
    close: async (result) => void closed.push(result),
  };
}

function linesOf({ bytes, ends, count }: Batch): string[] {
  return Array.from({ length: count }, (_, i) => Buffer.from(bytes.subarray(ends[i - 1] ?? 0, ends[i])).toString());
}

function sourceOf(text: string, chunk = 7): Source {
  const bytes = Buffer.from(text);
  return {
    ...createStreamSource(Readable.from([]), 'f'),
    async *chunks(byteOffset) {
      for (let at = byteOffset; at < bytes.length; at += chunk) yield Uint8Array.from(bytes.subarray(at, at + chunk));
    },
    sha256: async () => 'f'.repeat(64),
  };
}

async function run(
  text: string,
  options: Partial<RunOptions> = {},
  sink: Sink = memorySink(),
  chunk = 7,
): Promise<ProcessingResult> {
  const result = await runFile({ info: infoOf(options), module: fakeModule, source: sourceOf(text, chunk), sink });
  assert.is(result.totalRecords, result.processedRecords + result.failedRecords + result.skippedRecords);
  return result;
}

test("a sink can ask for smaller batches, but not for larger ones than the run's", async () => {
  const sizesIn = async (batchRecords: number, wanted: number): Promise<number[]> => {
    const sizes: number[] = [];
    const commit: Sink['commit'] = async ({ records }) => void sizes.push(records);
    await run(
      FILE,
      { batchRecords, skipInvalidRecords: true },
      { ...memorySink(), commit, batchRecords: wanted },
      1000,
    );
    return sizes.filter((records) => records > 0);
  };
  assert.equal(await sizesIn(5, 2), [2, 2, 2, 2, 1]);
  assert.equal(await sizesIn(2, 5), [2, 2, 2, 2, 1]);
  assert.equal(await sizesIn(5, 5), [5, 4]);
});

const timeless = ({ durationMs: _, ...result }: ProcessingResult) => result;

test('counts every record once and lists those with issues', async () => {
  const result = await run(FILE, { skipInvalidRecords: true });
  const {
    status,
    totalRecords,
    processedRecords,
    failedRecords,
    skippedRecords,
    warningRecords,
    errorRecords,
    correctedRecords,
    otherLines,
  } = result;
  assert.equal(
    [status, totalRecords, processedRecords, failedRecords, skippedRecords],
    ['PARTIAL_SUCCESS', 9, 5, 1, 3],
  );
  assert.equal([warningRecords, errorRecords, correctedRecords, otherLines], [1, 4, 3, 2]);
  assert.equal(
    result.errors.map(({ record, line, outcome }) => [record, line, outcome]),
    [
      [3, 4, 'processed'],
      [4, 5, 'skipped'],
      [5, 6, 'failed'],
      [7, 9, 'skipped'],
      [8, 10, 'skipped'],
    ],
  );
  assert.equal(
    result.issueCounts.map(({ ruleId, count }) => [ruleId, count]),
    [
      ['rule-W', 2],
      ['rule-E', 3],
      ['rule-F', 1],
    ],
  );
  assert.equal(result.errors[0]?.messages[0]?.value, 'W d');
});

test('a record with an ERROR is published unless invalid records are skipped', async () => {
  const sink = memorySink();
  const result = await run(FILE, {}, sink);
  assert.equal([result.processedRecords, result.failedRecords, result.skippedRecords], [8, 1, 0]);
  assert.equal(sink.events.length, 8);
});

test('a dry run reports the same as a transform', async () => {
  for (const skipInvalidRecords of [true, false]) {
    const dry = await run(FILE, { skipInvalidRecords }, createNoneSink());
    assert.equal(timeless(dry), timeless(await run(FILE, { skipInvalidRecords })));
  }
});

test('the members of a result are in the documented order', async () => {
  const result = await run('F a\n');
  assert.equal(Object.keys(result), [
    'status',
    'totalRecords',
    'processedRecords',
    'failedRecords',
    'skippedRecords',
    'durationMs',
    'warningRecords',
    'errorRecords',
    'correctedRecords',
    'otherLines',
    'failure',
    'specVersion',
    'fileName',
    'fileSha256',
    'warnings',
    'issueCounts',
    'errors',
    'errorsTruncated',
  ]);
});

test('status: warnings alone and no records at all are successes; records with none processed are a failure', async () => {
  assert.is((await run('W a\nb\n')).status, 'SUCCESS');
  assert.is((await run('')).status, 'SUCCESS');
  const failed = await run('F a\nF b\n');
  assert.equal([failed.status, failed.failure?.code], ['FAILED', 'no_record_processed']);
});

test('at most errorLimit records are listed, and the counts stay exact', async () => {
  const text = 'E x\n'.repeat(25);
  const all = await run(text, { errorLimit: 25 });
  assert.equal([all.errors.length, all.errorsTruncated], [25, false]);
  const some = await run(text, { errorLimit: 24 });
  assert.equal([some.errors.length, some.errorsTruncated, some.issueCounts[0]?.count], [24, true, 25]);
  const none = await run(text, { errorLimit: 0 });
  assert.equal([none.errors.length, none.errorsTruncated, none.errorRecords], [0, true, 25]);
});

test('at most 100 issues of a record are listed', async () => {
  const hundred = await run(`${'W'.repeat(100)} x\n`);
  assert.equal([hundred.errors[0]?.messages.length, hundred.errors[0]?.more], [100, undefined]);
  const more = await run(`${'W'.repeat(117)} x\n`);
  assert.equal([more.errors[0]?.messages.length, more.errors[0]?.more, more.issueCounts[0]?.count], [100, 17, 117]);
});

test('maxErrors: the run stops after the first record over the limit, whatever the batches and chunks', async () => {
  for (const batchRecords of [1, 2, 3, 1000]) {
    for (const chunk of [1, 5, 1000]) {
      for (const skipInvalidRecords of [true, false]) {
        const sink = memorySink();
        const result = await run(FILE, { maxErrors: 2, batchRecords, skipInvalidRecords }, sink, chunk);
        assert.equal([result.status, result.failure?.code, result.errorRecords], ['FAILED', 'too_many_errors', 3]);
        assert.equal(
          [result.totalRecords, result.correctedRecords, result.otherLines],
          [7, 3, 2],
          `${batchRecords} ${chunk}`,
        );
        assert.equal(sink.events.length, result.processedRecords);
        assert.equal([result.errors.length, result.errors.at(-1)?.record], [4, 7]);
        assert.is(sink.closed[0], result);
      }
    }
  }
});

test('maxErrors: exactly that many errors are allowed', async () => {
  const result = await run(FILE, { maxErrors: 4 });
  assert.equal([result.status, result.totalRecords], ['PARTIAL_SUCCESS', 9]);
});

test('maxErrors: also if the last record has no line end', async () => {
  const result = await run('C a\nE b', { maxErrors: 0 });
  assert.equal([result.failure?.code, result.totalRecords, result.correctedRecords], ['too_many_errors', 2, 1]);
});

test('all-or-nothing allows no error unless a number is given', async () => {
  assert.is((await run(FILE, { delivery: 'all-or-nothing' })).failure?.code, 'too_many_errors');
  assert.is((await run(FILE, { delivery: 'all-or-nothing', maxErrors: 4 })).status, 'PARTIAL_SUCCESS');
});

test('a file that becomes unreadable fails the run, and earlier issues are still reported', async () => {
  const sink = memorySink();
  const result = await run('a\nb\nX\nc\n', {}, sink);
  assert.equal(
    [result.status, result.failure?.code, result.totalRecords, sink.events.length],
    ['FAILED', 'MALFORMED_XML', 2, 2],
  );
});

test('a failing source ends the run as FAILED', async () => {
  const source = sourceOf('a\nb\n');
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a\nb\n');
    throw new RunFailure('decompression_failed', 'the archive ends too early');
  }
  const sink = memorySink();
  const result = await runFile({
    info: infoOf({ batchRecords: 1 }),
    module: fakeModule,
    source: { ...source, chunks: breaking },
    sink,
  });
  assert.equal([result.failure?.code, result.totalRecords, sink.events.length], ['decompression_failed', 2, 2]);
});

test('a run resumed from any of its checkpoints has the same result', async () => {
  const options = { batchRecords: 2, errorLimit: 3, skipInvalidRecords: true };
  const whole = memorySink();
  const result = await run(FILE, options, whole);
  assert.ok(whole.checkpoints.length > 3);
  for (const checkpoint of whole.checkpoints) {
    const stored = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
    const rest = memorySink(stored);
    assert.equal(timeless(await run(FILE, options, rest)), timeless(result));
    assert.equal(whole.events.slice(stored.counters.processedRecords), rest.events);
  }
});

test('maxErrors counts across a resume', async () => {
  const options = { batchRecords: 2, maxErrors: 2 };
  const whole = memorySink();
  const result = await run(FILE, options, whole);
  for (const checkpoint of whole.checkpoints) {
    assert.equal(timeless(await run(FILE, options, memorySink(checkpoint))), timeless(result));
  }
});

test('a failing sink aborts the run and is closed without a result', async () => {
  const sink = { ...memorySink(), commit: async () => Promise.reject(new Error('no room')) };
  try {
    await run(FILE, {}, sink);
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /no room/);
  }
  assert.equal(sink.closed, [null]);
});

test('an abort ends the run between two batches', async () => {
  const controller = new AbortController();
  const sink = memorySink();
  const commit = sink.commit;
  sink.commit = async (batch, checkpoint) => {
    await commit(batch, checkpoint);
    if (sink.checkpoints.length === 2) controller.abort(new Error('stopped'));
  };
  try {
    await runFile({
      info: infoOf({ batchRecords: 1 }),
      module: fakeModule,
      source: sourceOf(FILE),
      sink,
      signal: controller.signal,
    });
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /stopped/);
  }
  assert.equal([sink.checkpoints.length, sink.closed], [2, [null]]);
});

test('reading pauses while the sink is busy', async () => {
  let open = 0;
  const sink = memorySink();
  sink.commit = async () => {
    assert.is(open++, 0);
    await new Promise((resolve) => setTimeout(resolve, 1));
    open--;
  };
  await run(FILE, { batchRecords: 1 }, sink, 1000);
});

test('a batch with inconsistent counts throws', async () => {
  const module = {
    ...fakeModule,
    createTransformer: () => ({
      push: () => [],
      end: () => [{ ...emptyBatch, records: 3, count: 2 }],
    }),
  };
  try {
    await runFile({ info: infoOf({}), module, source: sourceOf('a\n'), sink: createNoneSink() });
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /3 records reports 2 messages/);
  }
});

const emptyBatch: Batch = {
  firstRecord: 1,
  records: 0,
  count: 0,
  bytes: new Uint8Array(0),
  ends: new Uint32Array(0),
  keys: new Uint8Array(0),
  keyEnds: new Uint32Array(0),
  corrected: 0,
  otherLines: 0,
  recordIssues: [],
  warnings: [],
  failure: null,
  next: { byteOffset: 0, line: 0, record: 0, state: null },
};

test.run();
