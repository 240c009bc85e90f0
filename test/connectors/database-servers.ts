import { suite } from 'uvu';
import { DATABASE_DRIVERS, type DatabaseDriver } from '../../runtime/database/settings.ts';
import type { DatabaseServer } from './servers/database-server.ts';
import { hasMariadb, startMariadb } from './servers/mariadb.ts';
import { findPostgres, startPostgres } from './servers/postgresql.ts';

const SERVERS: Readonly<Record<DatabaseDriver, { isInstalled(): boolean; start(): Promise<DatabaseServer> }>> = {
  postgresql: { isInstalled: () => findPostgres() !== null, start: startPostgres },
  mariadb: { isInstalled: hasMariadb, start: startMariadb },
};

/** A database server of a test file. `test` declares a test, which is skipped if the server is not installed. */
export interface DatabaseTests {
  readonly driver: DatabaseDriver;
  test(name: string, check: (server: DatabaseServer) => Promise<void>): void;
  run(): void;
}

/**
 * Starts each database server, and calls `declare` to declare the tests for it. The server ends after the tests. Throws
 * in CI if a server is not installed.
 */
export async function testDatabases(
  title: string,
  declare: (tests: Omit<DatabaseTests, 'run'>) => void,
  drivers: readonly DatabaseDriver[] = DATABASE_DRIVERS,
): Promise<void> {
  for (const driver of drivers) {
    const { isInstalled, start } = SERVERS[driver];
    const isThere = isInstalled();
    if (!isThere && process.env['CI'] === 'true')
      throw new Error(`CI needs ${driver}: npm run test:connectors installs it`);
    if (!isThere) console.log(`skip: ${driver} is not installed`);
    const server = isThere ? await start() : null;
    const tests = suite(`${title}: ${driver}`);
    declare({
      driver,
      test: (name, check) => void (server === null ? tests.skip(name) : tests(name, () => check(server))),
    });
    tests.after(() => server?.close());
    tests.run();
  }
}
