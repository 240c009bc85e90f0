/** The process of one contestant: reads the task from its argument, prints what it found and how long that took. */
import type { Prepare, Task } from './contestants/contestant.ts';
import { prepareCsvParse, preparePapaParse, prepareUdsv } from './contestants/csv-peers.ts';
import { prepareDuckDb } from './contestants/duckdb.ts';
import { prepareReadline } from './contestants/fixed-width-peers.ts';
import { prepareCopyLoop, prepareLineScan, prepareXmllint } from './contestants/limits.ts';
import { prepareSpecmill } from './contestants/specmill.ts';
import { prepareFastXmlParser, prepareSaxes } from './contestants/xml-peers.ts';

const CONTESTANTS: { readonly [name: string]: Prepare | undefined } = {
  specmill: prepareSpecmill,
  'csv-parse': prepareCsvParse,
  papaparse: preparePapaParse,
  udsv: prepareUdsv,
  'duckdb-1': prepareDuckDb(1),
  'duckdb-2': prepareDuckDb(2),
  readline: prepareReadline,
  saxes: prepareSaxes,
  'fast-xml-parser': prepareFastXmlParser,
  'copy-loop': prepareCopyLoop,
  'line-scan': prepareLineScan,
  xmllint: prepareXmllint,
};

const [name = '', task = ''] = process.argv.slice(2);
const prepare = CONTESTANTS[name];
if (prepare === undefined) throw new Error(`there is no contestant ${name}`);
// Written by the process that started this one.
const run = await prepare(JSON.parse(task) as Task);
const before = process.cpuUsage();
const started = performance.now();
const tally = await run();
const ms = performance.now() - started;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ tally, ms, cpuMs: (user + system) / 1000, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
