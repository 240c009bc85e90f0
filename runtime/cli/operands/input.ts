import { fstatSync, type Stats, statSync } from 'node:fs';
import { openFileSource } from '../../reading/source/file-source.ts';
import type { OpenedAs } from '../../reading/source/file-kind.ts';
import type { Source } from '../../reading/source/contract.ts';
import { openStdinSource } from '../../reading/source/stdin-source.ts';
import { openSource, openStandardInput } from '../../reading/source/open-source.ts';
import { Interrupted, SystemFailure, UsageError } from '../command-line/failures.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

/** The file that a command reads. */
export interface InputFile {
  /** The path of the file, or `-` for standard input. The content may still be arriving. */
  readonly path: string;
  /** What messages call the file, if it is not its path: a member of an archive. */
  readonly shownPath?: string;
  /** Whether this process receives the content while it reads it, so that another thread should read it. */
  readonly isArriving?: boolean;
  /** Opens the file for the module of a spec. Throws like openInput(). */
  open(maxBytes: number, as?: OpenedAs): Promise<Source>;
  /** Opens the file without decompressing it. Throws like openInputAsSent(). */
  openAsSent(): Promise<Source>;
}

/** Returns the operand FILE as an InputFile. */
export function toInputFile(file: string): InputFile {
  return {
    path: file,
    open: (maxBytes, as) => openInput(file, maxBytes, as),
    openAsSent: () => openInputAsSent(file),
  };
}

/**
 * Opens the operand FILE: a path, or `-` for standard input. A compressed file is decompressed, and `maxBytes` limits
 * the size of its content in bytes. Throws UsageError if there is no such file, and SystemFailure if it cannot be
 * opened.
 */
export async function openInput(file: string, maxBytes: number, as: OpenedAs = {}): Promise<Source> {
  return withReadError(file, async () =>
    file === '-' ? openStandardInput({ maxBytes, ...as }) : openSource(file, { maxBytes, ...as }),
  );
}

/**
 * Opens the operand FILE without decompressing it. The source computes no hash of the file, because the spool computes
 * it. Throws the same errors as openInput().
 */
export async function openInputAsSent(file: string): Promise<Source> {
  return withReadError(file, async () =>
    file === '-' ? openStdinSource() : openFileSource(file, undefined, { hashes: false }),
  );
}

async function withReadError(file: string, open: () => Promise<Source>): Promise<Source> {
  try {
    return await open();
  } catch (error) {
    const message = `cannot read ${nameInput(file)}: ${reasonOf(error)}`;
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') throw new UsageError(message);
    throw new SystemFailure(message);
  }
}

/**
 * Returns true if `file` and `out` are the same file on disk. `-` means standard input for `file` and standard output
 * for `out`.
 */
export function isSameFile(file: string, out: string): boolean {
  const input = statOf(file, 0);
  const output = statOf(out, 1);
  return input !== null && output !== null && input.isFile() && input.dev === output.dev && input.ino === output.ino;
}

/**
 * Calls `work` with an abort signal and returns its result. On SIGINT or SIGTERM, the abort signal is aborted with
 * Interrupted as its reason. A second SIGINT or SIGTERM of the same kind ends the process at once.
 */
export async function whileInterruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals) =>
    controller.abort(new Interrupted(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Returns the name of an input file for messages: `standard input` for `-`. */
export function nameInput(file: string): string {
  return file === '-' ? 'standard input' : file;
}

function statOf(path: string, descriptor: number): Stats | null {
  try {
    return path === '-' ? fstatSync(descriptor) : statSync(path);
  } catch {
    return null;
  }
}
