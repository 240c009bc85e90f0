import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LineTarget, openLineFile } from '../../sink/line-targets.ts';
import { EXIT, type ExitCode } from '../command-line/command.ts';
import { type MembersRequest, withMembers } from '../operands/archive-members.ts';
import type { InputFile } from '../operands/input.ts';

/** Transforms a file, prints its result, and returns the exit code. `target` replaces the file of --out. */
export type TransformOne = (file: InputFile, target?: LineTarget) => Promise<ExitCode>;

/**
 * Transforms each member of an archive in a run of its own. If there is a file of --out, `openAll` opens it: it gets the
 * events of all runs that completed, and is not changed if none did. Returns the highest exit code. Throws the errors of
 * withMembers() and of the runs.
 */
export async function transformMembers(
  request: MembersRequest,
  { transformOne, openAll }: { transformOne: TransformOne; openAll: (() => Promise<LineTarget>) | null },
): Promise<ExitCode> {
  return withMembers(request, async ({ isOne, files }) => {
    const all = isOne || openAll === null ? null : await CollectedEvents.open(openAll);
    try {
      let worst: ExitCode = EXIT.success;
      for await (const file of files) {
        const exitCode = await (all === null ? transformOne(file) : all.add((target) => transformOne(file, target)));
        if (exitCode > worst) worst = exitCode;
      }
      await all?.finish();
      return worst;
    } catch (error) {
      await all?.discard();
      throw error;
    } finally {
      await all?.close();
    }
  });
}

/** The events of several runs in one file. Each run first writes to a file of its own, which is appended if it completes. */
class CollectedEvents {
  readonly #all: LineTarget;
  readonly #folder: string;
  #bytes = 0;
  #completed = 0;

  private constructor(all: LineTarget, folder: string) {
    this.#all = all;
    this.#folder = folder;
  }

  static async open(openAll: () => Promise<LineTarget>): Promise<CollectedEvents> {
    return new CollectedEvents(await openAll(), await mkdtemp(join(tmpdir(), 'specmill-')));
  }

  async add(run: (target: LineTarget) => Promise<ExitCode>): Promise<ExitCode> {
    const path = join(this.#folder, 'events');
    const target = await openLineFile(path);
    let isComplete = false;
    const exitCode = await run({
      ...target,
      async finish() {
        await target.finish();
        isComplete = true;
      },
    });
    if (isComplete) await this.#append(path);
    return exitCode;
  }

  async #append(path: string): Promise<void> {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      await this.#all.write([chunk], this.#bytes);
      this.#bytes += chunk.length;
    }
    this.#completed++;
    await rm(path);
  }

  finish(): Promise<void> {
    return this.#completed > 0 ? this.#all.finish() : this.#all.discard();
  }

  discard(): Promise<void> {
    return this.#all.discard();
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
