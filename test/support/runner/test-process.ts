/**
 * Runs the test files whose paths its parent sends, one after another. After each file it prints END and the counts
 * as JSON on a line of standard output. It exits when the parent disconnects.
 */
import { pathToFileURL } from 'node:url';
import { END, type FileCounts, type FileReport } from './file-counts.ts';
import { processorTime } from './processor-time.ts';

// uvu reads this when it is loaded: suites then wait for exec() instead of starting on their own.
Object.assign(globalThis, { UVU_DEFER: 1, UVU_INDEX: 0 });
const uvu = await import('uvu');
// Untyped globals of uvu: one group of suites, after its name.
const { UVU_QUEUE: queue } = globalThis as unknown as { UVU_QUEUE: ((() => Promise<SuiteResult>) | null)[][] };
/** What uvu returns for a suite: messages of failed tests, then how many tests passed, were skipped, and ran. */
type SuiteResult = [errors: string | true, passed: number, skipped: number, total: number];

process.on('message', (path: string) => void runFile(path));
process.on('disconnect', () => process.exit());
// A file that hangs. Its listeners of `exit` end what it has started.
process.on('SIGTERM', () => process.exit(1));

async function runFile(path: string): Promise<void> {
  const before = processorTime();
  const counts: FileCounts = { passed: 0, failed: 0, skipped: 0 };
  const group: (typeof queue)[number] = [null];
  queue.splice(0, Infinity, group);
  try {
    await import(pathToFileURL(path).href);
    for (const [i, run] of group.entries()) {
      if (run !== null) group[i] = async () => count(await run(), counts);
    }
    await uvu.exec();
  } catch (error) {
    counts.failed++;
    console.log(error);
  }
  // uvu sets it for the whole process.
  process.exitCode = 0;
  const report: FileReport = { ...counts, processorSeconds: processorTime() - before };
  process.stdout.write(`\n${END}${JSON.stringify(report)}\n`);
}

function count(result: SuiteResult, counts: FileCounts): SuiteResult {
  const [, passed, skipped, total] = result;
  counts.passed += passed;
  counts.skipped += skipped;
  counts.failed += total - passed;
  return result;
}
