import { createFileLayout } from '../../../../compiler/browser.ts';
import type { LoadedSpec } from '../../catalog/catalog.ts';
import type { CheckAnswer, ProgressMessage } from '../../worker/messages.ts';
import { startWorker, type WorkerClient } from '../../worker/worker-client.ts';
import type { TableFiles } from './use-tables.ts';

/** What a check needs of a spec. */
export type CheckedSpec = Pick<LoadedSpec, 'spec' | 'moduleUrl' | 'moduleText' | 'version'> &
  Partial<Pick<LoadedSpec, 'warnings'>>;

/** A file to check with a spec. */
export interface CheckStart {
  spec: CheckedSpec;
  file: File;
  /** The files of reference tables. The check waits for those that are still loaded. Absent: the page has none. */
  tables?: TableFiles | Promise<TableFiles>;
  skipInvalidRecords: boolean;
  onProgress: (progress: ProgressMessage) => void;
}

/** Starts to check a file in a worker of its own. `answer` rejects with an Error whose message is for the user. */
export function startCheck({ spec, file, tables = {}, skipInvalidRecords, onProgress }: CheckStart): {
  worker: WorkerClient;
  answer: Promise<CheckAnswer>;
} {
  const worker = startWorker(onProgress);
  const { moduleUrl, moduleText, version, warnings: specWarnings = [] } = spec;
  const layout = createFileLayout(spec.spec);
  const check = {
    file,
    fileName: file.name,
    moduleUrl,
    moduleText,
    version,
    layout,
    specWarnings,
    skipInvalidRecords,
  };
  const ask = async () => worker.ask('check', { check: { ...check, tables: await tables } });
  return { worker, answer: ask() };
}
