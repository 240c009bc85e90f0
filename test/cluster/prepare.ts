/** Installs PostgreSQL, which test:cluster needs. In CI, the process fails if that is not possible. */
import { installServers } from '../connectors/install/install-servers.ts';
import { testServers } from '../connectors/install/servers.ts';

installServers(testServers.filter(({ name }) => name === 'PostgreSQL'));
