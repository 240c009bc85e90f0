import { suite } from 'uvu';
import { DATABASE_DRIVERS, type DatabaseDriver } from '../../../runtime/base/database/settings.ts';
import { requireServer } from './install/require-server.ts';
import type { DatabaseServer } from './servers/database-server.ts';
import { startMariadb } from './servers/mariadb.ts';
import { startPostgres } from './servers/postgresql.ts';

const SERVERS: Readonly<Record<DatabaseDriver, { name: string; start(): Promise<DatabaseServer> }>> = {
  postgresql: { name: 'PostgreSQL', start: startPostgres },
  mariadb: { name: 'MariaDB', start: startMariadb },
};

/** A database server of a test file. `test` declares a test. */
export interface DatabaseTests {
  readonly driver: DatabaseDriver;
  test(name: string, check: (server: DatabaseServer) => Promise<void>): void;
  run(): void;
}

/**
 * Makes a check. If the server itself crashed meanwhile, its report is printed, and the check is made again, once, with
 * an empty database: a fault of the server is no fault of what is tested, and must not be overlooked either.
 */
async function withoutCrash(
  server: DatabaseServer,
  { title, check }: { title: string; check: (server: DatabaseServer) => Promise<void> },
): Promise<void> {
  try {
    await check(server);
  } catch (error) {
    const report = await server.recover?.();
    if (report === undefined || report === null) throw error;
    console.log(`note: the ${server.settings.driver} server crashed during "${title}"`);
    for (const line of report.trim().split('\n')) console.log(`note: ${line}`);
    await check(server);
  }
}

/**
 * Starts each database server, and calls `declare` to declare the tests for it. The server ends after the tests. The
 * tests of a server that is not installed are one skip. In CI that throws.
 */
export async function testDatabases(
  title: string,
  declare: (tests: Omit<DatabaseTests, 'run'>) => void,
  drivers: readonly DatabaseDriver[] = DATABASE_DRIVERS,
): Promise<void> {
  const present = drivers.filter((driver) => requireServer(SERVERS[driver].name, `${title}: ${driver}`));
  // All servers are started before the first suite: uvu starts the suites when the module waits.
  const servers = await Promise.all(present.map(async (driver) => ({ driver, server: await SERVERS[driver].start() })));
  for (const { driver, server } of servers) {
    const tests = suite(`${title}: ${driver}`);
    declare({
      driver,
      test: (title, check) => void tests(title, () => withoutCrash(server, { title, check })),
    });
    tests.after(() => server.close());
    tests.run();
  }
}
