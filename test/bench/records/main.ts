/**
 * Measures record types and file rules: the processor time of whole processes on the same file, with and without them.
 * `npm run bench:records` writes README.md. SPECMILL_BENCH_MB is the size of the file (200), and SPECMILL_BENCH_KEYS
 * the number of keys in millions (10). With other sizes, the results are only printed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { processorTime } from '../../support/runner/processor-time.ts';
import { writeBatches, writeKeys } from './files.ts';
import { fourTypes, oneType, withoutUnique, withReferences, withTotals, withUnique } from './specs.ts';

const FULL = { megabytes: 200, millions: 10 };
const megabytes = Number(process.env['SPECMILL_BENCH_MB'] ?? FULL.megabytes);
const millions = Number(process.env['SPECMILL_BENCH_KEYS'] ?? FULL.millions);
const ROUNDS = 3;
/** A million debits have this many bytes, with the headers and trailers of their batches. */
const BYTES_A_MILLION = 82_620_000;
const HERE = import.meta.dirname;
const PROGRAM = join(HERE, '../../../dist/specmill.js');
const CACHE = join(HERE, '../node_modules/.cache/records');
const POLL_MS = 50;

/** What a process used. */
interface Used {
  seconds: number;
  megabytes: number;
}

interface Variant {
  readonly title: string;
  readonly args: readonly string[];
}

/** A ratio of the processor times of two variants, with the limit that the ratio must keep. */
interface Row {
  readonly title: string;
  readonly variant: Variant;
  readonly base: Variant;
  readonly must: string;
}

rmSync(CACHE, { recursive: true, force: true });
mkdirSync(join(CACHE, 'specs'), { recursive: true });
for (const spec of [oneType, fourTypes, withTotals, withReferences, withoutUnique, withUnique])
  writeFileSync(join(CACHE, 'specs', `${spec.name}.yaml`), JSON.stringify(spec));
const batches = join(CACHE, 'batches.txt');
const keys = join(CACHE, 'keys.txt');
writeBatches(batches, megabytes * 1e6);
const debits = join(CACHE, 'debits.txt');
writeBatches(debits, millions * BYTES_A_MILLION);
writeKeys(keys, millions * 1e6);

const validate = (spec: { name: string }, file: string): Variant => ({
  title: `validate ${spec.name}`,
  args: ['validate', '--spec', spec.name, file],
});
const transform = (spec: { name: string }, file: string): Variant => ({
  title: `transform ${spec.name}`,
  args: ['transform', '--spec', spec.name, '--out', join(CACHE, `${spec.name}.ndjson`), file],
});

const ROWS: readonly Row[] = [
  {
    title: 'four record types, compared with one type and `recordWhen`',
    variant: validate(fourTypes, batches),
    base: validate(oneType, batches),
    must: '1.25',
  },
  {
    title: 'COUNT_EQUALS and SUM_EQUALS, compared with none',
    variant: validate(withTotals, batches),
    base: validate(fourTypes, batches),
    must: '1.05',
  },
  {
    title: `UNIQUE over the references of ${millions} million debits, compared with none`,
    variant: validate(withReferences, debits),
    base: validate(fourTypes, debits),
    must: '1.6',
  },
  {
    title: `UNIQUE over ${millions} million records that are nothing but a key of 12 digits, compared with none`,
    variant: validate(withUnique, keys),
    base: validate(withoutUnique, keys),
    must: '',
  },
  {
    title: '`transform` that checks the file rules first, compared with none',
    variant: transform(withTotals, batches),
    base: transform(fourTypes, batches),
    must: '2',
  },
];

/** Runs the program once. */
async function run({ title, args }: Variant): Promise<Used> {
  const before = processorTime();
  const [command, ...rest] = args;
  const common = ['--specs', join(CACHE, 'specs'), '--data', join(CACHE, 'data'), '--threads', '1'];
  const child = spawn(process.execPath, [PROGRAM, command ?? '', ...common, ...rest], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const poll = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), POLL_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(poll);
  if (code !== 0) throw new Error(`${title} ended with ${code}`);
  return { seconds: processorTime() - before, megabytes: peak };
}

/** Returns the greatest resident memory of a process so far, in megabytes. */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const load = loadavg()[0] ?? 0;
const lines: string[] = [];
for (const { title, variant, base, must } of ROWS) {
  const runs: [Used, Used][] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push([await run(variant), await run(base)]);
  const least = (side: 0 | 1) => Math.min(...runs.map((pair) => pair[side].seconds));
  const memory = Math.max(...runs.map(([{ megabytes: most }]) => most));
  const ratio = least(0) / least(1);
  lines.push(
    `| ${title} | ${least(0).toFixed(2)} s | ${least(1).toFixed(2)} s | ${ratio.toFixed(2)} | ${must} | ${Math.round(memory)} MB |`,
  );
  console.log(lines.at(-1));
}

const text = `# Record types and file rules

Generated by \`npm run bench:records\`. Processor time of whole processes with one reading thread, the least of ${ROUNDS} runs in turn, in one run on a machine with load ${load.toFixed(1)}. The file of batches has ${megabytes} MB: a header, 100 debits and a trailer for each batch. The last column is the peak of the resident memory.

| | with | without | ratio | must be at most | memory |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
if (megabytes === FULL.megabytes && millions === FULL.millions) writeFileSync(join(HERE, 'README.md'), text);
rmSync(CACHE, { recursive: true });
