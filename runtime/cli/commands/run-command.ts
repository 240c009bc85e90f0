import { access } from 'node:fs/promises';
import { modulePath } from '../../registry/compile/module-cache.ts';
import type { ProcessingResult } from '../../model/result.ts';
import { runFile } from '../../run/run-file.ts';
import { isSplittable, type SplitOptions } from '../../run/read-splits.ts';
import type { RunOptions } from '../../model/run-info.ts';
import type { Sink } from '../../sink/contract.ts';
import type { Source } from '../../source/contract.ts';
import { type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure } from '../command-line/failures.ts';
import { nameInput, openInput, whileInterruptible } from '../operands/input.ts';
import { createProgressBar } from '../format/progress-bar.ts';
import type { NamedSpec } from '../operands/spec-operand.ts';
import { reasonOf, systemCode } from '../../files/error-reason.ts';

export interface FileRun {
  file: string;
  spec: NamedSpec;
  options: RunOptions;
  /** Most threads to read with. */
  threads: number;
  /** The data folder: the compiled spec lies there, for other threads. */
  data: string;
  /** Opens the sink, once the file is known to be there. */
  openSink: () => Promise<Sink>;
}

/** Runs a file through a spec into a sink, with a progress bar and so that it can be broken off. */
export async function runFromCommand({
  file,
  spec,
  options,
  threads,
  data,
  openSink,
}: FileRun): Promise<ProcessingResult> {
  const source = await openInput(file, options.maxFileBytes);
  const bar = createProgressBar(process.stderr, source.fileName);
  try {
    const info = {
      runId: null,
      spec: spec.module.spec,
      specId: spec.id,
      fileName: source.fileName,
      fileSha256: null,
      options,
    };
    return await whileInterruptible(async (signal) => {
      const sink = await openSink();
      const run = { info, module: spec.module, source, sink, onProgress: bar.show, signal };
      return withHelpers({ source, spec, threads, data }, (splits) =>
        runFile(splits === null ? run : { ...run, splits }),
      );
    });
  } catch (error) {
    if (systemCode(error) !== undefined && isReadError(error))
      throw new SystemFailure(`cannot read ${nameInput(file)}: ${reasonOf(error)}`);
    throw error;
  } finally {
    bar.clear();
    await source.close();
  }
}

/** What a command's settings say of threads. */
export function threadsOf({
  settings: { threads, data },
}: CommandInput<'threads' | 'data'>): Pick<FileRun, 'threads' | 'data'> {
  return { threads, data };
}

/** Other threads are started when a file is large enough for them. */
async function withHelpers<T>(
  { source, spec, threads, data }: Pick<FileRun, 'spec' | 'threads' | 'data'> & { source: Source },
  work: (splits: SplitOptions | null) => Promise<T>,
): Promise<T> {
  const path = modulePath(data, spec.hash);
  // Where the data folder could not be written to, the other threads would not find the module.
  if (
    threads === 1 ||
    !isSplittable(spec.module, source) ||
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    return work(null);
  const { createThreadPool } = await import('../../workers/thread-pool.ts');
  const pool = createThreadPool({ threads: threads - 1 });
  try {
    return await work({ helpers: pool.helpersWith({ path, hash: spec.hash }) });
  } finally {
    await pool.close();
  }
}

/** What the caller is told by a result: whether a record, or the whole file, is wrong. */
export function exitCodeOf({ status }: ProcessingResult): ExitCode {
  return status === 'SUCCESS' ? EXIT.good : EXIT.faulty;
}

function isReadError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'read';
}
