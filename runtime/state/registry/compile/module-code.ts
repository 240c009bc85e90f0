import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/files/data-folder.ts';
import type { ModuleCode } from './load-esm.ts';
import type { ModuleCache } from './module-cache.ts';

const MAC_BYTES = 32;
/** The number of modules of a process whose code is stored. */
const MAX_STORED = 4;

/**
 * Returns the code that V8 has compiled for a module of the cache, so that it is not compiled again. `hash` is the SHA-256
 * of the module's text, hexadecimal. The code is stored when this process ends, and then contains the functions that were
 * called. It is signed like the entries of the cache, because V8 would execute altered code. Returns null without a key.
 */
export function moduleCode({ folder, key: secret }: ModuleCache, hash: string): ModuleCode | null {
  if (secret === null) return null;
  // V8 rejects the code of another version, but it would be compiled at each change of the version.
  const path = join(folder, 'modules', `${hash}.${process.arch}-${process.versions.v8}.code`);
  const sign = (code: Uint8Array): Buffer =>
    Buffer.from(secret.sign(`code of a module\n${hash}\n${createHash('sha256').update(code).digest('hex')}`), 'hex');
  return {
    read() {
      try {
        const content = readFileSync(path);
        const code = content.subarray(MAC_BYTES);
        return sign(code).equals(content.subarray(0, MAC_BYTES)) ? code : null;
      } catch {
        return null;
      }
    },
    onCompiled(script) {
      // A command that reads with many modules would take longer to end than it gains at its next start.
      if (process.listenerCount('exit') >= MAX_STORED) return;
      process.once('exit', () => {
        const code = script.createCachedData();
        replaceNow(path, Buffer.concat([sign(code), code]));
      });
    },
  };
}

/** Replaces a file of a cache. A process that ends cannot wait. The file is not flushed, because it is verified. */
function replaceNow(path: string, content: Uint8Array): void {
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  try {
    writeFileSync(partial, content, { flag: 'wx', mode: PRIVATE_FILE });
    renameSync(partial, path);
  } catch {
    rmSync(partial, { force: true });
  }
}
