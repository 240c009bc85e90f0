import { hideCredentials } from '../../state/access/hide-credentials.ts';
import type { Principal } from '../../state/access/principal.ts';
import type { AuditEntry } from '../../state/store/audit.ts';
import type { AuditNotes } from './caller.ts';
import type { Services } from './services.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  method: string;
  /** The path of the route. */
  path: string;
  params: Readonly<Record<string, string>>;
  /** Null if the request was not authenticated. */
  principal: Principal | null;
  address: string;
  notes: AuditNotes;
  status: number;
  /** True if a request to the route never changes anything, whatever its method is. */
  storesNothing: boolean;
}

/** Size limit of a path's parameter in the audit, in characters. */
const MAX_TARGET = 256;

/**
 * Records a request in the audit. If it changed something, resolves when its entry is stored, so that no accepted change
 * is missing in the audit.
 */
export async function recordRequest(answered: AnsweredRequest, { audit }: Pick<Services, 'audit'>): Promise<void> {
  const { entry: stored } = answered.notes;
  if (stored !== undefined) await audit.recordStored(stored);
  // A request whose change was stored with its entry may have failed after that.
  if (stored?.status === answered.status) return;
  const entry = toEntry(answered);
  if (isChange(answered)) await audit.recordChange(entry);
  else audit.record(entry);
}

function isChange({ method, status, notes, storesNothing }: AnsweredRequest): boolean {
  if (notes.runId !== undefined) return true;
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && status < 400 && !storesNothing;
}

/** Returns the entry of a request, as it is recorded after its response. */
export function toEntry({ method, path, params, principal, address, notes, status }: AnsweredRequest): AuditEntry {
  const [target = null] = Object.values(params);
  return {
    at: Date.now(),
    principal: principal?.name ?? null,
    keyId: principal?.keyId ?? null,
    address,
    method,
    path,
    target: target === null ? null : hideCredentials(target).slice(0, MAX_TARGET),
    specVersionBefore: notes.specVersionBefore ?? null,
    specVersionAfter: notes.specVersionAfter ?? null,
    runId: notes.runId ?? namedRun(path, params),
    status,
    comment: notes.comment ?? null,
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the id of the run that a path names. Null for any other text: a caller may put anything into a path. */
function namedRun(path: string, { id = '' }: Readonly<Record<string, string>>): string | null {
  const runId = id.toLowerCase();
  return path.startsWith('/api/v1/runs/:id') && UUID.test(runId) ? runId : null;
}
