import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchService } from '../program/start-service.ts';
import { peakMemoryOf, type Used } from './measured-process.ts';

const POLL_MS = 100;
const MAX_TRIES = 300;

/** Returns a function that sends a file to the service, which publishes its records. curl is not part of the result. */
export async function createUpload(service: BenchService, file: string): Promise<() => Promise<Used>> {
  const { api, pid, data, findSpec, processorMs } = service;
  const parts = [`specId=${await findSpec('payments')}`, 'brokerTopic=bench', 'onDuplicateFile=ALLOW', `file=@${file}`];
  return async () => {
    spawnSync('sync');
    const [began, before] = [performance.now(), processorMs()];
    const { status, stdout } = spawnSync(
      'curl',
      ['-sf', ...parts.flatMap((part) => ['-F', part]), `${api}/transform/file-to-events`],
      { encoding: 'utf8', maxBuffer: 1e8 },
    );
    if (status !== 0) throw new Error(`curl ended with ${status}: ${stdout}`);
    const wall = (performance.now() - began) / 1000;
    const used = { processor: (processorMs() - before) / 1000, wall, memory: peakMemoryOf(pid) };
    const { runId } = JSON.parse(stdout) as { runId: string };
    for (const path of ['topics/bench', `runs/${runId}`]) {
      const removed = spawnSync('curl', ['-s', '--fail-with-body', '-X', 'DELETE', `${api}/${path}`], {
        encoding: 'utf8',
      });
      if (removed.status !== 0) throw new Error(`${path} was not removed: ${removed.stdout}`);
    }
    await waitUntilEmpty(data);
    return used;
  };
}

/**
 * Waits until the service has removed the file and the messages of a removed run. Otherwise each upload would use memory
 * for its files that was never used before, which takes several times as long on a virtual machine.
 */
async function waitUntilEmpty(data: string): Promise<void> {
  for (let tries = 0; filesOf(data).length > 0; tries++) {
    if (tries === MAX_TRIES)
      throw new Error(`the service has not removed the files of a removed run: ${filesOf(data).join(', ')}`);
    await sleep(POLL_MS);
  }
}

function filesOf(data: string): string[] {
  return ['spool', 'messages'].flatMap((name) => readdirSync(join(data, name)).map((file) => `${name}/${file}`));
}
