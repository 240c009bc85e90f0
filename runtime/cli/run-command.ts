import type { ProcessingResult } from '../run/result.ts';
import { runFile } from '../run/run-file.ts';
import type { RunOptions } from '../run/run-info.ts';
import type { Sink } from '../sink/sink.ts';
import { EXIT, type ExitCode } from './command.ts';
import { reasonOf, SystemFailure, systemCode } from './failures.ts';
import { nameInput, openInput, whileInterruptible } from './input.ts';
import { makeProgressBar } from './progress-bar.ts';
import type { NamedSpec } from './spec-operand.ts';

export interface FileRun {
  file: string;
  spec: NamedSpec;
  options: RunOptions;
  /** Opens the sink, once the file is known to be there. */
  openSink: () => Promise<Sink>;
}

/** Runs a file through a spec into a sink, with a progress bar and so that it can be broken off. */
export async function runFromCommand({ file, spec, options, openSink }: FileRun): Promise<ProcessingResult> {
  const source = await openInput(file, options.maxFileBytes);
  const bar = makeProgressBar(process.stderr, source.fileName);
  try {
    const info = { runId: null, spec: spec.module.spec, specId: spec.id, fileName: source.fileName, fileSha256: null, options };
    return await whileInterruptible(async (signal) => {
      const sink = await openSink();
      return runFile({ info, module: spec.module, source, sink, onProgress: bar.show, signal });
    });
  } catch (error) {
    if (systemCode(error) !== undefined && isReadError(error)) throw new SystemFailure(`cannot read ${nameInput(file)}: ${reasonOf(error)}`);
    throw error;
  } finally {
    bar.clear();
    await source.close();
  }
}

/** What the caller is told by a result: whether a record, or the whole file, is wrong. */
export function exitCodeOf({ status }: ProcessingResult): ExitCode {
  return status === 'SUCCESS' ? EXIT.good : EXIT.faulty;
}

function isReadError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'read';
}
