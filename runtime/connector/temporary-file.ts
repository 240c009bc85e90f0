import { randomBytes } from 'node:crypto';
import type { Connector } from './connector.ts';
import { ConnectorFailure } from './failure.ts';
import { folderOf, joinPath, nameOf } from './remote-path.ts';

/** Returns a new path for the content of a file that is being written: hidden, in the same folder. */
export function createTemporaryPath(path: string): string {
  return joinPath(folderOf(path), `.${nameOf(path)}.${randomBytes(6).toString('hex')}.part`);
}

/**
 * Removes the temporary files of a path, which a killed process has left. The path must not be written at the same time.
 * Throws ConnectorFailure.
 */
export async function removeTemporaryFiles(connector: Connector, path: string): Promise<void> {
  const [before, after] = [`.${nameOf(path)}.`, '.part'];
  const isTemporary = (name: string): boolean =>
    name.startsWith(before) && name.endsWith(after) && /^[0-9a-f]{12}$/.test(name.slice(before.length, -after.length));
  const found: string[] = [];
  try {
    for await (const file of connector.list(folderOf(path), { pattern: '.*.part' }))
      if (isTemporary(file.name)) found.push(file.path);
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'not_found') return;
    throw error;
  }
  for (const temporary of found) await connector.remove(temporary);
}
