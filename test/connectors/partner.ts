/**
 * The partner of the "once" test: puts files into a folder, in the ways in which partners do. Call: `partner.ts FOLDER
 * FILES RECORDS SEED`. Every file is complete when its done file exists. Prints a line for each file: its name, the name
 * whose records it contains, and their number.
 */
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../support/random.ts';

const [folder = '', files = '0', maxRecords = '1', seed = '1'] = process.argv.slice(2);
const random = randomOf(Number(seed), 7);
mkdirSync(folder, { recursive: true });

const recordsOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index},${index % 97}.50\n`);

let last = { name: '', count: 0 };
for (let number = 0; number < Number(files); number++) {
  const name = `claims-${String(number).padStart(4, '0')}.csv`;
  const path = join(folder, name);
  const kind = number === 3 ? 'broken' : random.pick(['whole', 'slow', 'renamed', 'replaced', 'copy']);
  // Most files are small.
  const count = 1 + random.below(random.oneIn(5) ? Number(maxRecords) : Math.ceil(Number(maxRecords) / 50));
  const source = kind === 'copy' && last.name !== '' ? last : { name, count };
  const lines = ['id,amount\n', ...recordsOf(source.name, source.count)];
  if (kind === 'broken') writeFileSync(path, 'nonsense\nx\n');
  else if (kind === 'slow') await writeSlowly(path, lines);
  else if (kind === 'renamed') await writeRenamed(path, lines);
  else if (kind === 'replaced') await writeReplaced(path, lines);
  else writeFileSync(path, lines.join(''));
  writeFileSync(`${path}.done`, '');
  console.log(`${name} ${source.name} ${kind === 'broken' ? 0 : source.count}`);
  if (kind !== 'broken' && kind !== 'copy') last = source;
  await sleep(random.below(150));
}

async function writeSlowly(path: string, lines: readonly string[]): Promise<void> {
  const part = Math.ceil(lines.length / 4);
  for (let at = 0; at < lines.length; at += part) {
    appendFileSync(path, lines.slice(at, at + part).join(''));
    await sleep(random.below(300));
  }
}

async function writeRenamed(path: string, lines: readonly string[]): Promise<void> {
  writeFileSync(`${path}.part`, lines.join(''));
  await sleep(random.below(300));
  renameSync(`${path}.part`, path);
}

/** The first content has another size, because SFTP has times in whole seconds only. */
async function writeReplaced(path: string, lines: readonly string[]): Promise<void> {
  writeFileSync(path, `${lines.join('')}wrong-1,0.10\n`);
  await sleep(random.below(300));
  writeFileSync(`${path}.tmp`, lines.join(''));
  renameSync(`${path}.tmp`, path);
}
