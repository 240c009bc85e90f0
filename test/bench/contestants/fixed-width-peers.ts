import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createCollector } from '../checks/collector.ts';
import { readLedgerLine } from '../checks/rows.ts';
import type { Prepare } from './contestant.ts';
import { CHUNK_BYTES } from './read-rows.ts';

/** Node's readline, and `slice` for each field. */
export const prepareReadline: Prepare =
  async ({ file, isHashed }) =>
  async () => {
    const collector = createCollector(isHashed);
    let record = 0;
    const lines = createInterface({
      input: createReadStream(file, { highWaterMark: CHUNK_BYTES }),
      crlfDelay: Infinity,
    });
    lines.on('line', (line) => readLedgerLine(line, ++record, collector));
    await new Promise<void>((resolve) => lines.on('close', resolve));
    return collector.finish();
  };
