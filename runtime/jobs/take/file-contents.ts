import type { RunModule } from '../../base/model/run-module.ts';
import { readFile } from '../../connector/read-file.ts';
import { receiveUnpacked } from '../../reading/source/receive-unpacked.ts';
import type { ReceiveOptions, SpooledFile } from '../../reading/source/spool.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { FileWork } from '../work/work.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** Where the bytes of a file come from. */
export interface FileContents {
  /** Reads them into the spool. `module`: reads them from there. */
  receive(module: RunModule): Promise<SpooledFile>;
  /** Throws ConnectorFailure (`source_changed`) if they are others by now. `module`: reads them. */
  requireSame(module: RunModule): Promise<void>;
}

/** Returns the contents of a file of the source. */
export function contentsOf(work: FileWork, file: StoredFile): FileContents {
  return {
    receive: (module) => spoolFileOfRun(work, file, module),
    requireSame: (module) => requireUnchanged(work, file, module),
  };
}

/** Reads a file of the source into the spool. */
export function spoolFile(work: FileWork, file: StoredFile): Promise<SpooledFile> {
  return work.services.spool.receive(chunksOf(work, file), optionsOf(work, file));
}

/** Reads a file into the spool; its content if it is compressed and instances will read it in pieces. */
function spoolFileOfRun(work: FileWork, file: StoredFile, { spec }: RunModule): Promise<SpooledFile> {
  const { services, job } = work;
  const { to, options } = job.definition;
  const moreThan = services.runs.unpacksFrom({ ...options, spec, destination: to.kind });
  if (moreThan === null) return spoolFile(work, file);
  return receiveUnpacked(services.spool, chunksOf(work, file), { ...optionsOf(work, file), moreThan });
}

function chunksOf({ connector, signal }: FileWork, { location: path, version }: StoredFile): AsyncIterable<Uint8Array> {
  return readFile(connector, { path, version, signal });
}

function optionsOf({ services, signal }: FileWork, { name }: StoredFile): ReceiveOptions {
  return { fileName: name, maxBytes: services.limits.maxFileBytes, reusesChunks: true, signal };
}
