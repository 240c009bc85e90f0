import { join } from 'node:path';
import { CLUSTER_TABLES, PIECE_TABLES } from '../../../../runtime/state/store/engine/cluster-schema.ts';
import { openStore } from '../../../../runtime/state/store/open-store.ts';
import { openConnection } from '../../../../runtime/state/store/sqlite/open-connection.ts';
import { copyFileSync, mkdirSync } from 'node:fs';

/** New databases, which histories copy: of one service, and of several instances. */
export interface Templates {
  readonly alone: string;
  readonly shared: string;
}

/** Creates the databases in a folder. */
export async function createTemplates(folder: string): Promise<Templates> {
  const data = join(folder, 'template');
  mkdirSync(data);
  await (await openStore(data)).close();
  const alone = join(data, 'specmill.sqlite');
  const shared = join(folder, 'shared.sqlite');
  copyFileSync(alone, shared);
  const connection = await openConnection(shared, { mode: 'write', busyMs: 1000 });
  // SQLite has no md5(). The index only makes a check faster.
  const tables = CLUSTER_TABLES.replace(/CREATE UNIQUE INDEX runs_in_progress[^;]*;/, '');
  await connection.exec(`${tables}${PIECE_TABLES}`);
  await connection.close();
  return { alone, shared };
}
