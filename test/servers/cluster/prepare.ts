/** Installs PostgreSQL, an S3 server and Apache Kafka, which test:cluster needs. In CI, the process fails if that is not possible. */
import { installServers } from '../connectors/install/install-servers.ts';
import { testServers } from '../connectors/install/servers.ts';
import { installKafka } from '../kafka/broker/install.ts';

installServers(testServers.filter(({ name }) => ['PostgreSQL', 'versitygw'].includes(name)));
try {
  console.log(`note: the broker is Apache Kafka ${installKafka().version}, one node`);
} catch (error) {
  console.log(`note: no Apache Kafka: ${error instanceof Error ? error.message : String(error)}`);
  if (process.env['CI']) process.exitCode = 1;
}
