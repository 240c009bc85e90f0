import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { createMasterKeyText, parseMasterKey } from '../../../runtime/state/vault/master-key.ts';
import { rotateMasterKey } from '../../../runtime/state/vault/rotate-master-key.ts';
import { createVault } from '../../../runtime/state/vault/vault.ts';
import { VaultLocked } from '../../../runtime/state/vault/unlock.ts';

const USE = { type: 'SFTP', host: 'sftp.example', port: 22, usualPort: 22, isPlainHttp: false };

const CREDENTIALS = 3;
const home = mkdtempSync(join(tmpdir(), 'specmill-rotate-'));
const [from, to] = [createMasterKeyText(), createMasterKeyText()];
test.after(() => rmSync(home, { recursive: true, force: true }));

async function withVault<T>(folder: string, text: string, work: (vault: ReturnType<typeof createVault>) => Promise<T>) {
  const store = await openStore(folder);
  const key = parseMasterKey(text, 'a test');
  try {
    return await work(createVault({ store: store.credentials, findKey: async () => key, createKey: async () => key }));
  } finally {
    await store.close();
  }
}

/** Returns whether a key opens all credentials with their secrets. Throws if it opens only some of them. */
async function opensAll(folder: string, text: string): Promise<boolean> {
  return withVault(folder, text, async (vault) => {
    const listed = await vault.list().catch((error: unknown) => {
      if (error instanceof VaultLocked) return null;
      throw error;
    });
    if (listed === null) return false;
    assert.is(listed.length, CREDENTIALS);
    for (const { id, name } of listed)
      assert.equal((await vault.open(id, USE))?.secret, { password: `secret of ${name}` });
    return true;
  });
}

test('a rotation that is killed at any statement changes all credentials or none, and can be repeated', async () => {
  const original = join(home, 'original');
  await withVault(original, from, async (vault) => {
    for (let number = 0; number < CREDENTIALS; number++) {
      const name = `bank-${number}`;
      await vault.create({ name, type: 'PASSWORD', secret: `secret of ${name}`, metadata: { username: 'u' } });
    }
  });
  const script = join(import.meta.dirname, 'rotate-and-die.ts');
  const rotate = (folder: string, dieAt: number) =>
    spawnSync(process.execPath, ['--import', 'tsx', script, folder, from, to, String(dieAt)], { encoding: 'utf8' });
  const whole = join(home, 'whole');
  cpSync(original, whole, { recursive: true });
  const complete = rotate(whole, 0);
  const statements = Number(complete.stdout);
  assert.ok(statements >= CREDENTIALS + 2, complete.stderr);
  assert.is(await opensAll(whole, to), true);

  for (let dieAt = 1; dieAt <= statements; dieAt++) {
    const folder = join(home, `killed-${dieAt}`);
    cpSync(original, folder, { recursive: true });
    const { signal, stdout } = rotate(folder, dieAt);
    assert.equal([signal, stdout], ['SIGKILL', ''], `statement ${dieAt}`);
    assert.equal([await opensAll(folder, from), await opensAll(folder, to)], [true, false], `statement ${dieAt}`);
    const store = await openStore(folder);
    const keys = { from: parseMasterKey(from, 'a test'), to: parseMasterKey(to, 'a test') };
    for (let times = 0; times < 2; times++) assert.is(await rotateMasterKey(store.credentials, keys), CREDENTIALS);
    await store.close();
    assert.equal([await opensAll(folder, from), await opensAll(folder, to)], [false, true], `statement ${dieAt}`);
  }
});

test.run();
