/** Installs the servers that test:connectors needs. Without the rights or the programs for that, their tests are skipped. */
import { installServers } from './install/install-servers.ts';
import { testServers } from './install/servers.ts';

installServers(testServers);
