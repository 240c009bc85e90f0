/** The values of surveys in a file: they are read back as they were stored, and what killed processes left is removed. */
import * as assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import { removeStaged, stageSurveys } from '../../../runtime/runs/stage-surveys.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-staged-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const next = { byteOffset: 1, line: 1, record: 1, state: null };
const survey = { from: null, steps: [{ next, hasKeys: true as const }], isOver: true, durationMs: 0, processorMs: 0 };

test('values are staged, and files that are a day old are removed', async () => {
  const [old, recent, other] = ['specmill-surveys-a', 'specmill-surveys-b', 'store-id'].map((name) =>
    join(folder, name),
  );
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const path of [old, recent, other]) writeFileSync(path ?? '', '');
  for (const path of [old, other]) utimesSync(path ?? '', yesterday, yesterday);
  const staged = await stageSurveys(
    { surveys: [survey, survey], readKeys: async (at) => Uint8Array.of(at, at) },
    folder,
  );
  assert.deepEqual([...readFileSync(staged?.keysPath ?? '')], [0, 0, 1, 1]);
  assert.deepEqual(staged?.keys.get('1 0'), { from: 2, to: 4 });
  assert.deepEqual(
    [old, recent, other].map((path) => existsSync(path ?? '')),
    [false, true, true],
  );
  if (staged !== undefined) await removeStaged(staged);
  assert.equal(readdirSync(folder).length, 2);
});

test('nothing remains if the values cannot be read', async () => {
  const before = readdirSync(folder).length;
  const readKeys = () => Promise.reject(new Error('lost'));
  await assert.rejects(stageSurveys({ surveys: [survey], readKeys }, folder), /lost/);
  assert.equal(readdirSync(folder).length, before);
});

test.run();
