import type { AuditLog } from '../state/access/audit/audit-log.ts';
import type { FolderTableChange } from '../state/registry/folder/table-changes.ts';
import type { AuditEntry } from '../state/store/audit.ts';

/**
 * Stores an entry for each reference table of the specs folder that has changed, as for a table that was sent to the
 * service. No caller has changed it, so the principal is `folder:specs`, and there is no address.
 */
export async function recordFolderTables(log: AuditLog, changes: readonly FolderTableChange[]): Promise<void> {
  for (const change of changes) {
    const entry = toEntry(change);
    await log.storeBefore(entry);
    await log.recordStored(entry);
  }
}

function toEntry({ name, before, after }: FolderTableChange): AuditEntry {
  return {
    at: Date.now(),
    principal: 'folder:specs',
    keyId: null,
    address: '',
    method: after === null ? 'DELETE' : 'PUT',
    path: '/api/v1/reference/:name',
    target: name,
    specVersionBefore: before,
    specVersionAfter: after,
    runId: null,
    status: after === null ? 204 : before === null ? 201 : 200,
    comment: null,
  };
}
