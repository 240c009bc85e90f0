/**
 * The benchmark. The project and its peers read the same files in turn, each in its own process, and must agree on the
 * results. `npm run bench` writes RESULTS.md. `npm run bench:short` (--short) prints a table of the main cases and peers in
 * less than five minutes. SPECMILL_BENCH_MB is the size of the files. SPECMILL_BENCH_CASES are names of cases, `program` (measures of
 * the program) or `main-job`, separated by commas.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { CASES, WIDE_COLUMNS } from './cases.ts';
import { type ContestSetting, type CaseResult, runContest } from './contest.ts';
import { rustTarget } from './contestants/rust.ts';
import { createWideSpec } from './data/wide.ts';
import { writeRecipe } from './data/write-file.ts';
import { measureMainJob } from './main-job/measure-main-job.ts';
import { measureProgram } from './program/measure-program.ts';
import { formatResults } from './results.ts';
import { formatShort, NOT_SHORT, SHORT_CASES } from './short-table.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const CACHE = join(HERE, 'node_modules/.cache');
const isShort = process.argv.includes('--short');
const megabytes = Number(process.env['SPECMILL_BENCH_MB'] ?? (isShort ? 50 : 100));
const rounds = isShort ? 3 : 5;
const only = process.env['SPECMILL_BENCH_CASES']?.split(',') ?? (isShort ? SHORT_CASES : undefined);

const say = (line: string): void => console.log(line);
const started = new Date();
installPeers();
const modules = compileSpecs();
const absent = findAbsent();
const arena: ContestSetting = { program: await bundleContestants(), modules, rounds, absent, say };
const results: CaseResult[] = [];
for (const one of CASES.filter(({ name }) => only?.includes(name) ?? true)) {
  const file = join(CACHE, 'data', `${megabytes}-${one.fileName}`);
  writeRecipe(file, one.recipe, megabytes * 1e6);
  results.push(await runContest(one, file, arena));
}
const figures =
  (only?.includes('program') ?? true)
    ? await measureProgram({ root: ROOT, cache: CACHE, specs: join(CACHE, 'specs'), megabytes, rounds, say })
    : [];
const mainJob =
  (only?.includes('main-job') ?? true)
    ? await measureMainJob({ root: ROOT, cache: CACHE, specs: join(CACHE, 'specs'), megabytes, rounds, say })
    : [];
if (isShort && figures.length + mainJob.length === 0) {
  say(formatShort({ results, started, rounds, load: loadavg()[0] ?? 0 }));
  say('SPECMILL_BENCH_CASES=half-bad,json-lines measures these, and `npm run bench` everything.');
} else {
  const text = formatResults({ results, figures, mainJob, started, rounds, absent, load: loadavg()[2] ?? 0 });
  if (only !== undefined) say(text);
  else writeFileSync(join(HERE, 'RESULTS.md'), text);
}
// The files of a full run take gigabytes.
rmSync(join(CACHE, 'data'), { recursive: true, force: true });

/**
 * Installs the peers, which are not dependencies of the project. Not with npm ci, because the lock file contains the
 * native parts of few platforms.
 */
function installPeers(): void {
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: HERE,
    stdio: 'inherit',
  });
  mkdirSync(join(CACHE, 'data'), { recursive: true });
}

function compileSpecs(): string {
  const specs = join(CACHE, 'specs');
  rmSync(specs, { recursive: true, force: true });
  mkdirSync(specs, { recursive: true });
  execFileSync('cp', ['-r', `${join(HERE, 'specs')}/.`, specs]);
  writeFileSync(join(specs, 'wide.yaml'), createWideSpec('wide', WIDE_COLUMNS));
  execFileSync(
    process.execPath,
    [join(ROOT, 'dist/specmill.js'), 'compile', '--specs', specs, '--out', join(CACHE, 'modules')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return join(CACHE, 'modules/dist');
}

/** Bundles to plain JavaScript, so that no loader affects the speed. */
async function bundleContestants(): Promise<string> {
  const program = join(CACHE, 'contestant.mjs');
  await build({
    entryPoints: [join(HERE, 'run-contestant.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return program;
}

/** Returns the contestants that this machine cannot run, and says why. Builds the one in Rust. */
function findAbsent(): Set<string> {
  const absent = new Set<string>(isShort ? NOT_SHORT : []);
  if (spawnSync('xmllint', ['--version']).status !== 0) {
    say('skip: xmllint is not installed (libxml2-utils of Debian): XML is not held against it');
    absent.add('xmllint');
  }
  if (spawnSync('cargo', ['--version']).status !== 0) {
    say('skip: cargo is not installed (https://rustup.rs): CSV is not held against Rust');
    absent.add('rust');
  } else {
    execFileSync('cargo', ['build', '--release', '--locked', '--quiet', '--target-dir', rustTarget(CACHE)], {
      cwd: join(HERE, 'rust'),
      stdio: 'inherit',
      env: { ...process.env, RUSTFLAGS: '-C target-cpu=native' },
    });
  }
  return absent;
}
