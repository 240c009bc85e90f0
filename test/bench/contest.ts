import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Case } from './cases.ts';
import type { ContestantResult } from './checks/collector.ts';
import type { Task } from './contestants/contestant.ts';

/** One reading of the file. */
export interface Pass {
  ms: number;
  /** Processor time of this process on all cores. More reliable than `ms` if the machine has other work. */
  cpuMs: number;
}

/** The result of one contestant process. */
interface Run {
  tally: ContestantResult;
  /** The first reading of the process. */
  first: Pass;
  /** The last reading, after V8 has compiled everything. */
  settled: Pass;
  /** Peak memory. */
  megabytes: number;
}

/** The results of a contestant over all rounds. */
export interface ContestantTimes {
  contestant: string;
  /** Times of the last reading of each round, sorted. */
  times: readonly number[];
  /** Times of the first reading of each round, sorted. */
  coldTimes: readonly number[];
  /** Processor times of the last reading of each round, sorted. */
  cpuTimes: readonly number[];
  megabytes: number;
}

export interface CaseResult {
  name: string;
  bytes: number;
  records: number;
  good: number;
  standings: readonly ContestantTimes[];
}

export interface ContestSetting {
  /** The path of the bundled run-contestant.ts. */
  program: string;
  modules: string;
  rounds: number;
  /** Contestants that are not available on this machine. */
  absent: ReadonlySet<string>;
  say(line: string): void;
}

/** Compares the contestants' outputs, then lets them read the file in turn. @throws if the outputs differ. */
export async function runContest(one: Case, file: string, arena: ContestSetting): Promise<CaseResult> {
  const contestants = one.contestants.filter((name) => !arena.absent.has(name));
  const task: Task = { name: one.name, file, modules: arena.modules, spec: one.spec, isHashed: true };
  const agreed = await agree(contestants, task, arena);
  const runs = new Map<string, Run[]>(contestants.map((name) => [name, []]));
  for (let round = 1; round <= arena.rounds; round++) {
    // Each contestant starts one round, because the one after a demanding one runs on a warm or throttled machine.
    const turn = contestants.map((_, index) => contestants[(index + round) % contestants.length] ?? '');
    for (const name of turn) runs.get(name)?.push(await runOne(name, { ...task, isHashed: false }, arena));
  }
  const standings = contestants.map((contestant) => {
    const all = runs.get(contestant) ?? [];
    const sorted = (timeOf: (run: Run) => number): number[] => all.map(timeOf).sort((a, b) => a - b);
    return {
      contestant,
      times: sorted(({ settled }) => settled.ms),
      coldTimes: sorted(({ first }) => first.ms),
      cpuTimes: sorted(({ settled }) => settled.cpuMs),
      megabytes: Math.max(...all.map(({ megabytes }) => megabytes)),
    };
  });
  return { name: one.name, bytes: statSync(file).size, records: agreed.records, good: agreed.good, standings };
}

/** Returns the median of sorted numbers. */
export function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? NaN;
}

/** Compares valid records, output bytes and issues. Limits have no output and are left out. */
async function agree(contestants: readonly string[], task: Task, arena: ContestSetting): Promise<ContestantResult> {
  const ours = (await runOne('specmill', task, arena)).tally;
  if (ours.good === 0 || ours.good === ours.records || ours.hash === null)
    throw new Error(`${task.name}: the file must have valid and invalid records`);
  for (const name of contestants.slice(1)) {
    const { tally } = await runOne(name, task, arena);
    if (tally.hash === null) continue;
    if (tally.good !== ours.good)
      throw new Error(`${task.name}: ${name} has ${tally.good} good records, specmill ${ours.good}`);
    if (tally.hash !== ours.hash) throw new Error(`${task.name}: ${name} and specmill write different bytes`);
    if (tally.issues !== null && tally.issues !== ours.issues)
      throw new Error(`${task.name}: ${name} reports ${tally.issues} issues, specmill ${ours.issues}`);
  }
  arena.say(`${task.name}: ${ours.records} records, ${ours.good} good, ${ours.issues} issues: all agree`);
  return ours;
}

async function runOne(name: string, task: Task, { program }: ContestSetting): Promise<Run> {
  // The whole document as a text and a tree takes gigabytes.
  const memory = name === 'fast-xml-parser' ? ['--max-old-space-size=8192'] : [];
  const { stdout } = await promisify(execFile)(process.execPath, [...memory, program, name, JSON.stringify(task)]);
  // Printed by run-contestant.ts.
  return JSON.parse(stdout) as Run;
}
