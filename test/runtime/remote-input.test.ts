import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { InputFile } from '../../runtime/cli/operands/input.ts';
import { withRemoteFile } from '../../runtime/cli/operands/remote-input.ts';
import type { Connector } from '../../runtime/connector/connector.ts';
import { ConnectorFailure } from '../../runtime/connector/failure.ts';
import type { Source } from '../../runtime/reading/source/contract.ts';
import { FileTooLarge } from '../../runtime/reading/source/disk/write-chunks.ts';

const test = suite<{ folder: string }>('A remote file that a command reads');
test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'remote-input-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const PARTS = ['id\n', 'a\n', 'b\n'].map((text) => Buffer.from(text));

interface ReadParts {
  folder: string;
  /** Yields the content. */
  send(): AsyncGenerator<Uint8Array>;
  maxBytes?: number;
  signal?: AbortSignal;
}

/** Calls `work` with a file whose content `send` yields. */
function read<T>(
  { folder, send, maxBytes = 1000, signal = new AbortController().signal }: ReadParts,
  work: (file: InputFile) => Promise<T>,
): Promise<T> {
  const file = { path: 'in/a.csv', name: 'a.csv', size: 7, modified: null, version: '1' };
  let cancel = (): void => {};
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(new ConnectorFailure('connection_lost', 'cancelled'));
  });
  cancelled.catch(() => {});
  async function* bytes() {
    const parts = send();
    for (;;) {
      const { done, value } = await Promise.race([parts.next(), cancelled]);
      if (done === true) return;
      yield value;
    }
  }
  // Only these members are used.
  const connector = {
    capabilities: { canResume: true },
    read: async () => ({ file, bytes: bytes(), cancel: async () => cancel() }),
  } as unknown as Connector;
  return withRemoteFile({ connector, file, folder, maxBytes, signal }, work);
}

/** Reads a source to its end and closes it. Returns its number of bytes, and its hash. */
async function readToEnd(source: Source): Promise<{ bytes: number; sha256: string | null }> {
  try {
    let bytes = 0;
    for await (const chunk of source.chunks(0)) bytes += chunk.length;
    return { bytes, sha256: await source.sha256() };
  } finally {
    await source.close();
  }
}

/** Returns the hash of a source without reading it. */
async function hashOf(source: Source): Promise<string | null> {
  return source.sha256().finally(() => source.close());
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it succeeded');
}

test('is read while it arrives, and its hash is that of the whole file', async ({ folder }) => {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  async function* send() {
    // The reader waits for the first bytes, which show whether the file is compressed.
    yield Buffer.alloc(600_000, 'id\n');
    await gate;
    yield* PARTS;
  }
  await read({ folder, send, maxBytes: 1e6 }, async (file) => {
    const source = await file.open(1e6);
    assert.is(source.fileName, 'a.csv');
    const hash = createHash('sha256');
    for await (const chunk of source.chunks(0)) {
      hash.update(chunk);
      open();
    }
    assert.is(await source.sha256(), hash.digest('hex'));
    await source.close();
  });
});

test('that changes while it is read is a failure of the command, whatever part it has read', async ({ folder }) => {
  async function* send() {
    yield* PARTS;
    throw new ConnectorFailure('source_changed', '"in/a.csv" changed while it was read.');
  }
  const readers: ((file: InputFile) => Promise<unknown>)[] = [
    async (file) => readToEnd(await file.open(100)),
    async (file) => hashOf(await file.open(100)),
    async (file) => readToEnd(await file.openAsSent()),
  ];
  for (const reader of readers) {
    const error = (await failureOf(read({ folder, send }, reader))) as ConnectorFailure;
    assert.is(error.code, 'source_changed');
  }
  assert.equal(readdirSync(join(folder, 'spool')), []);
});

test('is limited in size, also when it is copied as it was sent', async ({ folder }) => {
  async function* send() {
    yield* PARTS;
  }
  for (const reader of [
    async (file: InputFile): Promise<unknown> => hashOf(await file.open(100)),
    async (file: InputFile): Promise<unknown> => readToEnd(await file.openAsSent()),
  ])
    assert.instance(await failureOf(read({ folder, send, maxBytes: 6 }, reader)), FileTooLarge);
});

test('of a server that sends nothing more is abandoned at an interruption', async ({ folder }) => {
  const interruption = new AbortController();
  async function* send() {
    yield* PARTS;
    interruption.abort(new Error('interrupted'));
    await new Promise(() => {});
  }
  const { signal } = interruption;
  const error = await failureOf(read({ folder, send, signal }, async (file) => hashOf(await file.open(100))));
  assert.is((error as Error).message, 'interrupted');
});

test('that is empty is read', async ({ folder }) => {
  const send = async function* () {};
  const { bytes } = await read({ folder, send }, async (file) => readToEnd(await file.open(100)));
  assert.is(bytes, 0);
});

test.run();
