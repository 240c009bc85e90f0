import type { CommandInput, Flag } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { type InputFile, toInputFile } from './input.ts';
import type { IntegrationSettingName } from './integration-operand.ts';

/** The flag with which a command reads the file of an integration instead of FILE. */
export const fromFlag = {
  from: { takes: 'INTEGRATION:PATH', help: 'read this file of an integration instead of FILE' },
} as const satisfies Record<string, Flag>;

/** The flag that chooses files of an archive. */
export const membersFlag = {
  members: {
    takes: 'PATTERN',
    help: 'read the files of an archive (zip, tar, tar.gz) that match, each in a run of its own: "*.csv", "**/*.csv"',
  },
} as const satisfies Record<string, Flag>;

/** The settings that --from needs, besides `data`. */
export const OTHER_INTEGRATION_SETTINGS = [
  'masterKeyFile',
  'masterKeyCommand',
  'localRoots',
  'integrationHosts',
] as const satisfies readonly IntegrationSettingName[];

/**
 * Calls `work` with the operand FILE, or with the file that --from names, and returns its result. Throws
 * UsageError unless there is exactly one of the two, and the errors of withFileOf() and of `work`.
 */
export async function withInputFile<T>(
  { operands: [file], flags, settings }: CommandInput<IntegrationSettingName | 'maxFileBytes'>,
  work: (file: InputFile) => Promise<T>,
): Promise<T> {
  const from = flags.get('from');
  if (from === undefined) {
    if (file === undefined) throw new UsageError('FILE is missing. Use - for standard input');
    return work(toInputFile(file));
  }
  if (file !== undefined) throw new UsageError('--from and FILE cannot be combined', 'use one of them');
  // Loaded only when needed, because every command should start fast.
  const { withFileOf } = await import('./remote-input.ts');
  return withFileOf(from, settings, work);
}
