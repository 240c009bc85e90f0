import type { UpgradeChange, UpgradeInput } from './upgrade-change.ts';
import { listSpecDefaults } from './changed-defaults.ts';
import { listJobDefaults } from './job-defaults.ts';
import { listUnboundCredentials } from './unbound-credentials.ts';

/** All lists of changes. A release that changes a default adds a line here. */
const LISTS: readonly ((input: UpgradeInput) => Promise<readonly UpgradeChange[]>)[] = [
  listSpecDefaults,
  listJobDefaults,
  listUnboundCredentials,
];

/** Returns what changes for a folder of specs and a data folder. Throws the errors of the lists. */
export async function listChanges(input: UpgradeInput): Promise<UpgradeChange[]> {
  const lists: UpgradeChange[] = [];
  for (const list of LISTS) lists.push(...(await list(input)));
  return lists;
}
