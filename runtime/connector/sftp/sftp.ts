import type { OpenedCredential } from '../../state/vault/vault.ts';
import { createConnectionPool } from '../connection-pool.ts';
import type { Connector, OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { folderOf, normalizePath, printable } from '../remote-path.ts';
import { connectSftp, type SftpConfig, type SftpSession } from './connect.ts';
import { openContent } from './content.ts';
import { listFolder } from './list-folder.ts';
import { statOrNull, toRemoteFile } from './remote-file.ts';
import { createRemoteRoot } from './remote-root.ts';
import { callSftp, createFolders, isSessionBroken } from './session.ts';
import { openWriter } from './writer.ts';

/** What an SFTP connector needs. */
export interface SftpParts {
  readonly config: SftpConfig;
  /** Returns the current version of the credential. It is called once for each connection. */
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** Maximum time to open a connection, in milliseconds; 10 s by default. */
  readonly timeoutMs?: number;
}

const IDLE_MS = 30_000;

/**
 * Creates a connector for SFTP version 3 (draft-ietf-secsh-filexfer-02) over SSH. OpenSSH and most other servers
 * support this version.
 */
export function createSftpConnector({
  config,
  openCredential,
  guard,
  onStep = () => {},
  timeoutMs,
}: SftpParts): Connector {
  const pool = createConnectionPool<SftpSession>({
    max: config.maxConnections,
    idleMs: IDLE_MS,
    open: async () => connectSftp({ config, credential: await openCredential(), guard, onStep, timeoutMs }),
    close: ({ client }) => client.destroy(),
    isBroken: isSessionBroken,
  });
  const root = createRemoteRoot(config.root, pool);

  return {
    capabilities: {
      canResume: true,
      // In this protocol, times are whole seconds.
      hasExactVersions: false,
      isWriteAtomic: true,
      canWrite: true,
      canMove: true,
      canRemove: true,
    },
    test: () => pool.use(async () => {}),
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      const matches = compileFilePattern(pattern);
      for await (const file of listFolder(root, normalizePath(path), isRecursive)) if (matches(file.name)) yield file;
    },
    async stat(path) {
      const plain = normalizePath(path);
      const stats = await pool.use(({ sftp }) => statOrNull(sftp, root.resolve(plain)));
      return stats?.isFile() ? toRemoteFile(plain, stats) : null;
    },
    read: (path, request = {}) => openContent(root, normalizePath(path), request),
    write: (path) => openWriter(root, normalizePath(path)),
    async move(from, to) {
      const [source, target] = [normalizePath(from), normalizePath(to)];
      await pool.use(async ({ sftp }) => {
        await createFolders(sftp, config.root, folderOf(target));
        // In version 3, renaming must fail if the target exists. Some servers replace it, so it is checked before.
        if ((await statOrNull(sftp, root.resolve(target))) !== null) {
          throw new ConnectorFailure('already_exists', `There is a file at "${printable(target)}" already.`);
        }
        await callSftp<void>(source, (done) => sftp.rename(root.resolve(source), root.resolve(target), done));
      });
    },
    async remove(path) {
      const plain = normalizePath(path);
      await pool.use(async ({ sftp }) => {
        try {
          await callSftp<void>(plain, (done) => sftp.unlink(root.resolve(plain), done));
        } catch (error) {
          if (!(error instanceof ConnectorFailure && error.code === 'not_found')) throw error;
        }
      });
    },
    close: async () => pool.close(),
  };
}
