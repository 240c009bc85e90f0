import type { RunModule } from '../../base/model/run-module.ts';
import { readFile } from '../../connector/read-file.ts';
import type { SpooledFile } from '../../reading/source/spool.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { FileWork } from '../work/work.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** Where the bytes of a file come from. */
export interface FileContents {
  /** Reads them into the spool. */
  receive(): Promise<SpooledFile>;
  /** Throws ConnectorFailure (`source_changed`) if they are others by now. `module`: reads them. */
  requireSame(module: RunModule): Promise<void>;
}

/** Returns the contents of a file of the source. */
export function contentsOf(work: FileWork, file: StoredFile): FileContents {
  return {
    receive: () => spoolFile(work, file),
    requireSame: (module) => requireUnchanged(work, file, module),
  };
}

/** Reads a file of the source into the spool. */
export function spoolFile({ connector, services, signal }: FileWork, file: StoredFile): Promise<SpooledFile> {
  const { location: path, version, name } = file;
  return services.spool.receive(readFile(connector, { path, version, signal }), {
    fileName: name,
    maxBytes: services.limits.maxFileBytes,
    reusesChunks: true,
    signal,
  });
}
