import { appendFile } from 'node:fs/promises';
import { PRIVATE_FILE } from '../../../base/files/data-folder.ts';
import { reasonOf } from '../../../base/files/error-reason.ts';
import { describeError, type Log } from '../../../base/log/json-log.ts';
import type { AuditEntry } from '../../store/audit.ts';

/** An entry as the file and the API show it. `time` is ISO 8601, UTC. */
export type AuditView = Omit<AuditEntry, 'at'> & { time: string };

/** A file to which entries of the audit are appended as NDJSON. */
export interface AuditFile {
  /** Appends entries. If that fails, logs the error, and appends them with the next ones. Does not throw. */
  append(entries: readonly AuditEntry[]): Promise<void>;
}

/** Size limit of what waits for the file while it cannot be written, in characters. */
const MAX_WAITING = 8 * 1024 * 1024;

/**
 * Opens the file of --audit, and creates it if it is missing. It is opened anew for each batch, so that another program
 * may rotate it. Throws an Error if it cannot be written.
 */
export async function openAuditFile(path: string, log: Log): Promise<AuditFile> {
  await appendFile(path, '', { mode: PRIVATE_FILE }).catch((error: unknown) => {
    throw new Error(`cannot write the file ${path} of --audit: ${reasonOf(error)}`, { cause: error });
  });
  let waiting = '';
  return {
    async append(entries) {
      const lines = entries.map((entry) => `${JSON.stringify(toAuditJson(entry))}\n`).join('');
      const text = waiting.length + lines.length > MAX_WAITING ? lines : waiting + lines;
      try {
        await appendFile(path, text, { mode: PRIVATE_FILE });
        waiting = '';
      } catch (error) {
        if (waiting === '') log.error('audit_file_failed', { error: describeError(error) });
        waiting = text;
      }
    },
  };
}

/** Returns an entry as the file and the API show it: the time is ISO 8601, UTC. */
export function toAuditJson({ at, ...entry }: AuditEntry): AuditView {
  return { time: new Date(at).toISOString(), ...entry };
}
