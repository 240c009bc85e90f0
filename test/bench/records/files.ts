import { closeSync, openSync, writeSync } from 'node:fs';
import { createRandom } from '../data/random.ts';

/** Debits of a batch. Together with its header and its trailer, two of 102 lines are no debits. */
const DEBITS = 100;
const SEED = 20_260_101;

/** Writes a file of batches of debits with correct totals: at least this many bytes. */
export function writeBatches(path: string, bytes: number): void {
  const random = createRandom(SEED);
  const file = openSync(path, 'w');
  let written = writeSync(file, lineOf('F', '20260630', 'EXAMPLE BANK'));
  let batches = 0;
  let reference = 0;
  while (written < bytes) {
    batches += 1;
    let total = 0;
    let text = lineOf('H', String(batches).padStart(8, '0'), `COMPANY ${batches}`);
    for (let debit = 0; debit < DEBITS; debit++) {
      const amount = 1 + random.below(99_999);
      total += amount;
      reference += 1;
      text += lineOf(
        'D',
        String(reference).padStart(12, '0'),
        String(amount).padStart(10, '0'),
        '20260630',
        'EUR',
        `PAYER ${reference % 1000}`.padEnd(20),
        `INVOICE ${reference}`,
      );
    }
    text += lineOf('T', String(DEBITS).padStart(6, '0'), String(total).padStart(12, '0'));
    written += writeSync(file, text);
  }
  writeSync(file, lineOf('Z', String(batches).padStart(6, '0')));
  closeSync(file);
}

/** Writes a file with this number of records, each with a key of its own. */
export function writeKeys(path: string, records: number): void {
  const file = openSync(path, 'w');
  const CHUNK = 100_000;
  for (let first = 0; first < records; first += CHUNK) {
    const count = Math.min(CHUNK, records - first);
    // The keys are not in order: a multiplication with an odd number modulo a power of two repeats none.
    const keys = Array.from({ length: count }, (_, index) =>
      (Math.imul(first + index, 2_654_435_761) >>> 0).toString(),
    );
    writeSync(file, keys.map((key) => `D${key.padStart(12, '0')}\n`).join(''));
  }
  closeSync(file);
}

function lineOf(...cells: string[]): string {
  return `${cells.join('').padEnd(80)}\n`;
}
