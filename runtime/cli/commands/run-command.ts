import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { maskKeysOf, tablesOf } from '../../base/model/bound-tables.ts';
import { idHashesOf } from '../../base/model/id-hashes.ts';
import { versionOfKey } from '../../base/model/mask-keys.ts';
import { modulePath } from '../../state/registry/compile/module-cache.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import { runFile } from '../../reading/run/run-file.ts';
import { isSplittable } from '../../reading/run/read-splits.ts';
import type { Helpers } from '../../reading/split/read-in-splits.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import type { Sink } from '../../sink/contract.ts';
import type { Source } from '../../reading/source/contract.ts';
import { fileKindOf } from '../../reading/source/file-kind.ts';
import { type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure } from '../command-line/failures.ts';
import { type InputFile, nameInput, whileInterruptible } from '../operands/input.ts';
import { createProgressBar } from '../format/progress-bar.ts';
import { minBytesOf } from './split-limits.ts';
import type { NamedSpec } from '../operands/spec-operand.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

/** A file to read with a spec, and the sink for its batches. */
export interface FileRun {
  file: InputFile;
  spec: NamedSpec;
  options: RunOptions;
  /** Maximum number of threads that read the file. */
  threads: number;
  /** The data folder. Helper threads load the compiled spec from it. */
  data: string;
  /** Whether the messages become visible before the end, so a FATAL file rule must be checked first. */
  publishesEarly?: boolean;
  /** Whether the sink needs the ids of messages, so that the file is read once for its hash before. Default: false. */
  hashesFirst?: boolean;
  /** Whether the result shows the hash of the file. Hashing takes a tenth of the processor time. */
  showsHash: boolean;
  /** Opens the sink. It is called after the file has been opened. */
  openSink: () => Promise<Sink>;
}

/**
 * Reads a file with a spec, passes its batches to a sink and returns the result. Shows a progress bar on a terminal.
 * Throws UsageError if there is no such file, SystemFailure if it cannot be read, and Interrupted on SIGINT or SIGTERM.
 */
export async function runFromCommand({
  file,
  spec,
  options,
  threads,
  data,
  publishesEarly = false,
  hashesFirst = false,
  showsHash,
  openSink,
}: FileRun): Promise<ProcessingResult> {
  const as = { ...fileKindOf(spec.module.spec), hashes: showsHash };
  const open = () => file.open(options.maxFileBytes, as);
  const source = await open();
  const bar = createProgressBar(process.stderr, source.fileName);
  try {
    const info = {
      runId: null,
      spec: spec.module.spec,
      specId: spec.id,
      fileName: source.fileName,
      fileSha256: hashesFirst ? await hashFile(file) : null,
      options: withIds(withTables(options, spec.module), {
        module: spec.module,
        fileName: source.fileName,
        hashesFirst,
      }),
    };
    return await whileInterruptible(async (signal) => {
      const sink = await openSink();
      const again = {
        ...(publishesEarly && { openAgain: open }),
        ...(file.path !== '-' && { openForDocuments: open }),
      };
      const run = { info, module: spec.module, source, sink, onProgress: bar.show, signal, ...again };
      // This thread receives an arriving file. If it also read records, the transfer would wait for them.
      const readers = file.isArriving === true ? 'one' : 'all';
      const minBytes = minBytesOf(sink, threads);
      return withHelpers({ source, spec, threads, data, minBytes }, (helpers) =>
        runFile(helpers === null ? run : { ...run, splits: { helpers, readers } }),
      );
    });
  } catch (error) {
    if (systemCode(error) !== undefined && isReadError(error))
      throw new SystemFailure(`cannot read ${nameInput(file.path)}: ${reasonOf(error)}`);
    throw error;
  } finally {
    bar.clear();
    await source.close();
  }
}

/** Returns the settings `threads` and `data` of a command, as the members of a FileRun. */
export function threadsOf({
  settings: { threads, data },
}: CommandInput<'threads' | 'data'>): Pick<FileRun, 'threads' | 'data'> {
  return { threads, data };
}

/**
 * Calls `work` with helper threads and returns its result. `helpers` is null if there are none: the file is smaller
 * than `minBytes` or not splittable, or the compiled spec is not stored.
 */
export async function withHelpers<T>(
  {
    source,
    spec,
    threads,
    data,
    minBytes,
  }: Pick<FileRun, 'spec' | 'threads' | 'data'> & { source: Source; minBytes: number },
  work: (helpers: Helpers | null) => Promise<T>,
): Promise<T> {
  const path = modulePath(data, spec.hash);
  // Helper threads load the compiled spec from the data folder. It is not there if the folder is read-only.
  if (
    threads === 1 ||
    !isSplittable(spec.module, source, { minBytes }) ||
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    return work(null);
  const { createThreadPool } = await import('../../reading/workers/thread-pool.ts');
  const pool = createThreadPool({ threads: threads - 1 });
  try {
    return await work(pool.helpersWith({ path, hash: spec.hash }));
  } finally {
    await pool.close();
  }
}

/** Returns the options of a run with what its messages and their ids depend on besides the file and the spec. */
export function withOrigins(options: RunOptions, module: SpecModule, fileName: string): RunOptions {
  return withIds(withTables(options, module), { module, fileName, hashesFirst: true });
}

/** Returns the options of a run with the versions of the reference tables of its module. */
function withTables(options: RunOptions, module: SpecModule): RunOptions {
  const tables = tablesOf(module);
  return tables === undefined ? options : { ...options, reference: tables.versions };
}

/** Returns the SHA-256 of a file as sent, hexadecimal. */
async function hashFile(file: InputFile): Promise<string> {
  const source = await file.openAsSent();
  const hash = createHash('sha256');
  try {
    for await (const chunk of source.chunks(0)) hash.update(chunk);
  } finally {
    await source.close();
  }
  return hash.digest('hex');
}

/** Returns the options with what the ids of messages depend on besides the file and the spec. */
function withIds(
  options: RunOptions,
  { module, fileName, hashesFirst }: { module: SpecModule; fileName: string; hashesFirst: boolean },
): RunOptions {
  const bound = maskKeysOf(module);
  const keys = bound === undefined || bound === 'PREVIEW' ? null : bound;
  const versionOf = (name: string) => ({ name, version: versionOfKey(String(keys?.[name])) });
  const versions = keys === null ? {} : { maskKeys: (module.spec.maskKeys ?? []).map(versionOf) };
  const idHashes = hashesFirst ? idHashesOf(module.spec, fileName, { ...options, ...versions }) : [];
  return idHashes.length === 0 ? options : { ...options, idHashes };
}

/** Returns the exit code for a result: 1 if a record has an ERROR or FATAL issue or if the run FAILED, otherwise 0. */
export function exitCodeOf({ status }: ProcessingResult): ExitCode {
  return status === 'SUCCESS' ? EXIT.success : EXIT.invalid;
}

function isReadError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'read';
}
