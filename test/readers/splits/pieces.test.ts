/** For any file and any size of its pieces, the pieces together have exactly the results of one thread, also after interruptions. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import type { Batch, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../../runtime/base/model/checkpoint.ts';
import { mergeCheckpoints } from '../../../runtime/base/model/merge-checkpoints.ts';
import { cutPieces, type PieceCount, type PieceRange } from '../../../runtime/base/model/pieces.ts';
import type { RunInfo } from '../../../runtime/base/model/run-info.ts';
import { countPiece } from '../../../runtime/reading/run/count-piece.ts';
import type { RunPiece } from '../../../runtime/reading/run/run.ts';
import { runFile } from '../../../runtime/reading/run/run-file.ts';
import type { Sink } from '../../../runtime/sink/contract.ts';
import { openSource } from '../../../runtime/reading/source/open-source.ts';
import { createScenario, type Feeding, scenarioDrafts } from '../parity/arbitraries.ts';
import { createFixedWidthScenario, fixedWidthDrafts } from '../parity/fixed-width-draft.ts';
import { summarizeBatches } from '../parity/read-result.ts';
import { loadModule } from '../parity/run-module.ts';
import { effort, scaleRuns } from '../../support/property.ts';
import { createTestInfo } from '../../support/run-info.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-pieces-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();
/** How often each path was taken, to prove that the comparison covers them. */
const seen = { files: 0, undivided: 0, pieces: 0, empty: 0, recounts: 0, interruptions: 0, failures: 0 };

interface File {
  module: SpecModule;
  info: RunInfo;
  path: string;
}

/** What one reader, or all pieces, have read. */
interface Outcome {
  checkpoint: Checkpoint;
  batches: Batch[];
}

test('CSV', async () => {
  await check(scenarioDrafts, (draft) => createScenario(draft), 120);
});

test('fixed width', async () => {
  await check(fixedWidthDrafts, (draft) => createFixedWidthScenario(draft), 60);
});

test('a long record that ends shortly after a chunk belongs to its piece', async () => {
  const fields = [{ name: 'id', type: 'STRING' }];
  const module = await loadModule({ spec: { name: 'long', format: 'CSV', fields }, syntax: 'json' } as never);
  const path = join(folder, 'long');
  // Counting reads up to 1 MiB at a time, publishing 256 KiB.
  const bytes = 1536 * 1024;
  for (const recordBytes of [5000, 8192, 16_384, 100_000]) {
    for (const header of ['id,note\n', 'id,a note\n']) {
      const record = `a,${'n'.repeat(recordBytes - 3)}\n`;
      writeFileSync(path, header + record.repeat(Math.ceil((2 * bytes) / recordBytes)));
      const info = createTestInfo(module, { today: '2024-02-29' });
      await compare({ module, info, path }, { pieceBytes: bytes, pieces: 3, patience: 0 });
    }
  }
});

test('a file in an encoding with characters of several bytes is one task', async () => {
  for (const encoding of ['gb18030', 'big5', 'shift_jis', 'euc-jp', 'utf-16le']) {
    const spec = {
      name: 'lines',
      format: 'FIXED_WIDTH',
      encoding,
      fields: [{ name: 'a', type: 'STRING', start: 2, length: 1 }],
    };
    const module = await loadModule({ spec, syntax: 'json' } as never);
    const path = join(folder, 'file');
    writeFileSync(path, ' a\rxa a\rxa');
    const info = createTestInfo(module);
    assert.equal(await cut({ module, info, path }, 5, 2), null, encoding);
  }
});

test('the files had pieces, wrong guesses, empty pieces, failures and interruptions', () => {
  console.log(`note: ${JSON.stringify(seen)}`);
  assert.ok(seen.pieces > 4 * seen.files && seen.files > 40 * effort, JSON.stringify(seen));
  for (const times of [seen.empty, seen.recounts, seen.interruptions, seen.failures, seen.undivided])
    assert.ok(times > 5 * effort, JSON.stringify(seen));
});

type Scenario = ReturnType<typeof createScenario> | ReturnType<typeof createFixedWidthScenario>;

async function check<T>(drafts: fc.Arbitrary<T>, make: (draft: T) => Scenario, runs: number): Promise<void> {
  const cuts = fc.record({
    repeats: fc.integer({ min: 1, max: 6 }),
    pieceBytes: fc.integer({ min: 5, max: 150 }),
    patience: fc.integer({ min: 0, max: 4 }),
  });
  const property = fc.asyncProperty(drafts, cuts, async (draft, { repeats, pieceBytes, patience }) => {
    const scenario = make(draft);
    const module = await loadModule(scenario);
    for (const { bytes, feeding } of scenario.files as { bytes: Uint8Array; feeding: Feeding }[]) {
      // An empty file has no piece.
      if (bytes.length === 0) continue;
      // Whether a file with NULs is an archive or in UTF-16 is decided by its first 512 bytes, more than these pieces have.
      if (bytes.includes(0)) continue;
      const path = join(folder, 'file');
      writeFileSync(path, Buffer.concat(Array<Uint8Array>(repeats).fill(bytes)));
      const { skipInvalidRecords, batchRecords, maxRecordBytes } = feeding;
      const info = createTestInfo(module, {
        ...{ skipInvalidRecords, batchRecords, today: scenario.today, errorLimit: 5 },
        ...(maxRecordBytes > 0 && { maxRecordBytes }),
      });
      await compare(
        { module, info, path },
        { pieceBytes, pieces: Math.ceil((bytes.length * repeats) / pieceBytes), patience },
      );
    }
  });
  await fc.assert(property, {
    numRuns: scaleRuns(runs),
    reporter(details) {
      if (!details.failed) return;
      const [draft, cuts] = details.counterexample ?? [];
      const scenario = draft && make(draft);
      const texts = (scenario?.files as { bytes: Uint8Array }[]).map(({ bytes }) =>
        Buffer.from(bytes).toString('latin1'),
      );
      const reason = details.errorInstance instanceof Error ? details.errorInstance.stack : '';
      throw new Error(
        `SPECMILL_SEED=${details.seed}\n${JSON.stringify({ spec: scenario?.spec, texts, cuts }, null, 1)}\n${reason}`,
      );
    },
  });
}

async function compare(
  file: File,
  { pieceBytes, pieces, patience }: { pieceBytes: number; pieces: number; patience: number },
): Promise<void> {
  const ranges = await cut(file, pieceBytes, pieces);
  if (ranges === null) {
    seen.undivided++;
    return;
  }
  const whole = await read(file, { from: createCheckpoint(), patience: Infinity });
  const parts: Outcome[] = [];
  for (const [number, range] of ranges.entries()) {
    if (range === null) seen.empty++;
    else parts.push(await read(file, { from: startOf(range), patience, piece: { ...range, number } }));
  }
  seen.files++;
  seen.pieces += ranges.length;
  if (whole.checkpoint.failure !== null) seen.failures++;
  const merged = mergeCheckpoints(
    parts.map(({ checkpoint }) => checkpoint),
    file.info.options.errorLimit,
  );
  assert.deepEqual(withoutTimes(merged), withoutTimes(whole.checkpoint));
  assert.deepEqual(summarizeBatches(parts.flatMap(({ batches }) => batches)), summarizeBatches(whole.batches));
}

/** Finds the limits of all pieces; null if the file cannot be divided. */
async function cut(file: File, bytes: number, pieces: number): Promise<(PieceRange | null)[] | null> {
  const counts: PieceCount[] = [];
  const count = async (piece: number, from: PieceCount['from']): Promise<PieceCount | null> => {
    const source = await openSource(file.path, { maxBytes: Infinity });
    try {
      return await countPiece({ ...file, source, piece, pieces, bytes, from, signal, cancelled: signal });
    } finally {
      await source.close();
    }
  };
  for (let piece = 0; piece < pieces; piece++) {
    const counted = await count(piece, null);
    if (counted === null) return null;
    counts.push(counted);
  }
  for (;;) {
    // The database stores them as JSON.
    const cut = cutPieces(JSON.parse(JSON.stringify(counts)) as PieceCount[]);
    if (cut.kind === 'cut') return JSON.parse(JSON.stringify(cut.ranges)) as (PieceRange | null)[];
    seen.recounts++;
    counts[cut.piece] = (await count(cut.piece, cut.from)) as PieceCount;
  }
}

function startOf({ from }: PieceRange): Checkpoint {
  return { ...createCheckpoint(), position: from };
}

/** Reads a file or a piece. Each attempt is interrupted after `patience` batches, and continues at the last checkpoint. */
async function read(
  { module, info, path }: File,
  { from, patience, piece }: { from: Checkpoint; patience: number; piece?: RunPiece },
): Promise<Outcome> {
  const outcome: Outcome = { checkpoint: from, batches: [] };
  for (let isDone = false; !isDone; ) {
    let left = patience === 0 ? Infinity : patience;
    const sink: Sink = {
      messages: true,
      rejectedKeys: true,
      batchRecords: 2,
      open: async () => structuredClone(outcome.checkpoint),
      async commit(batch, checkpoint) {
        if (left-- === 0) throw new Error('interrupted');
        outcome.checkpoint = structuredClone(checkpoint);
        outcome.batches.push(structuredClone(batch));
      },
      async close(result) {
        isDone = result !== null;
      },
    };
    const source = await openSource(path, { maxBytes: Infinity });
    try {
      await runFile({ info, module, source, sink, hasDeadLetters: true, ...(piece !== undefined && { piece }) });
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'interrupted') throw error;
      seen.interruptions++;
    } finally {
      await source.close();
    }
  }
  return outcome;
}

/** What must be the same: all but the times, and the members that are absent before the first batch. */
function withoutTimes({
  durationMs: _,
  processorMs: __,
  destination: ___,
  outputBytes = 0,
  ...same
}: Checkpoint): unknown {
  return { ...same, outputBytes };
}

test.run();
