import { suite } from 'uvu';
import { testServers } from './servers.ts';

/**
 * Returns whether a server is installed. Otherwise prints why the tests of `title` are skipped, and counts a skip. Throws
 * in CI, where no server may be missing.
 */
export function requireServer(name: string, title: string): boolean {
  const server = testServers.find((candidate) => candidate.name === name);
  if (server === undefined) throw new Error(`There is no test server "${name}".`);
  if (server.isInstalled()) return true;
  if (process.env['CI']) throw new Error(`${name} is missing: ${server.advice}`);
  console.log(`skip: ${title}: ${name} is not installed (${server.advice})`);
  const test = suite(title);
  test.skip(`needs ${name}`);
  test.run();
  return false;
}
