import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UpgradeChange, UpgradeInput } from './upgrade-change.ts';

const CHANGES: Readonly<Record<string, string>> = {
  skipInvalidRecords:
    'Jobs leave out records with an ERROR (skipInvalidRecords: true), unless the job says otherwise. Before, they were published.',
  delivery:
    'Jobs publish each record exactly once (delivery: exactly-once), unless the job says otherwise. Before, a crash could repeat some.',
  onDuplicateFile:
    'Jobs do not publish content again that was published before (onDuplicateFile: REFUSE), unless the job says otherwise. Before, they did, with a warning.',
};

/**
 * Returns what this release changes for the jobs in git that do not set the options with new defaults. `specmill check` has an
 * error for each of these jobs. Stored jobs keep what they did. Throws the errors of reading files.
 */
export async function listJobDefaults({ specs }: UpgradeInput): Promise<UpgradeChange[]> {
  const folder = join(specs, 'jobs');
  if (!existsSync(folder)) return [];
  const { listUnsetDefaults } = await import('../../jobs/git/check-job-folder.ts');
  return (await listUnsetDefaults(folder)).flatMap(({ path, unset }) =>
    unset.map(({ key, before }) => ({
      subject: path,
      change: `${CHANGES[key]} A job in git must set it with this release.`,
      keep: `${key}: ${before}`,
      isDecision: true,
    })),
  );
}
