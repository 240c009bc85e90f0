import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirname } from 'node:path';
import { isFolder } from '../../state/registry/folder/spec-files.ts';
import { sampleFolderOf } from '../../runs/sample-tests/sample-file.ts';
import { EXIT, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { printToStderr } from '../command-line/output.ts';
import { visibleLines } from '../format/terminal.ts';
import { whileInterruptible } from '../operands/input.ts';
import { findSpecs } from '../operands/spec-operand.ts';

/** Editors write a file in several steps, so a run starts only after this time without a change, in milliseconds. */
const QUIET_MS = 100;

/** A folder to watch. `recursive`: whether its subfolders are also watched. */
interface WatchedFolder {
  readonly path: string;
  readonly recursive: boolean;
}

/**
 * Calls `run` now, and again after changes of the specs that the operands name or of their samples. Changes within 100
 * ms cause one call. A UsageError of `run`, for example because a spec was removed, is printed. Other errors are
 * thrown. On SIGINT or SIGTERM, throws Interrupted. Never returns.
 */
export async function repeatOnChange(
  operands: readonly string[],
  specs: string,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const folders = await findFolders(operands, specs);
  return whileInterruptible(async (signal) => {
    const changes = watchFolders(folders);
    try {
      for (;;) {
        await runOnce(run);
        await printToStderr('waiting for changes (Ctrl+C ends)\n');
        await changes.next(signal);
      }
    } finally {
      changes.close();
    }
  });
}

async function runOnce(run: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await printToStderr(`specmill: ${visibleLines(error.message)}\n`);
    return EXIT.usage;
  }
}

async function findFolders(operands: readonly string[], specs: string): Promise<WatchedFolder[]> {
  const folders = new Map<string, boolean>();
  if (operands.length === 0) folders.set(specs, true);
  for (const { path } of await findSpecs(operands, specs)) {
    const [beside, samples] = [dirname(path), sampleFolderOf(path)];
    if (!folders.has(beside)) folders.set(beside, false);
    if (await isFolder(samples)) folders.set(samples, false);
  }
  for (const operand of operands) if (await isFolder(operand)) folders.set(operand, true);
  return [...folders].map(([path, recursive]) => ({ path, recursive }));
}

interface Changes {
  /**
   * Resolves when something has changed since the last call and then nothing for 100 ms. Throws the signal's reason.
   */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
}

function watchFolders(folders: readonly WatchedFolder[]): Changes {
  let changes = 0;
  let wake = (): void => {};
  const onChange = (_: string, name: string | null): void => {
    // Changes in the data folder, in version control and in temporary files of editors are ignored.
    if (name?.split(/[/\\]/).some((part) => part.startsWith('.') || part === 'node_modules')) return;
    changes++;
    wake();
  };
  const watchers: FSWatcher[] = folders.map(({ path, recursive }) => watch(path, { recursive }, onChange));
  // If a watched folder is removed, the command continues. Without a listener, the error event would end it.
  for (const watcher of watchers) watcher.on('error', () => {});
  return {
    async next(signal) {
      while (changes === 0) {
        signal.throwIfAborted();
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      for (let seen = 0; seen !== changes; ) {
        seen = changes;
        await sleep(QUIET_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
      changes = 0;
    },
    close: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}
