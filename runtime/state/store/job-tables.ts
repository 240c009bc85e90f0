import type { AlertStore } from './alert-store.ts';
import { createAlertStore } from './alerts.ts';
import type { Connection } from './engine/connection.ts';
import type { JobFileStore } from './job-file-store.ts';
import { createJobFileStore } from './job-files.ts';
import type { JobStore } from './job-store.ts';
import { createJobStore } from './jobs.ts';
import type { Writer } from './engine/writer.ts';

/** Everything that is stored of jobs. Only code in `runtime/jobs/` may use it. */
export interface JobTables {
  readonly definitions: JobStore;
  readonly files: JobFileStore;
  readonly alerts: AlertStore;
}

/** Creates the stores of jobs. `reader` is a connection that only reads. */
export function createJobTables(writer: Writer, reader: Connection): JobTables {
  return {
    definitions: createJobStore(writer, reader),
    files: createJobFileStore(writer, reader),
    alerts: createAlertStore(writer, reader),
  };
}
