import type { TestServer } from './servers.ts';

/** Installs the missing servers. Prints which it installs, and why it cannot. In CI, the process then fails at its end. */
export function installServers(servers: readonly TestServer[]): void {
  for (const { name, isInstalled, install } of servers) {
    if (isInstalled()) continue;
    console.log(`note: installing ${name}`);
    try {
      install();
      if (!isInstalled()) throw new Error('its files are not where the tests look for them');
    } catch (error) {
      console.log(`note: no ${name}: ${error instanceof Error ? error.message : String(error)}`);
      if (process.env['CI']) process.exitCode = 1;
    }
  }
}
