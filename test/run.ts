/**
 * Runs test files, each in a process of its own, and adds up what they say. `node --import tsx test/run.ts [FOLDER…]`:
 * the files below these folders of test/; without one, everything but the suites that have a name of their own.
 * A file that runs no test is a failure: uvu ends well where `test.run()` was forgotten.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
/** A file that is at it so long hangs; the long forms of some take hours. */
const HANGS_MS = (process.env['SPECMILL_LONG'] ? 120 : 20) * 60_000;
/** Suites that take long or need more than the project. */
const NAMED = ['bench', 'conformance', 'faults', 'fuzz', 'kafka', 'large'];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const folders = process.argv.slice(2);
const files = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) =>
    folders.length === 0
      ? !NAMED.includes(file.split('/')[0] ?? '')
      : folders.some((folder) => file.startsWith(`${folder}/`)),
  )
  .sort();
if (files.length === 0) throw new Error(`no test file below ${folders.join(', ') || 'test/'}`);

const totals: Counts = { passed: 0, failed: 0, skipped: 0 };
const waiting = [...files];
await Promise.all(Array.from({ length: Math.min(availableParallelism(), files.length) }, runWaiting));
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;

async function runWaiting(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const started = performance.now();
    const { output, status } = await runFile(file);
    const counts = countTests(output, status);
    totals.passed += counts.passed;
    totals.failed += counts.failed;
    totals.skipped += counts.skipped;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${counts.failed > 0 ? 'FAIL' : 'ok  '} ${file}  ${counts.passed} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''} (${seconds} s)`,
    );
    if (counts.failed > 0) console.log(output.trim().replace(/^/gm, '     '));
    else if (notesOf(output) !== '') console.log(notesOf(output));
  }
}

function runFile(file: string): Promise<{ output: string; status: number }> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--import', join(HERE, 'fixed-seed.ts'), join(HERE, file)],
      {
        cwd: relative('.', join(HERE, '..')) || '.',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: HANGS_MS,
        killSignal: 'SIGKILL',
      },
    );
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.on('close', (code) => resolve({ output, status: code ?? 1 }));
    child.on('exit', (_, signal) => {
      if (signal === null) return;
      output += `ended by ${signal}\n`;
      // What it left running may hold its pipes for ever.
      child.stdout.destroy();
      child.stderr.destroy();
    });
  });
}

/** What uvu says at the end; a file that ends badly, or in silence, has failed at least once. */
function countTests(output: string, status: number): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, total = '0', passed = '0', skipped = '0'] of output.matchAll(
    /Total:\s+(\d+)\s+Passed:\s+(\d+)\s+Skipped:\s+(\d+)/g,
  )) {
    counts.passed += Number(passed);
    counts.skipped += Number(skipped);
    counts.failed += Number(total) - Number(passed);
  }
  if (status !== 0 || counts.passed + counts.skipped + counts.failed === 0) counts.failed = Math.max(1, counts.failed);
  return counts;
}

/** Lines in which a test tells a figure, or what it skipped and why. */
function notesOf(output: string): string {
  // A test's first note stands behind what uvu has printed of the line.
  return [...output.matchAll(/\b(?:note|skip): .*/g)].map(([told]) => `     ${told}`).join('\n');
}
