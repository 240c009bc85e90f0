import { Kafka, logLevel } from 'kafkajs';
import { type MockCluster, startMockCluster } from './mock-cluster.ts';

/** Starts a mock cluster that clients can discover. Throws if it is not installed. */
export async function startPeer(): Promise<MockCluster> {
  const cluster = startMockCluster();
  const admin = new Kafka({ brokers: [cluster.address], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const { brokers, controller } = await admin.describeCluster();
  await admin.disconnect();
  if (controller !== brokers[0]?.nodeId)
    throw new Error(`the controller of ${cluster.name} is ${controller}, which it does not have`);
  return cluster;
}
