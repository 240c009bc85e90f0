import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/files/replace-file.ts';

/** The file of a data folder with the address of the service that uses it. */
const NAME = 'address';

/** Stores the address of the service that uses a data folder, for commands. Returns the function that removes it. */
export async function storeAddress(data: string, url: string): Promise<() => Promise<void>> {
  const path = join(data, NAME);
  const address = toReachable(url);
  await replaceFile(path, `${address}\n`, { access: 'private' });
  return async () => {
    if ((await findAddress(data)) === address) await rm(path, { force: true });
  };
}

/**
 * Returns the address of the service that uses a data folder, or that was killed while it used it. Null if there is none.
 */
export async function findAddress(data: string): Promise<string | null> {
  const text = await readFile(join(data, NAME), 'utf8').catch(() => '');
  return /^(https?:\/\/[^\s]+)\n$/.exec(text)?.[1] ?? null;
}

/** A service that listens on all addresses is reached at the one of this machine. */
function toReachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
