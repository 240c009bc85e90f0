/**
 * SIGKILL while 50 clients send small files, whose runs share transactions. SPECMILL_KILLS is the number of kills. Every
 * answered record must be there exactly once. A file without an answer must be there once, or not at all.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { waitForAllRuns } from '../../runtime/all-runs.ts';
import { collect, openAll } from '../../runtime/data-folder.ts';
import { csvFile, eventually, formOf, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { checkOwners } from './data-folder-check.ts';

const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 2);
const CLIENTS = 50;
const RECORDS = 20;
/** Files of this number of records are too large for the database, and are received into the spool. */
const LARGE_RECORDS = 5000;

const random = randomOf(seed, 0);
const test = suite('kill -9 while 50 clients send small files');

/** The files that were sent: the number of their records by their names. */
interface Sent {
  all: Map<string, number>;
  answered: Set<string>;
}

/** Sends files until the service is gone. Now and then, a file is large. */
async function sendFiles(service: Service, prefix: string, { all, answered }: Sent): Promise<void> {
  for (let number = 0; ; number++) {
    const name = `${prefix}-${number}`;
    const records = random.oneIn(50) ? LARGE_RECORDS : RECORDS;
    const lines = Array.from({ length: records }, (_, index) => `${name}.${index},1.50\n`);
    const body = formOf({ specId: 'orders', brokerTopic: 't', file: csvFile(`id,amount\n${lines.join('')}`) });
    all.set(name, records);
    const response = await service.fetch('/transform/file-to-events', { method: 'POST', body }).catch(() => null);
    const result = (await response?.json().catch(() => null)) as ProcessingResult | null;
    // A connection that breaks off is no answer.
    if (response === null || result === null) return;
    assert.equal([response.status, result.status, result.processedRecords], [200, 'SUCCESS', records]);
    answered.add(name);
  }
}

/** Returns the number of messages of each record, by the name of its file. */
async function countMessages(folder: string): Promise<Map<string, number[]>> {
  const { store, close } = await openAll(folder);
  const counts = new Map<string, number[]>();
  for (const { key } of (await collect(store.topics.messages('t', { from: 0, limit: Infinity }))).flat()) {
    const [name = '', index = ''] = (key ?? '').split('.');
    const ofFile = counts.get(name) ?? [];
    counts.set(name, ofFile);
    ofFile[Number(index)] = (ofFile[Number(index)] ?? 0) + 1;
  }
  await close();
  return counts;
}

test(`${KILLS} kills: each answered record is there exactly once`, async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  const sent: Sent = { all: new Map(), answered: new Set() };
  for (let kill = 0; kill < KILLS; kill++) {
    const service = await startService(at);
    const before = sent.answered.size;
    const clients = Array.from({ length: CLIENTS }, (_, client) => sendFiles(service, `k${kill}c${client}`, sent));
    await eventually(() => sent.answered.size >= before + CLIENTS / 2);
    await new Promise((resolve) => setTimeout(resolve, random.below(300)));
    service.signal('SIGKILL');
    await service.exited;
    await Promise.all(clients);
  }
  const service = await startService(at);
  await waitForAllRuns(service);
  await service.stop();
  const counts = await countMessages(at.path('.data'));
  for (const name of sent.answered) assert.ok(counts.has(name), `${name} was answered`);
  for (const [name, ofFile] of counts)
    assert.equal([ofFile.length, ofFile.every((count) => count === 1)], [sent.all.get(name), true], name);
  await checkOwners(at.path('.data'));
  at.remove();
});

test.run();
