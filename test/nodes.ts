/**
 * `npm run test:nodes [VERSION…]`: runs the demo and the quick tests on other releases of Node.js. Without versions:
 * the demo on 22 and 26, and the tests of the language on 26. Their binaries are npm packages, which are installed into node_modules/.cache/nodes once.
 * Zstandard is tested there: it requires Node.js 22.15. The last line adds up the tests of all releases.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache/nodes');
const VERSIONS = ['22', '26'];
const NEWEST = '26';
/** Tests of compressed files, which skip Zstandard on Node.js 20. */
const ZSTD_TESTS = [
  'runtime/compressed.slow.test.ts',
  'runtime/unpacked.slow.test.ts',
  'runtime/damaged-archives.slow.test.ts',
];
/** The tests of the language and its readers; with versions, the whole quick suite. */
const QUICK: [string, string[]] = process.argv.length > 2 ? ['the quick tests', []] : ['the language', ['language']];
const COUNTS = /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm;

const asked = process.argv.slice(2);
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const version of asked.length > 0 ? asked : VERSIONS) {
  const node = installNode(version);
  if (node === null) {
    totals.failed++;
    continue;
  }
  await runStep(version, node, 'the native module of sqlite3', ['-e', "require('sqlite3')"]);
  await runStep(version, node, 'the demo', ['--import', 'tsx', 'test/demo.ts']);
  if (asked.length > 0 || version === NEWEST)
    await runStep(version, node, QUICK[0], ['--import', 'tsx', 'test/run.ts', ...QUICK[1]]);
  await runStep(version, node, 'Zstandard', ['--import', 'tsx', 'test/run.ts', ...ZSTD_TESTS]);
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** Installs a release of Node.js and returns the path of its binary; null if there is none for this machine. */
function installNode(version: string): string | null {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(CACHE, version);
  const binary = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    spawnSync('npm', ['install', ...options, `${name}@${version}`], { cwd: folder, stdio: 'inherit' });
  }
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (stdout?.startsWith(`v${version}`)) {
    console.log(`== Node.js ${stdout.trim()}`);
    return binary;
  }
  console.log(`== Node.js ${version}: npm installed no binary ${name}@${version}`);
  return null;
}

/** Runs a command on a release of Node.js. It counts as one test unless it prints the counts of its tests. */
async function runStep(version: string, node: string, what: string, args: readonly string[]): Promise<void> {
  console.log(`-- Node.js ${version}: ${what}`);
  const child = spawn(node, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const [, passed = code === 0 ? 1 : 0, failed = code === 0 ? 0 : 1, skipped = 0] =
    [...output.matchAll(COUNTS)].at(-1) ?? [];
  totals.passed += Number(passed);
  totals.failed += Math.max(Number(failed), code === 0 ? 0 : 1);
  totals.skipped += Number(skipped);
}
