/** Flipped bits in each kind of stored file and row: each is found by examining the folder, and none becomes a wrong message. */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameSmallFile } from '../../../runtime/base/model/small-file-name.ts';
import { createCheckpoint } from '../../../runtime/base/model/checkpoint.ts';
import { examineFolder } from '../../../runtime/state/store/examine/examine-folder.ts';
import type { Finding } from '../../../runtime/state/store/examine/findings.ts';
import { openProgressFile } from '../../../runtime/state/store/progress-file.ts';
import { openConnection } from '../../../runtime/state/store/sqlite/open-connection.ts';
import { collect, createRequest, newRun, openAll } from '../../runtime/data-folder.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { TRIES } from './tries.ts';

const test = suite<{ home: string; whole: string; folder: string }>('flipped bits');
const LINES = 40_000;
/** Flips in each column and each kind of file. `SPECMILL_ATTACK_TRIES` draws more. */
const FLIPS = Math.ceil(TRIES / 40);

/** Fills a data folder: two runs that have ended, one that has not, a small file, and a progress file. */
async function fill(folder: string): Promise<void> {
  const all = await openAll(folder);
  const text = Array.from({ length: LINES }, (_, line) => `line number ${line} of a long file\n`).join('');
  for (const [content, topic] of [
    [text, 'long'],
    ['a\nE wrong\nb\nW odd\n', 'short'],
  ] as const) {
    const { runId } = (await all.runs.accept(await createRequest(folder, content, { topic }))) as { runId: string };
    assert.is((await all.runs.finished(runId)).failure, undefined);
  }
  const content = Buffer.from('a small file\n');
  const fileSha256 = createHash('sha256').update(content).digest('hex');
  await all.store.runs.insert(
    newRun('small', { content, fileSha256, fileBytes: content.length, spoolName: nameSmallFile() }),
  );
  await all.close();
  const progress = await openProgressFile(join(folder, 'progress', 'small'), 'small');
  await progress.write({ checkpoint: JSON.stringify(createCheckpoint()), durationMs: 1 });
  await progress.close();
}

/** Returns all messages, and the counters of all runs. Damaged ones are named in place of their content. */
async function readAll(folder: string): Promise<Map<string, string>> {
  const all = await openAll(folder);
  const read = new Map<string, string>();
  try {
    for (const name of ['long', 'short']) {
      try {
        const found = await collect(all.store.topics.messages(name, { from: 0, limit: 3000 }));
        for (const message of found.flat()) {
          const { offset, key, value, headers } = message;
          read.set(`${name} ${offset}`, JSON.stringify([key, String(value), headers]));
        }
      } catch (error) {
        read.set(name, (error as Error).name);
      }
    }
    for (const run of await all.store.runs.list({ limit: 100 })) {
      const isDamaged = run.ended?.failure?.code === 'stored_data_damaged';
      read.set(`counters of ${run.runId}`, isDamaged ? 'damaged' : JSON.stringify(run.checkpoint?.counters ?? null));
    }
  } finally {
    await all.close();
  }
  return read;
}

function flip(bytes: Uint8Array, bit: number): void {
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
}

function flipInFile(path: string, bit: number): void {
  const bytes = readFileSync(path);
  flip(bytes, bit);
  writeFileSync(path, bytes);
}

/** Changes a value of one row as `change` does. */
async function changeRow(
  folder: string,
  { table, column, where }: { table: string; column: string; where: string },
  change: (bytes: Buffer) => void,
): Promise<void> {
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'write', busyMs: 1000 });
  const [row] = await connection.all<{ id: number; kind: string; bytes: Buffer }>(
    `SELECT rowid AS id, typeof(${column}) AS kind, CAST(${column} AS BLOB) AS bytes FROM ${table} WHERE ${where} LIMIT 1`,
  );
  if (row === undefined) throw new Error(`${table} has no ${column}`);
  change(row.bytes);
  await connection.run(`UPDATE ${table} SET ${column} = CAST(? AS ${row.kind}) WHERE rowid = ?`, [row.bytes, row.id]);
  await connection.close();
}

async function damageIn(folder: string): Promise<Finding[]> {
  return (await examineFolder(folder)).findings.filter(({ kind }) => kind === 'DAMAGED');
}

test.before(async (context) => {
  context.home = mkdtempSync(join(tmpdir(), 'specmill-flips-'));
  context.whole = join(context.home, 'whole');
  await fill(context.whole);
});
test.before.each((context) => {
  context.folder = join(context.home, 'changed');
  cpSync(context.whole, context.folder, { recursive: true });
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true }));
test.after(({ home }) => rmSync(home, { recursive: true }));

test('nothing is found in a whole folder, and everything has a checksum', async ({ folder }) => {
  const { findings, examined, withoutChecksum } = await examineFolder(folder);
  assert.equal([findings, withoutChecksum], [[], 0]);
  for (const kind of ['databases', 'runs', 'checkpoints', 'received files', 'lists of errors', 'batches', 'modules'])
    assert.ok((examined.get(kind) ?? 0) > 0, kind);
  assert.is(examined.get('progress files'), 1);
});

for (const kind of ['messages', 'spool', 'modules']) {
  test(`a flipped bit in a file of ${kind} is found, wherever it is`, async ({ folder, whole }) => {
    const names = readdirSync(join(folder, kind)).filter((name) => kind !== 'modules' || name.endsWith('.mjs'));
    assert.ok(names.length > 0);
    for (let index = 0; index < 2 * FLIPS; index++) {
      const random = randomOf(seed, index);
      const name = names[random.below(names.length)] ?? '';
      const path = join(folder, kind, name);
      flipInFile(path, random.below(readFileSync(path).length * 8));
      const places = (await damageIn(folder)).map(({ place }) => place);
      assert.ok(places.length === 1 && places[0]?.includes(`${kind}/${name}`), `${seed} ${index}: ${places}`);
      cpSync(join(whole, kind, name), path);
    }
  });
}

test('a flipped bit in the only checkpoint of a progress file is found', async ({ folder }) => {
  const path = join(folder, 'progress', 'small');
  const length = readFileSync(path).indexOf(10);
  flipInFile(path, randomOf(seed, 0).below(length * 8));
  assert.equal(
    (await damageIn(folder)).map(({ place }) => place),
    ['progress/small'],
  );
});

for (const at of [
  { table: 'runs', column: 'checkpoint', where: 'checkpoint IS NOT NULL' },
  { table: 'runs', column: 'options', where: '1 = 1' },
  { table: 'runs', column: 'spec', where: '1 = 1' },
  { table: 'runs', column: 'topic', where: '1 = 1' },
  { table: 'runs', column: 'file_sha256', where: '1 = 1' },
  { table: 'run_errors', column: 'errors', where: '1 = 1' },
  { table: 'small_files', column: 'content', where: '1 = 1' },
  { table: 'batch_contents', column: 'value_bytes', where: 'length(value_bytes) > 0' },
  { table: 'batch_contents', column: 'value_ends', where: 'length(value_ends) > 0' },
]) {
  test(`a flipped bit in ${at.table}.${at.column} is found, and becomes no other message or counter`, async (context) => {
    const { whole, folder } = context;
    const expected = await readAll(whole);
    for (let index = 0; index < FLIPS; index++) {
      let bit = 0;
      await changeRow(folder, at, (bytes) => flip(bytes, (bit = randomOf(seed, index).below(bytes.length * 8))));
      const places = (await damageIn(folder)).map(({ place }) => place);
      // The first member of a checkpoint may become one with another name: then the checkpoint has no checksum.
      const isSealName = at.column === 'checkpoint' && bit < 8 * '{"crc32"'.length;
      assert.ok(
        isSealName || places.some((place) => place.startsWith(at.table === 'batch_contents' ? 'batches' : at.table)),
        `${bit}: ${places}`,
      );
      for (const [what, value] of await readAll(folder))
        assert.ok(value === expected.get(what) || /amaged/.test(value), `bit ${bit}: ${what} is ${value}`);
      await changeRow(folder, at, (bytes) => flip(bytes, bit));
    }
  });
}

test('an unfinished run whose request or checkpoint is damaged ends as FAILED, and others are published', async ({
  folder,
}) => {
  const text = Array.from({ length: LINES }, (_, line) => `${line}\n`).join('');
  const leaving = await openAll(folder);
  const left = (await leaving.runs.accept(await createRequest(folder, text, { topic: 'left' }))) as { runId: string };
  const other = (await leaving.runs.accept(await createRequest(folder, `${text}z\n`, { topic: 'other' }))) as {
    runId: string;
  };
  await leaving.close();
  const at = { table: 'runs', column: 'options', where: `id = '${left.runId}'` };
  await changeRow(folder, at, (bytes) => void (bytes[bytes.length - 2] = 0x20));
  const all = await openAll(folder);
  try {
    await all.runs.resume();
    assert.is((await all.runs.finished(left.runId)).failure?.code, 'stored_data_damaged');
    assert.is((await all.runs.finished(other.runId)).status, 'SUCCESS');
  } finally {
    await all.close();
  }
});

test.run();
