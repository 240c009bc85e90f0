import { fileKindOf } from '../../reading/source/file-kind.ts';
import type { Source } from '../../reading/source/contract.ts';
import { openArriving, openSource } from '../../reading/source/open-source.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import type { ThreadFile } from '../../reading/workers/messages.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';
import type { Run } from '../../reading/run/run.ts';

/**
 * Opens the file of a task, calls `work` with it, and closes it. Returns the result of `work`. Throws RunFailure if the
 * file is missing.
 */
export async function withTaskSource<T>(file: ThreadFile, work: (source: Source) => Promise<T>): Promise<T> {
  const source = await openTaskSource(file);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

/** Opens the file of a task. Throws RunFailure if the file is missing. */
export function openTaskSource(file: ThreadFile): Promise<Source> {
  return open(file).catch(throwFileLost);
}

function open({
  path,
  blocks,
  content,
  info: { fileName, fileSha256, options, spec },
  arrival,
}: ThreadFile): Promise<Source> {
  const maxBytes = options.maxFileBytes;
  const kind = fileKindOf(spec);
  return arrival === undefined
    ? openSource(path, { ...kind, fileName, maxBytes, hashes: fileSha256 === null, blocks, content })
    : openArriving({ path, fileName, ...arrival }, { ...kind, maxBytes });
}

/**
 * Throws RunFailure (`file_lost`) if `error` means that a file is missing (ENOENT). Throws any other error unchanged.
 */
export function throwFileLost(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new RunFailure('file_lost', 'the file of the run is missing from the data folder');
  throw error;
}

/**
 * Returns the options of runFile() that depend on the task's port. `readers: 'one'` lets one helper read the whole
 * file; `all` lets all helpers read splits of it.
 */
export function loopOptions(
  { progress, signal, cancelled, helpers }: TaskPort,
  readers: 'all' | 'one' = 'all',
): Pick<Run, 'onProgress' | 'signal' | 'cancelled' | 'splits'> {
  return { onProgress: progress, signal, cancelled, ...(helpers !== null && { splits: { helpers, readers } }) };
}
