import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Checkpoint, createCheckpoint } from '../../runtime/base/model/checkpoint.ts';
import { openProgressFile, readProgress } from '../../runtime/state/store/progress-file.ts';
import { createDataFolder, rejectionOf } from './data-folder.ts';

interface Place {
  folder: string;
  path: string;
  remove(): void;
}

const test = suite<Place>('the progress file of a run');
test.before.each((context) => {
  Object.assign(context, createDataFolder());
  context.path = join(context.folder, 'progress', 'r1');
});
test.after.each(({ remove }) => remove());

const HALF = 64 * 1024;

function checkpointAt(byteOffset: number): Checkpoint {
  return { ...createCheckpoint(), position: { byteOffset, line: 1, record: 1, state: ['a', 'ü'] } };
}

/** Writes the file with one step at each of these byte positions. The time of a step is twice its position. */
async function writeSteps(path: string, places: readonly number[], runId = 'r1'): Promise<void> {
  const file = await openProgressFile(path, runId);
  for (const place of places)
    assert.is(await file.write({ checkpoint: JSON.stringify(checkpointAt(place)), durationMs: 2 * place }), true);
  await file.close();
}

const placeIn = async (path: string, runId = 'r1'): Promise<number | null> =>
  (await readProgress(path, runId))?.position?.byteOffset ?? null;

/** Changes the line that holds the step of this position. */
function spoil(path: string, place: number, change: (line: string) => string): void {
  const bytes = readFileSync(path);
  for (const from of [0, HALF]) {
    const line = bytes.toString('utf8', from, bytes.indexOf(10, from));
    if (line.includes(`"byteOffset":${place},`))
      return void (bytes.write(change(line), from), writeFileSync(path, bytes));
  }
  throw new Error(`no slot holds ${place}`);
}

test('the last step is returned, with the time spent', async ({ path }) => {
  for (const places of [[1], [1, 2], [1, 2, 3], [10, 9000, 70000]]) {
    await writeSteps(path, places);
    const last = places.at(-1) ?? 0;
    assert.equal(await readProgress(path, 'r1'), { ...checkpointAt(last), durationMs: 2 * last });
  }
});

test('a checkpoint may contain escapes, control characters and other languages', async ({ path }) => {
  const odd = {
    ...checkpointAt(5),
    issueCounts: [
      { code: 'REQUIRED', ruleId: 'a\u2028b\u2029', field: 'ü "\n\r\0😀', severity: 'ERROR' as const, count: 1 },
    ],
  };
  const file = await openProgressFile(path, 'r1');
  await file.write({ checkpoint: JSON.stringify(odd), durationMs: 1 });
  await file.close();
  assert.equal(await readProgress(path, 'r1'), { ...odd, durationMs: 1 });
});

test('writing a step does not change the length of the file', async ({ path }) => {
  await writeSteps(path, []);
  const { size } = statSync(path);
  await writeSteps(path, [1, 2, 3]);
  assert.equal([size, statSync(path).size], [2 * HALF, 2 * HALF]);
});

test('a partly written step is ignored, and the one before is returned', async ({ path }) => {
  const changes = [
    (line: string) => line.slice(0, 40).padEnd(line.length, '\0'),
    (line: string) => line.replace('"line":1', '"line":2'),
    (line: string) => `X${line.slice(1)}`,
  ];
  for (const change of changes) {
    await writeSteps(path, [1, 2, 3]);
    spoil(path, 3, change);
    assert.is(await placeIn(path), 2);
    spoil(path, 2, change);
    assert.is(await placeIn(path), null);
  }
});

test('a truncated file returns the steps that it has', async ({ path }) => {
  await writeSteps(path, [1, 2]);
  truncateSync(path, HALF + 100);
  assert.is(await placeIn(path), 1);
  truncateSync(path, 100);
  assert.is(await placeIn(path), null);
  truncateSync(path, 0);
  assert.is(await placeIn(path), null);
});

test('the file of another run is ignored', async ({ path }) => {
  await writeSteps(path, [1, 2], 'r2');
  assert.equal([await placeIn(path), await placeIn(path, 'r2')], [null, 2]);
});

test('a step longer than its slot is rejected, and no earlier step is lost', async ({ path }) => {
  const file = await openProgressFile(path, 'r1');
  const long = { ...checkpointAt(3), warnings: [{ code: 'W', message: 'm'.repeat(HALF) }] };
  assert.is(await file.write({ checkpoint: JSON.stringify(checkpointAt(1)), durationMs: 1 }), true);
  assert.is(await file.write({ checkpoint: JSON.stringify(long), durationMs: 1 }), false);
  assert.is(await placeIn(path), 1);
  await file.close();
});

test('a missing file returns nothing; an unreadable file is an error', async ({ path }) => {
  assert.is(await placeIn(path), null);
  mkdirSync(path, { recursive: true });
  assert.is(((await rejectionOf(readProgress(path, 'r1'))) as NodeJS.ErrnoException).code, 'EISDIR');
  await rejectionOf(openProgressFile(path, 'r1'));
});

test.run();
