import type { Connector, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../../base/files/file-pattern.ts';
import { createEmptyContent } from '../http/remote-content.ts';
import { isPlainName, nameOf, normalizePath, printable } from '../remote-path.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';

/**
 * Creates a connector for an object store. A folder is the beginning of names, up to a `/`. `prefix` is the root folder.
 * Objects whose name is no path, for example with `//`, are omitted from listings, as are markers of folders.
 */
export function createStoreConnector(store: ObjectStore, prefix: string): Connector {
  const root = prefix === '' ? '' : `${normalizePath(prefix)}/`;

  /** Returns the name of an object. Throws if the path is that of the root, which is no object. */
  function nameFor(path: string): string {
    const plain = normalizePath(path);
    if (plain === '') throw new ConnectorFailure('invalid_path', 'The path of a file is empty.');
    return root + plain;
  }

  function toRemoteFile({ name, size, modified, version }: StoredObject): RemoteFile | null {
    const path = name.slice(root.length);
    if (!name.startsWith(root) || !path.split('/').every(isPlainName)) return null;
    return { path, name: nameOf(path), size, modified, version };
  }

  async function statFile(path: string): Promise<RemoteFile | null> {
    if (normalizePath(path) === '') return null;
    const object = await store.stat(nameFor(path));
    return object === null ? null : toRemoteFile(object);
  }

  async function* listFiles(path: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
    const folder = normalizePath(path);
    const from = folder === '' ? root : `${root}${folder}/`;
    let marker: string | null = null;
    do {
      const { objects, next } = await store.listPage({ prefix: from, isRecursive, marker });
      for (const object of objects) {
        const file = toRemoteFile(object);
        if (file !== null) yield file;
      }
      if (next !== null && next === marker)
        throw new ConnectorFailure('protocol_error', 'The store returned the same page of a listing twice.');
      marker = next;
    } while (marker !== null);
  }

  return {
    capabilities: {
      canResume: true,
      hasExactVersions: true,
      isWriteAtomic: true,
      canWrite: true,
      canMove: true,
      canRemove: true,
    },
    test: () => testStore(store, root),
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      const matches = compileFilePattern(pattern);
      for await (const file of listFiles(path, isRecursive)) if (matches(file.name)) yield file;
    },
    stat: statFile,
    async read(path, { from = 0, ifVersion } = {}) {
      const plain = normalizePath(path);
      const content = await store.open(nameFor(path), { path: plain, from, ifVersion });
      if (content !== null) return content;
      const file = await statFile(path);
      if (file === null) throw new ConnectorFailure('not_found', `There is no "${printable(plain)}".`);
      if (ifVersion !== undefined && file.version !== ifVersion)
        throw new ConnectorFailure('source_changed', `"${printable(plain)}" has another version by now.`);
      return createEmptyContent(file);
    },
    write: async (path) => store.write(nameFor(path)),
    move: (from, to) => moveObject(store, nameFor(from), nameFor(to)),
    remove: (path) => store.remove(nameFor(path)),
    close: async () => store.close(),
  };
}

/** Sends a request. A refused listing shows that the store accepted the credential. */
async function testStore(store: ObjectStore, prefix: string): Promise<void> {
  try {
    await store.listPage({ prefix, isRecursive: false, marker: null });
  } catch (error) {
    if (!(error instanceof ConnectorFailure) || error.isHostFailure) throw error;
  }
}

/**
 * Copies an object and removes the original. If an earlier attempt ended after the copy, only the original is removed:
 * the copy is then an object with the same checksum.
 */
async function moveObject(store: ObjectStore, from: string, to: string): Promise<void> {
  const [source, target] = [await store.stat(from), await store.stat(to)];
  if (source === null) throw new ConnectorFailure('not_found', `There is no "${printable(from)}".`);
  if (target === null) await store.copy(source, to);
  else if (from === to || !isSameContent(source, target))
    throw new ConnectorFailure('already_exists', `There is an object at "${printable(to)}" already.`);
  await store.remove(from, source.version);
}

function isSameContent(one: StoredObject, other: StoredObject): boolean {
  return one.checksum !== null && one.checksum === other.checksum && one.size === other.size;
}
