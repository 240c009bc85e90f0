/**
 * Changes the code of runs, leases, jobs and checkpoints in a copy of the sources, one change at a time, and plays histories
 * until one shows it. `node --import tsx mutations.ts [NAME…]`. Exits with 1 if a change is not found.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUTATIONS, type Mutation } from './mutation-list.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const HISTORIES = Number(process.env['SPECMILL_HISTORIES'] ?? 10_000);

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'specmill-mutations-'));
const missed: string[] = [];
try {
  for (const name of ['compiler', 'runtime', 'test', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const mutation of MUTATIONS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const found = await findWith(mutation);
    if (found === null) missed.push(mutation.name);
    console.log(`${mutation.name}: ${found === null ? `not found in ${HISTORIES} histories` : found}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
if (missed.length > 0) process.exitCode = 1;

/** Plays histories with a change. Returns after how many it was found, and how; null: it was not. */
async function findWith({ edits }: Mutation): Promise<string | null> {
  const originals = new Map(edits.map(({ file }) => [join(folder, file), readFileSync(join(folder, file), 'utf8')]));
  for (const { file, from, to } of edits) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} has not one place of: ${from}`);
    writeFileSync(
      join(folder, file),
      text.replace(from, () => to),
    );
  }
  try {
    return await play();
  } finally {
    for (const [path, text] of originals) writeFileSync(path, text);
  }
}

function play(): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const script = join(folder, 'test/stress/faults/simulation/play-until-found.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, String(HISTORIES)], { cwd: folder });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve(null);
      // A change may also end the process, for example with a rejection that nothing handles.
      else resolve(/^FOUND (.*)$/m.exec(output)?.[1] ?? `the process ended: ${output.slice(-300)}`);
    });
  });
}
