import { systemCode } from '../../../base/files/error-reason.ts';
import { describeError, type Log } from '../../../base/log/json-log.ts';
import type { SpecText } from '../../../../compiler/index.ts';
import type { FileDiagnostic } from './definition-file.ts';
import { readDefinitionFile } from './read-definition-file.ts';
import { listSpecFiles } from './spec-files.ts';
import { watchFolder } from './watch-folder.ts';

/** What a file defines, or why it defines nothing. */
export type FileReading<T, Code extends string> =
  | { readonly kind: 'valid'; readonly value: T }
  | { readonly kind: 'broken'; readonly diagnostics: readonly FileDiagnostic<Code>[] };

/** A file of a folder that defines nothing. */
export interface BrokenDefinition<Code extends string> {
  /** The name of the file without its extension. */
  readonly name: string;
  readonly diagnostics: readonly (FileDiagnostic<Code> | UnreadableFile)[];
}

/** A file that cannot be read, or whose name another file has. */
export interface UnreadableFile {
  readonly code: 'unreadable' | 'name_taken';
  readonly message: string;
}

/** The definitions of a folder: those of the valid files, and the earlier ones of broken files. */
export interface GitDefinitions<T, Code extends string> {
  readonly all: ReadonlyMap<string, T>;
  readonly broken: readonly BrokenDefinition<Code>[];
}

/** The options of watchDefinitions(). */
export interface WatchDefinitionsOptions<T, Code extends string> {
  readonly folder: string;
  readonly log: Log;
  /** What the folder defines, as events of the log name it, for example `jobs`. */
  readonly kind: string;
  readonly isWatching: boolean;
  /** Reads the text of a file. Must not throw. */
  read(input: SpecText): FileReading<T, Code>;
  /** Called with the definitions of the folder after the start and after each change. */
  onChange(definitions: GitDefinitions<T, Code>): Promise<void>;
}

/**
 * Loads the files of a folder that is under git, and watches it. A file with errors is logged, and what it defined before
 * remains in service. A folder that does not exist is empty. Throws the system's errors if the folder cannot be listed at
 * the start.
 */
export async function watchDefinitions<T, Code extends string>(
  options: WatchDefinitionsOptions<T, Code>,
): Promise<{ close(): void }> {
  const { folder, log, kind, isWatching, read, onChange } = options;
  let all: ReadonlyMap<string, T> = new Map();
  const reload = async (): Promise<void> => {
    const { valid, broken } = await readDefinitions(folder, read);
    if (broken.length > 0) log.error(`${kind}_broken`, { files: broken });
    const retained = broken.flatMap(({ name }) => {
      const earlier = all.get(name);
      return earlier === undefined || valid.has(name) ? [] : [[name, earlier] as const];
    });
    all = new Map([...valid, ...retained]);
    await onChange({ all, broken });
  };
  await reload();
  if (!isWatching) return { close: () => {} };
  return watchFolder(folder, {
    onChange: reload,
    onFailure: (error) => log.error(`${kind}_not_loaded`, describeError(error)),
  });
}

async function readDefinitions<T, Code extends string>(
  folder: string,
  read: (input: SpecText) => FileReading<T, Code>,
) {
  const valid = new Map<string, T>();
  const broken: BrokenDefinition<Code>[] = [];
  const files = await listSpecFiles(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const { name, path } of files) {
    const reading = await readOne(path, { folder, read });
    if (reading.kind === 'broken') broken.push({ name, diagnostics: reading.diagnostics });
    else if (valid.has(name))
      broken.push({ name, diagnostics: [{ code: 'name_taken', message: `two files are named "${name}"` }] });
    else valid.set(name, reading.value);
  }
  return { valid, broken };
}

async function readOne<T, Code extends string>(
  path: string,
  { folder, read }: Pick<WatchDefinitionsOptions<T, Code>, 'folder' | 'read'>,
): Promise<
  { kind: 'valid'; value: T } | { kind: 'broken'; diagnostics: readonly (FileDiagnostic<Code> | UnreadableFile)[] }
> {
  const file = await readDefinitionFile(path, folder);
  if (file.kind === 'text') return read(file.input);
  return { kind: 'broken', diagnostics: [{ code: 'unreadable', message: file.diagnostic.message }] };
}
