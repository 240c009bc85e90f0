import { createHash } from 'node:crypto';
import type { FileReason } from './file-state.ts';
import type { FileRecords } from './file-records.ts';
import type { MaskKeyVersion } from './mask-keys.ts';
import type { RecordSetText } from './record-set.ts';
import type { TableVersion } from './bound-tables.ts';

/** Size limit of the comment of a decision, in characters. */
export const MAX_COMMENT = 1000;

/** What a principal has decided about a retry of rejects. */
export interface Decision {
  readonly isAccepted: boolean;
  /** The name of the principal. */
  readonly by: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly comment: string;
}

/** What a retry of rejects publishes: the stored file and the numbers of the records. It never changes. */
export interface StoredRejects {
  /** The run whose rejects these are. */
  readonly runId: string;
  readonly fileName: string;
  /** The name of the stored file in the spool: the file that was sent, or one with repaired records. */
  readonly spoolName: string;
  readonly bytes: number;
  /** SHA-256 of the stored file, hexadecimal. */
  readonly sha256: string;
  readonly onlyRecords: RecordSetText;
  /** How many records these are; null if the run has not read all of its file. */
  readonly records: number | null;
}

/** What a retry of rejects would be read with, besides the version of the spec. */
export interface RejectsBinding {
  /** The versions of the reference tables. Absent: the spec names none. */
  readonly reference?: readonly TableVersion[];
  /** The versions of the keys of masks. Absent: the spec needs none. */
  readonly maskKeys?: readonly MaskKeyVersion[];
}

/** A request to publish the rejects of a file of a job. */
export interface RejectsOrder extends StoredRejects {
  readonly specId: string;
  readonly specName: string;
  /** The version of the spec when the request was made. */
  readonly specVersion: string;
  /** The tables and keys when the request was made. Absent: the spec needs none, or an earlier version has stored it. */
  readonly binding?: RejectsBinding;
  /** Whether the tables of `binding` are used, although there may be newer ones. Absent: the current ones. */
  readonly keepsReference?: true;
  readonly isRepaired: boolean;
  /** The name of the principal that asked. */
  readonly requestedBy: string;
  /** In milliseconds since 1970. */
  readonly requestedAt: number;
  readonly needsApproval: boolean;
  /** Null while no one has decided, and if no one has to. */
  readonly decision: Decision | null;
  /** The run that publishes the rejects; null before it exists. */
  readonly publishedBy: string | null;
  /** What the file was before the request. */
  readonly before: {
    readonly state: 'done' | 'failed';
    readonly reason: FileReason | null;
    readonly records: FileRecords | null;
  };
}

/**
 * Returns the SHA-256, hexadecimal, of all that a request would publish: its records, their numbers, and the versions of the
 * spec, its tables and the keys of its masks. Another request of the same has another hash.
 */
export function hashOfOrder(order: RejectsOrder): string {
  const { runId, sha256, onlyRecords, specId, specVersion, binding = {}, requestedBy, requestedAt } = order;
  const { reference = [], maskKeys = [] } = binding;
  const versions = [reference, maskKeys].map((all) => all.map(({ name, version }) => [name, version]));
  const all = [runId, sha256, onlyRecords, specId, specVersion, versions, requestedBy, requestedAt];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
