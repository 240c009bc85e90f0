import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { END, type FileReport } from './file-counts.ts';
import { MOSTLY_WAITING, TEST_FOLDER } from './suites.ts';

export interface FileResult extends FileReport {
  /** Relative to test/. */
  file: string;
  /** The output of the file. */
  output: string;
  seconds: number;
}

export interface PoolOptions {
  /** Runs each file in its own process. Otherwise one process per core runs file after file. */
  isAlone: boolean;
  /** A file that runs longer than this hangs and has failed. */
  hangMs: number;
  onResult: (result: FileResult) => void;
}

/**
 * Runs test files (relative to test/) in as many processes as there are cores, and those that mostly wait in one more.
 */
export async function runFiles(files: readonly string[], options: PoolOptions): Promise<void> {
  const [waiting, others] = [true, false].map((isWaiting) =>
    files.filter((file) => MOSTLY_WAITING.includes(file) === isWaiting),
  ) as [string[], string[]];
  const runAll = async (left: string[]): Promise<void> => {
    let worker: TestProcess | null = null;
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      worker ??= new TestProcess();
      options.onResult(await worker.run(file, options.hangMs));
      if (options.isAlone || worker.hasEnded) {
        await worker.end();
        worker = null;
      }
    }
    await worker?.end();
  };
  const processes = Math.min(availableParallelism(), others.length);
  await Promise.all([runAll(waiting), ...Array.from({ length: processes }, () => runAll(others))]);
}

/** A process that runs one file at a time. */
class TestProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #ended: string | null = null;
  #output = '';
  #onOutput = () => {};

  constructor() {
    const loaders = ['--import', 'tsx', '--import', join(TEST_FOLDER, 'fixed-seed.ts')];
    this.#child = spawn(process.execPath, [...loaders, join(import.meta.dirname, 'test-process.ts')], {
      cwd: join(TEST_FOLDER, '..'),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        this.#onOutput();
      });
    }
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#ended = signal ?? `exit code ${code}`;
        // Processes that it left running may hold its pipes open for ever: what has arrived soon after is all.
        setTimeout(() => {
          this.#child.stdout?.destroy();
          this.#child.stderr?.destroy();
          this.#onOutput();
          resolve();
        }, 200);
      });
    });
  }

  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  /** Runs a file to its end. A process that ends or hangs before that is one failure more. */
  async run(file: string, hangMs: number): Promise<FileResult> {
    const started = performance.now();
    this.#output = '';
    const guard = setTimeout(() => this.#endHanging(hangMs), hangMs);
    const finished = new Promise<void>((resolve) => {
      this.#onOutput = () => (this.hasEnded || this.#output.includes(END)) && resolve();
    });
    this.#child.send(join(TEST_FOLDER, file), () => {});
    await finished;
    clearTimeout(guard);
    const [output = '', rest] = this.#output.split(END);
    const result = { file, output, seconds: (performance.now() - started) / 1000 };
    if (rest === undefined)
      return {
        ...result,
        output: `${output}\nthe process ended: ${this.#ended}\n`,
        passed: 0,
        failed: 1,
        skipped: 0,
        processorSeconds: 0,
      };
    // Written by test-process.ts.
    return { ...result, ...(JSON.parse(rest) as FileReport) };
  }

  /** The first signal lets the process end the programs that it has started. */
  #endHanging(hangMs: number): void {
    this.#output += `\nit did not end within ${hangMs / 60_000} minutes\n`;
    this.#child.kill('SIGTERM');
    setTimeout(() => this.#child.kill('SIGKILL'), 5000).unref();
  }

  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#exited;
  }
}
