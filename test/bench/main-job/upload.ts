import { spawnSync } from 'node:child_process';
import type { BenchService } from '../program/start-service.ts';
import { peakMemoryOf, type Used } from './measured-process.ts';

/** Returns a function that sends a file to the service, which publishes its records. curl is not part of the result. */
export async function createUpload(service: BenchService, file: string): Promise<() => Promise<Used>> {
  const { api, pid, findSpec, processorMs } = service;
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
    // The topic is removed, so that the data folder does not grow.
    spawnSync('curl', ['-sf', '-X', 'DELETE', `${api}/topics/bench`]);
    return used;
  };
}
