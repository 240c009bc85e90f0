import { DatabaseFailure } from '../../base/database/failure.ts';
import { connectMariadb } from '../../base/database/mariadb/connect.ts';
import { connectPostgres } from '../../base/database/postgresql/connect.ts';
import type { Session } from '../../base/database/session.ts';
import type { Connector, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../../base/files/file-pattern.ts';
import { type DatabaseParts, openSettings, toConnectorFailure } from './open-settings.ts';

const TABLES: Readonly<Record<DatabaseParts['config']['driver'], string>> = {
  postgresql: `SELECT c.relname::text AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') ORDER BY 1`,
  mariadb: 'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1',
};

/**
 * Creates the connector of a database. It lists tables. A database has no files: its rows are read with readRows(), and
 * written with a run whose destination is a table.
 */
export function createDatabaseConnector(parts: DatabaseParts): Connector {
  async function use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const settings = await openSettings(parts);
    const connect = settings.driver === 'postgresql' ? connectPostgres : connectMariadb;
    try {
      const session = await connect(settings, { onStep: (step) => parts.onStep?.(step) });
      try {
        return await work(session);
      } finally {
        await session.close();
      }
    } catch (error) {
      throw error instanceof DatabaseFailure ? toConnectorFailure(error) : error;
    }
  }

  const rejectFiles = async (): Promise<never> => {
    throw new ConnectorFailure(
      'not_supported',
      'A database has no files. Name a query, or a table and a cursorColumn.',
    );
  };

  return {
    capabilities: {
      canResume: false,
      hasExactVersions: false,
      isWriteAtomic: false,
      canWrite: false,
      canMove: false,
      canRemove: false,
    },
    test: () => use((session) => session.run('SELECT 1')),
    async *list(path, { pattern = '*' } = {}) {
      if (path !== '' && path !== '/') return;
      const isMatch = compileFilePattern(pattern);
      const tables = await use((session) => session.rows<{ name: string }>(TABLES[parts.config.driver]));
      for (const { name } of tables) if (isMatch(name)) yield toFile(name);
    },
    stat: rejectFiles,
    read: rejectFiles,
    write: rejectFiles,
    move: rejectFiles,
    remove: rejectFiles,
    close: async () => {},
  };
}

/** The size of a table and its last change are not known. */
function toFile(name: string): RemoteFile {
  return { path: name, name, size: 0, modified: null, version: '' };
}
