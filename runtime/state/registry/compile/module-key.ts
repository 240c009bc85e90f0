import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type FileHandle, link, open, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { createFolder } from '../../../base/files/create-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../base/files/data-folder.ts';

/**
 * The secret key of this user, with which cache entries are signed. A valid signature proves that a program of this
 * user compiled the module. The key is stored outside of the data folder. A data folder from elsewhere (a checkout, an
 * archive) therefore cannot contain trusted modules.
 */
export interface ModuleKey {
  /** Returns the signature of `text`: its HMAC-SHA-256, hexadecimal. */
  sign(text: string): string;
  /** Returns true if `mac` is the signature of `text`. The comparison takes the same time for every wrong signature. */
  verify(text: string, mac: string): boolean;
}

/**
 * Returns the key of this user, and creates it if it is missing. It is the file `module-key` in the folder
 * SPECMILL_STATE, else in `$XDG_STATE_HOME/specmill`, else in `~/.local/state/specmill`. Returns null if the key cannot
 * be stored, is damaged, or is accessible to other users. The cache then trusts no entry. Does not throw.
 */
export async function findModuleKey(env: NodeJS.ProcessEnv = process.env): Promise<ModuleKey | null> {
  try {
    const folder = stateFolder(env);
    const path = join(folder, 'module-key');
    return createModuleKey((await readKey(path)) ?? (await createKey(folder, path)));
  } catch {
    return null;
  }
}

function createModuleKey(secret: Buffer): ModuleKey {
  const sign = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  return {
    sign: (text) => sign(text).toString('hex'),
    verify(text, mac) {
      const given = Buffer.from(mac, 'hex');
      const expected = sign(text);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function stateFolder(env: NodeJS.ProcessEnv): string {
  const own = env['SPECMILL_STATE'];
  if (own) return own;
  const state = env['XDG_STATE_HOME'];
  // According to the XDG specification, relative paths must be ignored.
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'specmill');
}

const KEY_BYTES = 32;

/** Reads the key from its file. Returns null if there is no file. Throws if the key cannot be trusted. */
async function readKey(path: string): Promise<Buffer | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { mode, uid } = await handle.stat();
    if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || uid !== process.getuid?.()))
      throw new Error('other users may know or replace the key');
    const text = (await handle.readFile('utf8')).trim();
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Error('the key is damaged');
    return Buffer.from(text, 'hex');
  } finally {
    await handle.close();
  }
}

async function createKey(folder: string, path: string): Promise<Buffer> {
  await createFolder(folder, PRIVATE_FOLDER);
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  try {
    const handle = await open(partial, 'wx', PRIVATE_FILE);
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('hex')}\n`);
    await handle.sync().finally(() => handle.close());
    // If another process has created the key in the meantime, link() fails, while rename() would replace that key.
    await link(partial, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(partial, { force: true });
  }
  const key = await readKey(path);
  if (key === null) throw new Error('the key was removed');
  return key;
}
