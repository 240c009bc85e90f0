/** The process of one contestant. Reads the task from its argument, and prints the result and the time. */
import type { ContestantResult } from './checks/collector.ts';
import type { Pass } from './contest.ts';
import type { Prepare, Task } from './contestants/contestant.ts';
import { prepareCsvParse, preparePapaParse, prepareUdsv } from './contestants/csv-peers.ts';
import { prepareDuckDb } from './contestants/duckdb.ts';
import { prepareJsonParse } from './contestants/json-peers.ts';
import { prepareReadline } from './contestants/fixed-width-peers.ts';
import { prepareCopyLoop, prepareLineScan, prepareXmllint } from './contestants/limits.ts';
import { prepareRust } from './contestants/rust.ts';
import { prepareSpecmill } from './contestants/specmill.ts';
import { prepareFastXmlParser, prepareSaxes } from './contestants/xml-peers.ts';

const CONTESTANTS: { readonly [name: string]: Prepare | undefined } = {
  specmill: prepareSpecmill,
  'csv-parse': prepareCsvParse,
  papaparse: preparePapaParse,
  udsv: prepareUdsv,
  'duckdb-1': prepareDuckDb(1),
  'duckdb-2': prepareDuckDb(2),
  rust: prepareRust,
  'json-parse': prepareJsonParse,
  readline: prepareReadline,
  saxes: prepareSaxes,
  'fast-xml-parser': prepareFastXmlParser,
  'copy-loop': prepareCopyLoop,
  'line-scan': prepareLineScan,
  xmllint: prepareXmllint,
};

const LONG_MS = 2000;

const [name = '', task = ''] = process.argv.slice(2);
const prepare = CONTESTANTS[name];
if (prepare === undefined) throw new Error(`there is no contestant ${name}`);
// Written by the process that started this one.
const given = JSON.parse(task) as Task;
const run = await prepare(given);
const first = await timed();
// Two more readings in the same process: V8 compiles during the first, and again when a second file has other content.
// A reading of several seconds is warm after one.
if (!given.isHashed && first.pass.ms < LONG_MS) await timed();
const settled = given.isHashed ? first : await timed();
console.log(
  JSON.stringify({
    tally: settled.tally,
    first: first.pass,
    settled: settled.pass,
    megabytes: settled.tally.used?.megabytes ?? Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
// A program that a contestant has started keeps this process alive, and ends with it.
process.exit();

/** Reads the file once and measures the time. */
async function timed(): Promise<{ tally: ContestantResult; pass: Pass }> {
  const before = process.cpuUsage();
  const started = performance.now();
  const tally = await run();
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { tally, pass: { ms, cpuMs: tally.used?.cpuMs ?? (user + system) / 1000 } };
}
