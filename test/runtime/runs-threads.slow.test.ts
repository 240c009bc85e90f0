import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import type { ThreadTask } from '../../runtime/reading/workers/messages.ts';
import { createThreadPool, type ThreadPool } from '../../runtime/reading/workers/thread-pool.ts';
import {
  cacheModule,
  collect,
  createDataFolder,
  createRequest,
  openAll,
  type Opened,
  rejectionOf,
  spoolText,
} from './data-folder.ts';
import { fakeModule } from './fake-module.ts';
import { fakeEsm } from './specmill.ts';
import type { RunModule } from '../../runtime/base/model/run-module.ts';

const test = suite<{ folder: string; remove(): void; trap: RunModule }>('threads');
test.before.each((context) => {
  Object.assign(context, createDataFolder());
  context.trap = cacheModule(context.folder, TRAP);
});
test.after.each(({ remove }) => remove());

/** The hand-written module, but a line with one of these words misbehaves as the word says. */
const TRAP = `${fakeEsm.replace(/var \{ spec, read.*$/s, '')}
export const { spec, read, check } = fakeModule;
const traps = {
  HANG: () => { for (;;); },
  HOARD: () => { for (const all = []; ;) all.push(new Array(1e6).fill({})); },
  THROW: () => { throw new Error('a fault at /home/somebody/file.ts'); },
  EXIT: () => process.exit(1),
};
export function createTransformer(options) {
  const transformer = fakeModule.createTransformer(options);
  const check = (chunk) => {
    const text = Buffer.from(chunk).toString();
    for (const [word, act] of Object.entries(traps)) if (text.includes(word)) act();
  };
  return {
    *push(chunk) { let at = 0; for (const line of Buffer.from(chunk).toString().split(/(?<=\\n)/)) { check(line); yield* transformer.push(Buffer.from(line)); } },
    end: () => transformer.end(),
  };
}
`;

async function withPool<T>(
  options: { threads: number; pingMs?: number },
  work: (pool: ThreadPool) => Promise<T>,
): Promise<T> {
  const pool = createThreadPool(options);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

async function dryTask(folder: string, module: RunModule, text: string): Promise<ThreadTask> {
  const { path, fileName, sha256 } = await spoolText(folder, text);
  const info = {
    runId: null,
    spec: fakeModule.spec,
    specId: null,
    fileName,
    fileSha256: sha256,
    options: createRunOptions(),
  };
  return { kind: 'dry-run', info, module: { path: module.path, hash: module.hash }, path, emitsErrors: true };
}

const asTask = (input: ThreadTask, onCall: () => Promise<void> = async () => {}) => ({
  load: 'reading' as const,
  prepare: async () => input,
  onCall,
});

test('a hanging thread is ended, and the next task gets a new one', async ({ folder, trap }) => {
  await withPool({ threads: 1, pingMs: 150 }, async (pool) => {
    const error = await rejectionOf(pool.run(asTask(await dryTask(folder, trap, 'a\nHANG\n'))));
    assert.equal([error.name, /did not respond in time/.test(error.message)], ['WorkerLost', true]);
    assert.is((await pool.run(asTask(await dryTask(folder, trap, 'a\nb\n'))))?.totalRecords, 2);
  });
});

test('a thread that only waits is not treated as hanging', async ({ folder, trap }) => {
  await withPool({ threads: 1, pingMs: 150 }, async (pool) => {
    const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 2500));
    assert.is((await pool.run(asTask(await dryTask(folder, trap, 'W a\n'), wait)))?.totalRecords, 1);
  });
});

test('a thread that runs out of memory, exits or throws fails its own tasks only', async ({ folder, trap }) => {
  await withPool({ threads: 2 }, async (pool) => {
    for (const [word, message] of [
      ['HOARD', /memory limit/],
      ['EXIT', /thread/],
    ] as const) {
      const error = await rejectionOf(pool.run(asTask(await dryTask(folder, trap, `a\n${word}\n`))));
      assert.equal([error.name, message.test(error.message)], ['WorkerLost', true], String(error));
    }
    const failure = await rejectionOf(pool.run(asTask(await dryTask(folder, trap, 'THROW\n'))));
    assert.is(failure.name, 'ThreadFailure');
    assert.is((await pool.run(asTask(await dryTask(folder, trap, 'a\n'))))?.totalRecords, 1);
  });
});

test('a dry run whose file ends its thread FAILS, and those that share the thread do not', async ({ folder, trap }) => {
  const all = await openAll(folder, { threads: 1 });
  try {
    const requestOf = async (text: string) => ({
      file: await spoolText(folder, text),
      module: trap,
      specId: null,
      options: createRunOptions(),
    });
    const lines: string[] = [];
    let entered = (): void => {};
    let release = (): void => {};
    const isWaiting = new Promise<void>((resolve) => (entered = resolve));
    const canGoOn = new Promise<void>((resolve) => (release = resolve));
    // Reads on the same thread until its first issue, and waits there until the thread is lost.
    const other = all.runs.dryRun(await requestOf('W a\nb\nW c\n'), {
      onErrors: async (some) => {
        lines.push(some);
        entered();
        await canGoOn;
      },
    });
    await isWaiting;
    const lost = all.runs.dryRun(await requestOf('a\nb\nHOARD\n')).finally(release);
    const { status, failure, fileName } = await lost;
    assert.equal([status, failure?.code, fileName], ['FAILED', 'worker_failed', 'a.txt']);
    assert.match(failure?.message ?? '', /needs more memory than a thread may use.*--max-record-bytes/);
    const { status: ofOther, totalRecords } = await other;
    assert.equal([ofOther, totalRecords], ['SUCCESS', 3]);
    assert.equal(
      lines
        .join('')
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { record: number }).record),
      [1, 3],
    );
  } finally {
    await all.close();
  }
});

test('a run resumes after its thread is lost once, and FAILS if it loses a thread at the same place again', async ({
  folder,
  trap,
}) => {
  const all = await openAll(folder);
  try {
    const good = Array.from({ length: 3000 }, (_, index) => `line ${index}\n`).join('');
    const result = await finish(all, folder, trap, `${good}EXIT\nbehind\n`);
    assert.equal([result.status, result.failure?.code], ['FAILED', 'worker_failed']);
    assert.ok(result.processedRecords >= 2000 && result.processedRecords < 3001, `${result.processedRecords}`);
    const messages = (await collect(all.store.topics.messages('t', { from: 0, limit: Infinity }))).flat();
    assert.equal(
      messages.map(({ value }) => value),
      Array.from({ length: result.processedRecords }, (_, index) => `{"line":"line ${index}"}`),
    );
    const broken = await finish(all, folder, trap, 'a\nTHROW\n');
    assert.equal([broken.status, broken.failure?.code], ['FAILED', 'internal_error']);
    assert.not.match(broken.failure?.message ?? '', /home|file\.ts/);
    assert.is((await finish(all, folder, trap, 'fine\n')).status, 'SUCCESS');
  } finally {
    await all.close();
  }
});

test('a run is resumed at most three times, also if its thread is lost at another place each time', async ({
  folder,
}) => {
  const all = await openAll(folder);
  // Ends the thread, but only once for each line: the next attempt reads on.
  const once = `
import { existsSync, writeFileSync } from 'node:fs';
${TRAP.replace('EXIT: () => process.exit(1),', '').replace(
  'const check = (chunk) => {',
  `const check = (chunk) => {
    const [word] = /once-\\w+/.exec(Buffer.from(chunk).toString()) ?? [];
    const path = ${JSON.stringify(folder)} + '/' + word;
    if (word !== undefined && !existsSync(path)) { writeFileSync(path, ''); process.exit(1); }`,
)}`;
  try {
    const trap = cacheModule(folder, once);
    const part = (name: string) =>
      `${Array.from({ length: 3000 }, (_, index) => `line ${index}\n`).join('')}once-${name}\n`;
    const three = await finish(all, folder, trap, `${part('a')}${part('b')}${part('c')}`);
    assert.equal([three.status, three.processedRecords], ['SUCCESS', 9003]);
    const four = await finish(all, folder, trap, `${part('d')}${part('e')}${part('f')}${part('g')}`);
    assert.equal([four.status, four.failure?.code], ['FAILED', 'worker_failed']);
    assert.ok(four.processedRecords >= 9003 && four.processedRecords < 12_004, `${four.processedRecords}`);
    const messages = (await collect(all.store.topics.messages('t', { from: 0, limit: Infinity }))).flat();
    assert.is(messages.length, 9003 + four.processedRecords, 'no record is lost or doubled');
  } finally {
    await all.close();
  }
});

test('the loss of a thread says whether another task may be the cause', async ({ folder, trap }) => {
  await withPool({ threads: 1 }, async (pool) => {
    const [bad, waits] = [await dryTask(folder, trap, 'EXIT\n'), await dryTask(folder, trap, 'W a\n')];
    const lossOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: { isShared?: boolean }) => error.isShared ?? null,
      );
    assert.is(await lossOf(pool.run(asTask(bad))), false, 'it was alone');
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const bystander = pool.run(asTask(waits, () => (isHeld(), new Promise<void>(() => {}))));
    const lost = lossOf(bystander);
    await held;
    assert.is(await lossOf(pool.run(asTask(bad))), true);
    assert.is(await lost, true);
  });
});

test('runs of other callers on a thread that is lost four times do not FAIL', async ({ folder, trap }) => {
  const all = await openAll(folder, { threads: 2 });
  try {
    // Both threads have runs of several callers when one of them ends its thread.
    const good = Array.from({ length: 3000 }, (_, index) => `line ${index}\n`).join('');
    const accept = async (text: string, principal: string) => {
      const request = await createRequest(folder, text, { module: trap, options: { batchRecords: 100 } });
      const accepted = await all.runs.accept({ ...request, principal });
      return 'runId' in accepted ? accepted.runId : '';
    };
    const bad: string[] = [];
    const innocent: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 6; i++) innocent.push(await accept(`${round} ${i}\n${good}`, `caller-${i}`));
      bad.push(await accept(`${round}\n${good}EXIT\n`, 'attacker'));
    }
    const statusOf = async (id: string) => (await all.runs.finished(id)).status;
    for (const id of innocent) assert.is(await statusOf(id), 'SUCCESS');
    for (const id of bad) assert.is(await statusOf(id), 'FAILED');
  } finally {
    await all.close();
  }
});

async function finish({ runs }: Opened, folder: string, module: RunModule, text: string) {
  const accepted = await runs.accept(await createRequest(folder, text, { module, options: { batchRecords: 100 } }));
  return runs.finished('runId' in accepted ? accepted.runId : '');
}

test('a thread that has loaded many modules is replaced, and no task is lost', async ({ folder }) => {
  const tasks = await Promise.all(
    Array.from({ length: 70 }, (_, index) => dryTask(folder, cacheModule(folder, `${fakeEsm}// ${index}`), 'a\n')),
  );
  await withPool({ threads: 1 }, async (pool) => {
    for (const task of tasks) assert.is((await pool.run(asTask(task)))?.totalRecords, 1);
  });
});

test('the number of threads is limited, and runs wait for one', async ({ folder, trap }) => {
  await withPool({ threads: 2 }, async (pool) => {
    let now = 0;
    let most = 0;
    const input = await dryTask(folder, trap, 'W a\n');
    const onCall = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 150));
      now--;
    };
    await Promise.all(Array.from({ length: 6 }, () => pool.run({ ...asTask(input, onCall), load: 'run' })));
    assert.is(most, 2);
    most = 0;
    await Promise.all(Array.from({ length: 30 }, () => pool.run(asTask(input, onCall))));
    assert.ok(most > 2 && most <= 16, `${most} readings at once`);
  });
});

test('the run of a small file does not wait for those of large files, except in a pool of one thread', async ({
  folder,
  trap,
}) => {
  for (const threads of [1, 2]) {
    await withPool({ threads }, async (pool) => {
      const input = await dryTask(folder, trap, 'W a\n');
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const large = Array.from({ length: threads }, () => pool.run({ ...asTask(input, () => held), load: 'run' }));
      let isOver = false;
      const small = pool.run({ ...asTask(input), load: 'small' }).then(() => (isOver = true));
      if (threads === 2) await small;
      else await pool.run(asTask(input));
      assert.is(isOver, threads === 2);
      release();
      await Promise.all([...large, small]);
    });
  }
});

test('a task that waits for a thread can be cancelled', async ({ folder, trap }) => {
  await withPool({ threads: 1 }, async (pool) => {
    const input = await dryTask(folder, trap, 'W a\n');
    let release = () => {};
    const busy = pool.run({ ...asTask(input, () => new Promise<void>((resolve) => (release = resolve))), load: 'run' });
    const abort = new AbortController();
    const waiting = pool.run({ ...asTask(input), load: 'run', signal: abort.signal });
    abort.abort(new Error('left'));
    assert.match((await rejectionOf(waiting)).message, /left/);
    while (release.name === 'release') await new Promise((resolve) => setTimeout(resolve, 5));
    release();
    assert.is((await busy)?.totalRecords, 1);
  });
});

test.run();
