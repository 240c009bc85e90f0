import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLocalFsConnector } from '../../../runtime/connector/local-fs/local-fs.ts';
import { codeOf, readAll, testConnector } from '../../servers/connectors/contract.ts';

async function openFolder() {
  const home = mkdtempSync(join(tmpdir(), 'specmill-local-'));
  const root = join(home, 'root');
  mkdirSync(root);
  return {
    home,
    root,
    connector: createLocalFsConnector({ root, localRoots: [root] }),
    async put(path: string, bytes: Uint8Array | string) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), bytes);
    },
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
}

testConnector('LOCAL_FS', openFolder);

const test = suite('LOCAL_FS stays below its root');

test('a link that leads out of the root is not followed', async () => {
  const { home, root, connector, close } = await openFolder();
  writeFileSync(join(home, 'secret'), 'secret');
  symlinkSync(join(home, 'secret'), join(root, 'link'));
  symlinkSync(home, join(root, 'folder'));
  assert.is(await codeOf(readAll(connector, 'link')), 'invalid_path');
  assert.is(await codeOf(readAll(connector, 'folder/secret')), 'invalid_path');
  assert.is(await codeOf(connector.write('folder/new')), 'invalid_path');
  assert.is(await codeOf(connector.remove('folder/secret')), 'invalid_path');
  await close();
});

test('a listing has no size and time of what is outside of the root', async () => {
  const { home, root, put, connector, close } = await openFolder();
  writeFileSync(join(home, 'secret'), 'twelve bytes');
  await put('real.csv', 'inside');
  symlinkSync(join(home, 'secret'), join(root, 'link.csv'));
  symlinkSync('../secret', join(root, 'relative.csv'));
  symlinkSync('link.csv', join(root, 'link-to-link.csv'));
  symlinkSync('missing', join(root, 'nothing.csv'));
  symlinkSync(home, join(root, 'folder'));
  symlinkSync('real.csv', join(root, 'inside.csv'));
  const names: string[] = [];
  for await (const { path, size } of connector.list('', { isRecursive: true })) names.push(`${path} ${size}`);
  assert.equal(names.sort(), ['inside.csv 6', 'real.csv 6']);
  assert.is(await codeOf(connector.stat('link.csv')), 'invalid_path');
  assert.is(await codeOf(connector.stat('link-to-link.csv')), 'invalid_path');
  await close();
});

test('a move that was interrupted between its two steps is completed by its repetition', async () => {
  const { root, connector, put, close } = await openFolder();
  await put('a.csv', 'content');
  mkdirSync(join(root, 'archive'));
  linkSync(join(root, 'a.csv'), join(root, 'archive/a.csv'));
  await connector.move('a.csv', 'archive/a.csv');
  assert.is(await connector.stat('a.csv'), null);
  assert.is(String(await readAll(connector, 'archive/a.csv')), 'content');
  assert.is(await codeOf(connector.move('archive/a.csv', 'archive/a.csv')), 'already_exists');
  assert.is(String(await readAll(connector, 'archive/a.csv')), 'content');
  await close();
});

test('a root that is not below an allowed folder is rejected', async () => {
  const { home, root, close } = await openFolder();
  writeFileSync(join(root, 'a'), 'a');
  mkdirSync(join(home, 'root2'));
  const connector = createLocalFsConnector({ root, localRoots: [join(home, 'root2')] });
  assert.is(await codeOf(connector.stat('a')), 'address_refused');
  await close();
});

test('a file that is replaced while it is read is source_changed', async () => {
  const { root, connector, put, close } = await openFolder();
  await put('data.bin', Buffer.alloc(3_000_000, 1));
  const { bytes } = await connector.read('data.bin');
  const read = async () => {
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue;
      await put('next', Buffer.alloc(3_000_000, 2));
      await rename(join(root, 'next'), join(root, 'data.bin'));
    }
  };
  assert.is(await codeOf(read()), 'source_changed');
  await close();
});

test.run();
