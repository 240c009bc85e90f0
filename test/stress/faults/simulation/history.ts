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
import type { ClusterEvent, EventKind } from '../../../../runtime/state/store/cluster/cluster-store.ts';
import { randomOf, type Random } from '../../../support/random.ts';
import { createDatabase, type Database } from './database.ts';
import { createDisk, type PowerDisk } from './disk.ts';
import { drawDisturbance } from './draw-disturbance.ts';
import { findFaults } from './find-faults.ts';
import { drawPlan, type Plan, type PlannedFile } from './plan.ts';
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
          this.#restartSoon(index, 2000);
        },
      );
    });
  }

  /** Like #restart(), as a step of its own: the end of a process takes real time. */
  #restartSoon(index: number, afterMs: number): void {
    const process = this.#processes[index];
    void this.#simulator.request({
      ...{ kind: 'event', process: this.#outside, channel: `end ${index}`, label: `end ${index}` },
      execute: async () => {
        if (process === this.#processes[index]) await this.#restart(index, afterMs);
      },
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
    const rate = this.#plan.faultIn / (request.kind === 'sql' ? 1 : request.kind === 'thread' ? 10 : 4);
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
    return drawDisturbance(request, {
      simulator: this.#simulator,
      isShared: this.#plan.instances > 1,
      mayLoseThread: this.disturbances['thread'] === undefined,
      processes: this.#processes,
      restart: (afterMs) => this.#restart(index, afterMs),
      stop: (downMs) => this.#stop(index, downMs),
      losePower: () => this.#disk.lose(this.#random),
      cutOff: (ms) => this.#database.cutOff(request.process.main, ms),
    });
  }

  /** Ends a service as a person does. */
  #stop(index: number, downMs: number): void {
    const service = this.#services[index];
    this.#services[index] = null;
    if (service === null || service === undefined) return;
    const end = (): void => this.#restartSoon(index, downMs);
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
    for (const topic of ['taken', 'sent'] as const) {
      const seen = this.#seen.get(topic)?.length ?? 0;
      this.#see(topic, values[topic]);
      if (seen > values[topic].length) this.faults.push(`messages of ${topic} have disappeared`);
    }
    const found = findFaults(this.#plan, {
      topics: values,
      runs: values.runs.filter((run) => run !== null),
      ledger: values.files.map(({ name, state, location }) => `${name} ${state} ${location}`),
      remote: this.#remote,
      accepted: new Map(this.#sendings.map(({ file, runId }) => [file.name, runId])),
    });
    this.faults.push(...found);
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
