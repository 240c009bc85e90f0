import type { Log } from '../../../base/log/json-log.ts';
import { watchDefinitions } from '../../../state/registry/folder/git-definitions.ts';
import { type GitIntegration, type IntegrationCode, readIntegrationFile } from './integration-file.ts';

/** The integrations of a folder that is under git. */
export interface GitIntegrations {
  /** Returns the integrations, sorted by name. */
  list(): readonly GitIntegration[];
  /** Returns how often each code is in the diagnostics of files with errors. */
  brokenCodes(): Readonly<Record<string, number>>;
  /** Stops watching the folder. */
  close(): void;
}

/** The options of openGitIntegrations(). */
export interface GitIntegrationsOptions {
  readonly folder: string;
  readonly localRoots: readonly string[];
  readonly log: Log;
  /** Whether changes of the folder are loaded. */
  readonly isWatching: boolean;
  /** Called with the integrations after the start and after each change. */
  onChange?(integrations: readonly GitIntegration[]): Promise<void>;
}

/**
 * Loads the integrations of a folder and watches it. A file with errors is logged, and the integration that it defined
 * before remains in service. A folder that does not exist is empty. Throws the system's errors.
 */
export async function openGitIntegrations(options: GitIntegrationsOptions): Promise<GitIntegrations> {
  const { folder, localRoots, log, isWatching, onChange } = options;
  let integrations: readonly GitIntegration[] = [];
  let broken: Readonly<Record<string, number>> = {};
  const watch = await watchDefinitions<GitIntegration, IntegrationCode>({
    folder,
    log,
    isWatching,
    kind: 'integrations',
    read: (input) => readIntegrationFile(input, { localRoots }),
    async onChange(definitions) {
      integrations = [...definitions.all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      broken = countCodes(definitions.broken.flatMap(({ diagnostics }) => diagnostics));
      await onChange?.(integrations);
    },
  });
  return { list: () => integrations, brokenCodes: () => broken, close: () => watch.close() };
}

function countCodes(diagnostics: readonly { readonly code: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of diagnostics) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
