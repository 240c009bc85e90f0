import './replace-node.ts';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createRunOptions } from '../../../../runtime/base/model/run-info.ts';
import { nameSmallFile } from '../../../../runtime/base/model/small-file-name.ts';
import { openConnection } from '../../../../runtime/state/store/sqlite/open-connection.ts';
import type { Connection } from '../../../../runtime/state/store/engine/connection.ts';
import { LEASE_MS } from '../../../../runtime/state/store/cluster/now.ts';
import type { ClusterEvent, EventKind } from '../../../../runtime/state/store/cluster/cluster-store.ts';
import type { SerializedRun } from '../../../../runtime/runs/run-request.ts';
import { randomOf, type Random } from '../../../support/random.ts';
import { createDatabase, type Database } from './database.ts';
import { createDisk, type PowerDisk } from './disk.ts';
import { drawPlan, expect, type Plan, type PlannedFile } from './plan.ts';
import { createRemoteFolder, type RemoteFolder } from './remote-folder.ts';
import { useDisk } from './replace-files.ts';
import { MODULE, type SimulatedService, startSimulatedService } from './simulated-service.ts';
import { type Disturbance, Process, type Request, Simulator } from './simulator.ts';
import type { Templates } from './templates.ts';

/** What a history has shown. */
export interface Outcome {
  /** What is wrong. Empty: nothing. */
  readonly faults: readonly string[];
  /** The same for each history of the same seed. */
  readonly digest: string;
  readonly steps: number;
  /** The disturbances, by their kind. */
  readonly disturbances: Readonly<Record<string, number>>;
  /** The last steps. */
  readonly log: readonly string[];
}

const MAX_STEPS = 30_000;
/** A history that takes longer does not end. */
const MAX_MS = 3 * 3_600_000;

/** Plays the history of a seed. */
export async function playHistory(seed: number, templates: Templates): Promise<Outcome> {
  const random = randomOf(seed, 0);
  const folder = mkdtempSync(join(tmpdir(), 'specmill-history-'));
  const simulator = new Simulator(random);
  const world = new World(simulator, drawPlan(random), folder);
  try {
    await world.open(templates);
    await world.play();
    await world.verify();
  } catch (error) {
    world.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await world.close();
    simulator.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const { faults, disturbances } = world;
  return { faults, digest: simulator.digest(), steps: simulator.steps, disturbances, log: simulator.log };
}

/** A file that a client sends until it has an answer. */
interface Sending {
  readonly file: PlannedFile;
  runId: string | null;
}

class World {
  readonly faults: string[] = [];
  readonly disturbances: Record<string, number> = {};
  readonly #simulator: Simulator;
  readonly #random: Random;
  readonly #plan: Plan;
  readonly #folder: string;
  readonly #disk: PowerDisk = createDisk();
  readonly #database: Database;
  readonly #remote: RemoteFolder;
  readonly #listeners = new Map<Process, (event: ClusterEvent) => void>();
  readonly #services: (SimulatedService | null)[];
  readonly #processes: Process[] = [];
  readonly #outside = new Process('outside');
  readonly #sendings: Sending[];
  /** What consumers have seen, by topic. */
  readonly #seen = new Map<string, readonly string[]>();
  #view: Connection | null = null;
  #faultsLeft = 0;
  #starts = 0;

  constructor(simulator: Simulator, plan: Plan, folder: string) {
    this.#simulator = simulator;
    this.#random = simulator.random;
    this.#plan = plan;
    this.#folder = folder;
    this.#database = createDatabase(simulator, join(folder, 'specmill.sqlite'), plan.instances > 1);
    this.#remote = createRemoteFolder(simulator);
    this.#services = Array.from({ length: plan.instances }, () => null);
    this.#sendings = plan.sent.map((file) => ({ file, runId: null }));
    useDisk(simulator, this.#disk);
    simulator.disturb = (request) => this.#disturb(request);
    this.#database.announce = (process, kind, id) => this.#announce(process, kind, id);
    this.#database.onFault = (fault) => void this.faults.push(fault);
    this.#remote.onMove = (from, content) => this.#checkMove(from, content);
  }

  async open(templates: Templates): Promise<void> {
    copyFileSync(this.#plan.instances > 1 ? templates.shared : templates.alone, this.#database.path);
    for (const index of this.#services.keys()) mkdirSync(this.#folderOf(index), { recursive: true });
    if (this.#plan.instances > 1) mkdirSync(join(this.#folder, 'shared'));
    this.#view = await openConnection(this.#database.path, { mode: 'write', busyMs: 1000 });
    await this.#insertJob();
  }

  async #insertJob(): Promise<void> {
    const row = ['00000000-0000-4000-8000-000000000001', 'job', JSON.stringify(this.#plan.job)];
    await this.#view?.run('INSERT INTO jobs (id, name, body, created_at, updated_at) VALUES (?, ?, ?, 0, 0)', row);
  }

  async play(): Promise<void> {
    this.#faultsLeft = this.#plan.faults;
    for (const index of this.#services.keys()) this.#start(index);
    for (const { at, name, content } of this.#plan.taken) this.#at(at, () => this.#remote.put(`in/${name}`, content));
    for (const sending of this.#sendings) this.#at(sending.file.at, () => void this.#send(sending));
    this.#at(1000, () => this.#consume());
    for (let nextMs = 20_000; !(await this.#isSettled()); nextMs = this.#simulator.now + 1000) {
      const goesOn = await this.#simulator.runUntil(() => this.#simulator.now >= nextMs, MAX_STEPS);
      if (!goesOn || this.#simulator.now > MAX_MS || this.#simulator.steps > MAX_STEPS)
        throw new Error(`the work does not end: ${await this.#describe()}`);
    }
  }

  #at(ms: number, call: () => void): void {
    this.#simulator.inside(this.#outside, () => this.#simulator.setTimer(this.#outside, ms, call));
  }

  #folderOf(index: number): string {
    return join(this.#folder, `data-${index}`);
  }

  /** Starts a service, again if that fails. */
  #start(index: number): void {
    const process = new Process(`s${index}.${++this.#starts}`);
    this.#processes[index] = process;
    const folder = this.#folderOf(index);
    const filesFolder = this.#plan.instances > 1 ? join(this.#folder, 'shared') : folder;
    const parts = { simulator: this.#simulator, process, plan: this.#plan, database: this.#database };
    this.#simulator.inside(process, () => {
      startSimulatedService({ ...parts, remote: this.#remote, folder, filesFolder, listeners: this.#listeners }).then(
        (service) => (this.#services[index] = service),
        (error: unknown) => {
          this.#simulator.tell(`start failed ${String(error)}`);
          void this.#restart(index, 2000);
        },
      );
    });
  }

  /** Ends a process at once, and starts another one after a time. */
  async #restart(index: number, afterMs: number): Promise<void> {
    const process = this.#processes[index];
    this.#services[index] = null;
    if (process === undefined || process.isDead) return;
    this.#listeners.delete(process);
    await this.#simulator.kill(process);
    this.#at(afterMs, () => this.#start(index));
  }

  async #send(sending: Sending): Promise<void> {
    const { file } = sending;
    const again = (): void => this.#at(500 + this.#random.below(3000), () => void this.#send(sending));
    const service = this.#drawService();
    if (service === null) return again();
    let hasAnswer = false;
    // A client that gets no answer sends the file again, with the same key.
    this.#at(30_000, () => !hasAnswer && void this.#send(sending));
    const answered = this.#simulator.inside(service.process, () => this.#accept(service, file));
    await answered.then(
      (runId) => {
        hasAnswer = true;
        if (runId === null) return again();
        sending.runId = runId;
        const { cancelledAfterMs } = file;
        if (cancelledAfterMs !== null) this.#at(cancelledAfterMs, () => this.#cancel(runId));
      },
      () => {
        hasAnswer = true;
        again();
      },
    );
  }

  /** Cancels a run at any service. It may have ended, or the request may fail. */
  #cancel(runId: string): void {
    const service = this.#drawService();
    if (service !== null)
      this.#simulator.inside(service.process, () => void service.runs.cancel(runId).catch(() => {}));
  }

  #drawService(): SimulatedService | null {
    const live = this.#services.filter((one) => one !== null && !one.process.isDead) as SimulatedService[];
    return live[this.#random.below(live.length)] ?? null;
  }

  /** Reads the topics at any service. What a consumer has seen must never change. */
  #consume(): void {
    const service = this.#drawService();
    this.#at(1000 + this.#random.below(4000), () => this.#consume());
    if (service === null) return;
    for (const topic of ['taken', 'sent'])
      this.#simulator.inside(service.process, () => {
        readTopic(service, topic).then(
          (values) => this.#see(topic, values),
          () => {},
        );
      });
  }

  #see(topic: string, values: readonly string[]): void {
    const before = this.#seen.get(topic) ?? [];
    const [shorter, longer] = before.length < values.length ? [before, values] : [values, before];
    if (shorter.some((value, index) => value !== longer[index]))
      this.faults.push(`a consumer of ${topic} saw ${JSON.stringify(before)}, and later ${JSON.stringify(values)}`);
    this.#seen.set(topic, longer);
  }

  /** Does what a request with a file does. Returns the id of its run; null: try again. */
  async #accept({ runs, spool }: SimulatedService, file: PlannedFile): Promise<string | null> {
    const content = Buffer.from(file.content);
    const fileName = file.name;
    const isSmall = file.isSmall && this.#plan.instances === 1;
    const spooled = isSmall
      ? {
          path: join(this.#folderOf(0), nameSmallFile()),
          fileName,
          bytes: content.length,
          sha256: hashOf(file.content),
          content,
        }
      : await spool.receive(Readable.from([content]), { fileName, maxBytes: 10_000 });
    const discard = async (): Promise<void> => (isSmall ? undefined : spool.discard(spooled));
    try {
      const accepted = await runs.accept({
        spooled,
        module: MODULE,
        specId: '7d0a1c5e-0000-4000-8000-000000000001',
        destination: { kind: 'topic', topic: 'sent', deadLetterTopic: null },
        options: createRunOptions({
          ...{ today: '2024-02-29', delivery: this.#plan.delivery, batchRecords: this.#plan.batchRecords },
          skipInvalidRecords: true,
          maxErrors: 1000,
        }),
        idempotencyKey: file.name,
        requestHash: file.name,
        onDuplicateFile: 'WARN',
      });
      if (accepted.kind !== 'accepted') await discard().catch(() => {});
      return 'runId' in accepted ? accepted.runId : null;
    } catch (error) {
      await discard().catch(() => {});
      throw error;
    }
  }

  #announce(from: Process, kind: string, id: string): void {
    for (const process of this.#processes) {
      if (process.isDead || this.#random.oneIn(10)) continue;
      void this.#simulator.request({
        ...{ kind: 'event', process, channel: `events ${process.name}`, label: `event ${kind}` },
        delayMs: this.#random.below(20),
        execute: () =>
          this.#simulator.inside(process, () =>
            this.#listeners.get(process)?.({ kind: kind as EventKind, id, isOwn: process === from }),
          ),
      });
    }
  }

  /** Draws what happens to a request. */
  #disturb(request: Request): Disturbance | null {
    const random = this.#random;
    // Most requests are statements, so the others have more faults.
    const rate = this.#plan.faultIn / (request.kind === 'sql' ? 1 : 4);
    if (this.#faultsLeft === 0 || !random.oneIn(rate)) return null;
    const index = this.#processes.indexOf(request.process.main);
    if (index < 0 || this.#services[index] === null || isSpared(request)) return null;
    const disturbance = this.#draw(request, index);
    if (disturbance === null) return null;
    this.#faultsLeft--;
    const name = disturbance.kind === 'act' ? disturbance.name : `${disturbance.kind} ${request.kind}`;
    this.disturbances[name] = (this.disturbances[name] ?? 0) + 1;
    return disturbance;
  }

  #draw(request: Request, index: number): Disturbance | null {
    const random = this.#random;
    const isShared = this.#plan.instances > 1;
    const isExecuted = random.oneIn(2);
    const act = (name: string, work: () => Promise<void> | void): Disturbance => ({
      ...{ kind: 'act', name, isExecuted },
      act: async () => work(),
    });
    const process = request.process.main;
    const downMs = random.below(20_000);
    const kinds = [
      'crash',
      'crash',
      'fail',
      'fail',
      'delay',
      'clock',
      'thread',
      'stop',
      'slow',
      isShared ? 'freeze' : 'power',
    ] as const;
    const kind = random.pick([...kinds, ...(isShared ? (['freeze', 'cut', 'cut'] as const) : (['power'] as const))]);
    switch (kind) {
      case 'crash':
        return act('crash', () => this.#restart(index, downMs));
      case 'power':
        return act('power', async () => {
          await this.#restart(index, downMs);
          this.#disk.lose(random);
        });
      case 'stop':
        return act('stop', () => this.#stop(index, downMs));
      case 'fail': {
        if (request.fail === undefined) return null;
        // An executed request whose answer is lost is possible only where a connection is.
        return { kind: 'fail', isExecuted: isExecuted && request.kind === 'remote' };
      }
      case 'delay':
        return { kind: 'delay', ms: 1 + random.below(20_000) };
      case 'clock':
        return act('clock', () => void (process.clockOffset += random.below(1_200_000) - 600_000));
      case 'thread': {
        const thread = request.process.parent === null ? null : request.process;
        return thread === null ? null : act('thread', () => this.#simulator.kill(thread));
      }
      case 'freeze':
        return act('freeze', () => void (process.frozenUntil = this.#simulator.now + this.#drawOutage()));
      case 'slow':
        // Often all are: then what one does can overlap with what another one resumes.
        return act('slow', () => {
          const until = this.#simulator.now + random.below(60_000);
          for (const each of random.oneIn(2) ? this.#processes : [process]) each.slowUntil = until;
        });
      case 'cut':
        return act('cut', () => this.#database.cutOff(process, this.#drawOutage()));
      default:
        return kind satisfies never;
    }
  }

  /** Draws how long an instance is not reachable. Often, others take its runs shortly before it is back. */
  #drawOutage(): number {
    const random = this.#random;
    return random.oneIn(2) ? LEASE_MS + random.below(10_000) : random.below(60_000);
  }

  /** Ends a service as a person does. */
  #stop(index: number, downMs: number): void {
    const service = this.#services[index];
    this.#services[index] = null;
    if (service === null || service === undefined) return;
    const end = (): void => void this.#restart(index, downMs);
    this.#simulator.inside(service.process, () => void service.stop().then(end, end));
    // What does not end is killed.
    this.#at(60_000, () => !service.process.isDead && end());
  }

  async #checkMove(from: string, content: string): Promise<void> {
    if (!from.startsWith('in/')) return;
    const [run] =
      (await this.#view?.all<{ status: string | null }>('SELECT status FROM runs WHERE file_sha256 = ?', [
        hashOf(content),
      ])) ?? [];
    if (run?.status == null) this.faults.push(`${from} is moved before its run has ended`);
  }

  async #isSettled(): Promise<boolean> {
    if (this.#sendings.some(({ runId }) => runId === null)) return false;
    if (this.#services.some((service) => service === null)) return false;
    const { now } = this.#simulator;
    if (this.#processes.some((process) => process.frozenUntil > now || this.#database.isCutOff(process))) return false;
    if (this.#remote.paths().some((path) => path.startsWith('in/'))) return false;
    const [row] = (await this.#view?.all<{ open: number }>(
      `SELECT (SELECT count(*) FROM runs WHERE finished_at IS NULL)
            + (SELECT count(*) FROM job_files WHERE then_pending = 1 OR state NOT IN ('done', 'failed', 'ignored', 'quarantined')) AS open`,
    )) ?? [{ open: 1 }];
    return row?.open === 0;
  }

  async #describe(): Promise<string> {
    const files = await this.#view?.all(
      'SELECT path, state, reason_code, then_pending, retry_at, attempts FROM job_files',
    );
    const runs = await this.#view?.all('SELECT file_name, status, finished_at FROM runs');
    const sent = this.#sendings.map(({ file, runId }) => `${file.name} ${runId}`);
    return JSON.stringify({ files, runs, sent, source: this.#remote.paths(), time: this.#simulator.now });
  }

  /** Compares what is there at the end with the files. */
  async verify(): Promise<void> {
    this.#faultsLeft = 0;
    const service = this.#services[0];
    if (service === null || service === undefined) throw new Error('there is no service');
    const values = await this.#wait(service.process, async () => ({
      taken: await readTopic(service, 'taken'),
      sent: await readTopic(service, 'sent'),
      runs: await Promise.all(
        (await service.runs.list({ limit: 100 })).map(async ({ runId }) => service.runs.get(runId)),
      ),
      files: await service.jobs.files('job', { limit: 100 }),
    }));
    for (const [topic, files] of [
      ['taken', this.#plan.taken],
      ['sent', this.#plan.sent],
    ] as const)
      for (const file of files) this.#verifyFile(file, values[topic], values.runs);
    const count = this.#plan.taken.length + this.#plan.sent.length;
    if (values.runs.length !== count) this.faults.push(`${values.runs.length} runs of ${count} files`);
    for (const { file, runId } of this.#sendings)
      if (!values.runs.some((run) => run?.runId === runId))
        this.faults.push(`the accepted run of ${file.name} is forgotten`);
    for (const topic of ['taken', 'sent'] as const) {
      const seen = this.#seen.get(topic)?.length ?? 0;
      this.#see(topic, values[topic]);
      if (seen > values[topic].length) this.faults.push(`messages of ${topic} have disappeared`);
    }
    if (this.#plan.sent.some(({ cancelledAfterMs }) => cancelledAfterMs !== null))
      return this.#verifyPlaces(values.files.map(({ name, state, location }) => `${name} ${state} ${location}`));
    const expected = [...this.#plan.taken, ...this.#plan.sent].reduce(
      (sum, file) => sum + expect(file, this.#plan.delivery).values.length,
      0,
    );
    const found = values.taken.length + values.sent.length;
    if (expected !== found) this.faults.push(`${found} messages instead of ${expected}`);
    this.#verifyPlaces(values.files.map(({ name, state, location }) => `${name} ${state} ${location}`));
  }

  #verifyFile(file: PlannedFile, topic: readonly string[], runs: readonly (SerializedRun | null)[]): void {
    const { status, values, total, skipped, issues } = expect(file, this.#plan.delivery);
    const id = file.content.split(' r')[0]?.replace(/^([EWC] |#)/, '') ?? '';
    const published = topic.filter((value) => value.includes(`${id} r`));
    const own = runs.filter((run) => run?.fileName === file.name);
    if (own.length !== 1) this.faults.push(`${file.name}: ${own.length} runs`);
    const [run] = own;
    if (run?.failure?.code === 'cancelled' && file.cancelledAfterMs !== null)
      return this.#verifyCancelled(file, run, published);
    if (JSON.stringify(published) !== JSON.stringify(values))
      this.faults.push(`${file.name}: published ${JSON.stringify(published)} instead of ${JSON.stringify(values)}`);
    if (run !== null && run !== undefined) {
      const { totalRecords, processedRecords, failedRecords, skippedRecords } = run;
      if (run.status !== status)
        this.faults.push(`${file.name}: ${run.status} instead of ${status} ${JSON.stringify(run.failure)}`);
      const listed = run.errors.map((text) => (JSON.parse(text) as { record: number }).record).join();
      if (listed !== issues.join()) this.faults.push(`${file.name}: issues of ${listed} instead of ${issues.join()}`);
      const counted = [totalRecords, processedRecords, failedRecords, skippedRecords].join(' ');
      const wanted = [total, total - skipped, 0, skipped].join(' ');
      if (counted !== wanted) this.faults.push(`${file.name}: counted ${counted} instead of ${wanted}`);
    }
  }

  /** A cancelled run has published the first records of its file, and counts them. */
  #verifyCancelled(file: PlannedFile, run: SerializedRun, published: readonly string[]): void {
    const { values } = expect(file, this.#plan.delivery);
    const counted = this.#plan.delivery === 'all-or-nothing' ? 0 : run.processedRecords;
    if (published.length !== counted || published.some((value, index) => value !== values[index]))
      this.faults.push(
        `${file.name}: cancelled with ${run.processedRecords} records, published ${JSON.stringify(published)}`,
      );
    if (run.totalRecords !== run.processedRecords + run.failedRecords + run.skippedRecords)
      this.faults.push(`${file.name}: the counters of the cancelled run do not add up`);
  }

  #verifyPlaces(ledger: readonly string[]): void {
    for (const file of this.#plan.taken) {
      const { status } = expect(file, this.#plan.delivery);
      const place = `${status === 'FAILED' ? 'failed' : 'archive'}/${file.name}`;
      const isFile = (path: string): boolean =>
        !path.startsWith('rejects/') && this.#remote.read(path) === file.content;
      const found = this.#remote.paths().filter(isFile);
      if (found.join() !== place) this.faults.push(`${file.name} is at ${found.join(', ')} instead of ${place}`);
      const state = `${file.name} ${status === 'FAILED' ? 'failed' : 'done'} ${place}`;
      if (ledger.filter((row) => row === state).length !== 1)
        this.faults.push(`the ledger has no "${state}": ${ledger.join(', ')}`);
    }
    if (ledger.length !== this.#plan.taken.length) this.faults.push(`the ledger has ${ledger.length} rows`);
  }

  async #wait<T>(process: Process, work: () => Promise<T>): Promise<T> {
    let ended: { value: T } | { error: unknown } | null = null;
    this.#simulator.inside(process, work).then(
      (value) => (ended = { value }),
      (error: unknown) => (ended = { error }),
    );
    await this.#simulator.runUntil(() => ended !== null, 5000);
    // The compiler does not see the assignments in the callbacks.
    const result = ended as { value: T } | { error: unknown } | null;
    if (result === null) throw new Error('there is no answer');
    if ('error' in result) throw result.error;
    return result.value;
  }

  async close(): Promise<void> {
    for (const process of this.#processes) if (!process.isDead) await this.#simulator.kill(process);
    await this.#view?.close();
  }
}

async function readTopic({ store }: SimulatedService, topic: string): Promise<string[]> {
  const values: string[] = [];
  for await (const batch of store.topics.messages(topic, { from: 0, limit: Infinity }))
    for (const { value } of batch) values.push(value ?? '');
  return values;
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Without the key of modules, a service compiles the spec of a run again, which these runs do not have. */
function isSpared({ label }: Request): boolean {
  return label.includes('close') || label.includes('module-key');
}
