/**
 * Runs test files and adds up their results. `node --import tsx test/run.ts [--alone] [SUITE|FOLDER|FILE…]`: see
 * README.md for the suites. The last line is "N passed, N failed, N skipped".
 */
import type { FileCounts } from './support/runner/file-counts.ts';
import { seed } from './support/property.ts';
import { selectFiles } from './support/runner/suites.ts';
import { type FileResult, runFiles } from './support/runner/test-pool.ts';
import { buildTestProgram } from './support/runner/test-program.ts';

const args = process.argv.slice(2);
const names = args.filter((arg) => arg !== '--alone');
// A named suite measures memory, starts servers or kills processes: its files do not share one.
const isAlone = args.includes('--alone') || names.length > 0;
/** The time limit of a file. The long forms of some suites take hours. */
const hangMs = (process.env['SPECMILL_LONG'] ? 120 : 20) * 60_000;

// One seed for all files, also if it was chosen at random.
process.env['SPECMILL_SEED'] = String(seed);
console.log(`seed ${seed}: SPECMILL_SEED=${seed} repeats this run`);

const files = selectFiles(names);
// Built once for the test processes, which start it.
await buildTestProgram();

const totals: FileCounts = { passed: 0, failed: 0, skipped: 0 };
let processorTotal = 0;
await runFiles(files, { isAlone, hangMs, onResult: report });
console.log(`processor time ${processorTotal.toFixed(0)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;

function report(result: FileResult): void {
  const { file, output, seconds, skipped, processorSeconds } = result;
  // uvu succeeds if a file forgets test.run(), so a file without tests counts as a failure.
  const failed = result.passed + result.failed + skipped === 0 ? 1 : result.failed;
  totals.passed += result.passed;
  totals.failed += failed;
  totals.skipped += skipped;
  processorTotal += processorSeconds;
  const more = `${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  console.log(
    `${failed > 0 ? 'FAIL' : 'ok  '} ${file}  ${result.passed} passed${more} (${seconds.toFixed(1)} s, processor ${processorSeconds.toFixed(1)} s)`,
  );
  if (failed > 0) console.log(output.trim().replace(/^/gm, '     '));
  else if (findNotes(output) !== '') console.log(findNotes(output));
}

/** Returns the lines in which a test reports a figure, or a skip and its reason. */
function findNotes(output: string): string {
  // uvu has printed dots on the line of a test's first note.
  return [...output.matchAll(/\b(?:note|skip): .*/g)].map(([note]) => `     ${note}`).join('\n');
}
