/**
 * Reads one file with a connector, and writes it to standard output, or discards it (--discard). The environment variable
 * SPECMILL_BENCH_READER is JSON: the type and config of the connector, the credential and the path.
 */
import { once } from 'node:events';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { findConnectorType } from '../../../runtime/connector/types/connector-types.ts';
import type { OpenedCredential } from '../../../runtime/state/vault/vault.ts';

/** What to read. */
export interface ReaderTask {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly credential: OpenedCredential;
  readonly path: string;
}

const started = performance.now();
const task = JSON.parse(process.env['SPECMILL_BENCH_READER'] ?? '{}') as ReaderTask;
const create = await findConnectorType(task.type).check(task.config, { localRoots: [] }).load();
const connector = create({
  openCredential: async () => task.credential,
  credentialType: task.credential.type,
  guard: createHostGuard(['127.0.0.1']),
  localRoots: [],
  onStep: () => {},
});
const { bytes } = await connector.read(task.path);
const isDiscarded = process.argv.includes('--discard');
for await (const chunk of bytes) {
  if (!isDiscarded && !process.stdout.write(chunk)) await once(process.stdout, 'drain');
}
await connector.close();
// A service is running when it opens a connection, so the start of the process does not count.
process.stderr.write(`seconds ${(performance.now() - started) / 1000}\n`);
