/** Fetches what the tests of Kafka need, and says against which broker they run. */
import { installKafka } from './broker/install.ts';

try {
  console.log(`note: the broker is Apache Kafka ${installKafka().version}, one node`);
} catch (error) {
  console.log(`note: no Apache Kafka: ${error instanceof Error ? error.message : String(error)}. The tests are skipped: nothing of Kafka is proved here`);
  if (process.env['CI']) process.exitCode = 1;
}
