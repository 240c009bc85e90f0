import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { Connector, OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../../base/files/file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { folderOf, normalizePath, printable } from '../remote-path.ts';
import { connectFtp, type FtpConfig } from './connect.ts';
import { openContent } from './content.ts';
import { wrapFtp } from './ftp-failure.ts';
import { createFolders, createFtpServer } from './ftp-server.ts';
import { listFolder } from './list-folder.ts';
import { statFile } from './stat-file.ts';
import { openWriter } from './writer.ts';

/** What an FTP connector needs. */
export interface FtpParts {
  readonly config: FtpConfig;
  /** Returns the current version of the credential. It is called once for each connection. */
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** Maximum time to wait for a response, in milliseconds; 30 s by default. */
  readonly timeoutMs?: number;
}

/** Creates a connector for FTP (RFC 959, RFC 3659) and FTPS (RFC 4217). */
export function createFtpConnector({
  config,
  openCredential,
  guard,
  onStep = () => {},
  timeoutMs,
}: FtpParts): Connector {
  const server = createFtpServer({
    ...config,
    connect: async () => connectFtp({ config, credential: await openCredential(), guard, onStep, timeoutMs }),
  });
  const { pool, resolve } = server;

  return {
    capabilities: {
      canResume: true,
      // In this protocol, most times are whole seconds.
      hasExactVersions: false,
      isWriteAtomic: true,
      canWrite: true,
      canMove: true,
      canRemove: true,
    },
    test: () => pool.use(async () => {}),
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      yield* listFolder(server, { folder: normalizePath(path), isRecursive, matches: compileFilePattern(pattern) });
    },
    async stat(path) {
      const plain = normalizePath(path);
      return pool.use((client) => statFile(server, client, plain));
    },
    read: async (path, request = {}) => openContent(server, normalizePath(path), request),
    write: async (path) => openWriter(server, normalizePath(path)),
    async move(from, to) {
      const [source, target] = [normalizePath(from), normalizePath(to)];
      await pool.use(async (client) => {
        await createFolders(server, client, folderOf(target));
        // Most servers replace an existing file, so it is checked before.
        if ((await statFile(server, client, target)) !== null)
          throw new ConnectorFailure('already_exists', `There is a file at "${printable(target)}" already.`);
        await wrapFtp(source, client.rename(resolve(source), resolve(target)));
      });
    },
    async remove(path) {
      const plain = normalizePath(path);
      await pool.use(async (client) => {
        if ((await statFile(server, client, plain)) !== null) await wrapFtp(plain, client.remove(resolve(plain)));
      });
    },
    close: async () => pool.close(),
  };
}
