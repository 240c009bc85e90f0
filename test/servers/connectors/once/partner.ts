/**
 * The partner of the "once" tests: puts files into a folder or a bucket, in the ways in which partners do. Reads its task
 * from stdin. Every file is complete when its done file exists. Prints a PutFile for each file as a line of JSON.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../../../support/random.ts';
import { openPlace, type PlaceSettings } from './partner-place.ts';

/** What the partner shall do. */
export interface PartnerTask {
  readonly place: PlaceSettings;
  /** The number of files. */
  readonly files: number;
  /** Maximum number of records of a file. Most files are smaller. */
  readonly records: number;
  readonly seed: number;
}

/** A file that was put. */
export interface PutFile {
  readonly name: string;
  /** The name in the ids of its records. A copy has the records of an earlier file. */
  readonly source: string;
  /** The number of its records; 0 if its content is broken. */
  readonly records: number;
  /** The checksum of its content, in hexadecimal digits. */
  readonly sha256: string;
}

const { place: settings, files, records: maxRecords, seed } = JSON.parse(readFileSync(0, 'utf8')) as PartnerTask;
const random = randomOf(seed, 7);
const place = openPlace(settings);
const pause = (): Promise<void> => sleep(random.below(300));

let last = { name: '', count: 0 };
for (let number = 0; number < files; number++) {
  const name = `claims-${String(number).padStart(4, '0')}.csv`;
  const kind = number % 20 === 3 ? 'broken' : random.pick(['whole', 'slow', 'renamed', 'replaced', 'copy']);
  const count = 1 + random.below(random.oneIn(5) ? maxRecords : Math.ceil(maxRecords / 50));
  const source = kind === 'copy' && last.name !== '' ? last : { name, count };
  const lines = kind === 'broken' ? ['nonsense\n', 'x\n'] : ['id,amount\n', ...recordsOf(source.name, source.count)];
  const content = lines.join('');
  if (kind === 'slow') await place.grow(name, splitLines(lines), pause);
  else if (kind === 'renamed') await putRenamed(name, content);
  else if (kind === 'replaced') await putReplaced(name, content);
  else await place.put(name, content);
  await place.put(`${name}.done`, '');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const put: PutFile = { name, source: source.name, records: kind === 'broken' ? 0 : source.count, sha256 };
  console.log(JSON.stringify(put));
  if (kind !== 'broken' && kind !== 'copy') last = source;
  await sleep(random.below(150));
}

function recordsOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index},${index % 97}.50\n`);
}

/** Returns up to four parts. */
function splitLines(lines: readonly string[]): string[] {
  const length = Math.ceil(lines.length / 4);
  const starts = Array.from({ length: Math.ceil(lines.length / length) }, (_, part) => part * length);
  return starts.map((start) => lines.slice(start, start + length).join(''));
}

async function putRenamed(name: string, content: string): Promise<void> {
  await place.put(`${name}.part`, content);
  await pause();
  await place.rename(`${name}.part`, name);
}

/** The first content has another size, because SFTP has times in whole seconds only. */
async function putReplaced(name: string, content: string): Promise<void> {
  await place.put(name, `${content}wrong-1,0.10\n`);
  await pause();
  await place.replace(name, content);
}
