/**
 * Installs what the tests of Kafka need, and prints which broker they use. SPECMILL_KAFKA=peer selects the mock cluster
 * even if Kafka could be installed. The servers are those from which a job takes files (`jobs-once.test.ts`).
 */
import { installServers } from '../connectors/install/install-servers.ts';
import { testServers } from '../connectors/install/servers.ts';
import { onceSources } from '../connectors/once/once-source.ts';
import { installKafka } from './broker/install.ts';
import { installPeer, NOT_PROVED } from './peer/install.ts';
import { installRegistry } from './registry/install.ts';

function reasonNot(install: () => unknown): string | null {
  try {
    install();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const isPeerWanted = process.env['SPECMILL_KAFKA'] === 'peer';
const noKafka = isPeerWanted
  ? 'the mock cluster is requested'
  : reasonNot(() => console.log(`note: the broker is Apache Kafka ${installKafka().version}, one node`));
if (noKafka === null) {
  const noRegistry = reasonNot(installRegistry);
  if (noRegistry !== null) console.log(`note: no schema registry: ${noRegistry}`);
  if (noRegistry !== null && process.env['CI']) process.exitCode = 1;
}
// After Kafka, whose installation in CI may include what this needs.
const noPeer = reasonNot(installPeer);
if (noPeer !== null) console.log(`note: no mock cluster: ${noPeer}`);
if (noKafka !== null) {
  if (noPeer === null && !process.env['CI'])
    console.log(
      `note: no Apache Kafka: ${noKafka}. The broker is librdkafka's mock cluster: what the skipped tests show is not proved here: ${NOT_PROVED}`,
    );
  else console.log(`note: no Apache Kafka: ${noKafka}. The tests are skipped: nothing of Kafka is proved here`);
  if (process.env['CI']) process.exitCode = 1;
}
if (noKafka === null)
  installServers(testServers.filter(({ name }) => onceSources.some(({ server }) => server === name)));
