import type { Connector, RemoteFile } from '../../../../runtime/connector/connector.ts';
import { ConnectorFailure } from '../../../../runtime/connector/failure.ts';
import { compileFilePattern } from '../../../../runtime/base/files/file-pattern.ts';
import type { Random } from '../../../support/random.ts';
import type { Simulator } from './simulator.ts';

/** A file of another machine. */
interface Stored {
  readonly content: Buffer;
  readonly version: number;
  readonly modified: number;
}

/** The files of another machine, which survive all crashes. */
export interface RemoteFolder {
  readonly connector: Connector;
  /** Puts a file, as a partner does. */
  put(path: string, content: string): void;
  paths(): string[];
  read(path: string): string | null;
  /** Called before a file is moved or removed: it may find that this must not happen. */
  onMove: (from: string, content: string) => Promise<void>;
}

const CHUNK = 16;

/** Creates an empty folder. Its methods are requests, which may fail before or after their effect. */
export function createRemoteFolder(simulator: Simulator): RemoteFolder {
  const files = new Map<string, Stored>();
  let versions = 0;
  const fail = (random: Random): unknown =>
    new ConnectorFailure(random.pick(['connection_lost', 'timed_out', 'unreachable']), 'simulated');
  const send = <T>(label: string, execute: () => Promise<T> | T): Promise<T> =>
    simulator.request<T>({ kind: 'remote', channel: `remote ${simulator.nextId()}`, label, fail, execute });
  const toFile = (path: string, { content, version, modified }: Stored): RemoteFile => ({
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    size: content.length,
    modified: new Date(modified).toISOString(),
    version: String(version),
  });
  const store = (path: string, content: Buffer): void =>
    void files.set(path, { content, version: ++versions, modified: simulator.time });
  const statNow = (path: string): RemoteFile | null => {
    const found = files.get(path);
    return found === undefined ? null : toFile(path, found);
  };

  const folder: RemoteFolder = {
    onMove: async () => {},
    put: (path, content) => store(path, Buffer.from(content)),
    paths: () => [...files.keys()].sort(),
    read: (path) => files.get(path)?.content.toString() ?? null,
    connector: {
      capabilities: {
        ...{ canResume: true, hasExactVersions: true, isWriteAtomic: true },
        ...{ canWrite: true, canMove: true, canRemove: true },
      },
      test: async () => {},
      async *list(path, { pattern = '*' } = {}) {
        const fits = compileFilePattern(pattern);
        const start = path === '' ? '' : `${path}/`;
        const found = await send(`list ${path}`, () =>
          [...files].filter(([name]) => name.startsWith(start) && !name.slice(start.length).includes('/')),
        );
        for (const [name, stored] of found) if (fits(name.slice(start.length))) yield toFile(name, stored);
      },
      stat: (path) => send(`stat ${path}`, () => statNow(path)),
      async read(path, { from = 0, ifVersion } = {}) {
        const stored = await send(`read ${path}`, () => {
          const found = files.get(path);
          if (found === undefined) throw new ConnectorFailure('not_found', 'simulated: there is no such file');
          if (ifVersion !== undefined && ifVersion !== String(found.version))
            throw new ConnectorFailure('source_changed', 'simulated: the file has another version');
          return found;
        });
        return {
          file: toFile(path, stored),
          cancel: async () => {},
          bytes: (async function* () {
            for (let at = from; at < stored.content.length; at += CHUNK)
              yield await send('bytes', () => stored.content.subarray(at, at + CHUNK));
          })(),
        };
      },
      async write(path) {
        const parts: Buffer[] = [];
        return {
          write: (bytes) => send('write', () => void parts.push(Buffer.from(bytes))),
          commit: () => send(`commit ${path}`, () => store(path, Buffer.concat(parts))),
          abort: async () => {},
        };
      },
      move: (from, to) =>
        send(`move ${from} ${to}`, async () => {
          const found = files.get(from);
          if (found === undefined) throw new ConnectorFailure('not_found', 'simulated: there is no such file');
          if (files.has(to)) throw new ConnectorFailure('already_exists', 'simulated: there is another file');
          await folder.onMove(from, found.content.toString());
          files.delete(from);
          files.set(to, found);
        }),
      remove: (path) =>
        send(`remove ${path}`, async () => {
          const found = files.get(path);
          if (found !== undefined) await folder.onMove(path, found.content.toString());
          files.delete(path);
        }),
      close: async () => {},
    },
  };
  return folder;
}
