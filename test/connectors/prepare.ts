/** Installs the servers that test:connectors needs. Without the rights or the programs for that, their tests are skipped. */
import { testServers } from './install/servers.ts';

for (const { name, isInstalled, install } of testServers) {
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
