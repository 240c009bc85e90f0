import { setTimeout as sleep } from 'node:timers/promises';
import { dependsOnFileEnd } from '../../../compiler/index.ts';
import type { RunModule } from '../../base/model/run-module.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { printable } from '../../connector/remote-path.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { FileWork } from '../work/work.ts';

/** Maximum pause between the two comparisons of a file whose end decides how it is read. */
const MAX_PAUSE_MS = 60_000;

/**
 * Compares the size and the version of a file that was read with those of the source. The version of a file that has no
 * other one is its size and time. If the last lines of a file decide
 * how it is read, and no other file says that it is complete, compares them again after `unchangedFor`, at most a minute.
 * Throws ConnectorFailure with the code `source_changed` if they differ. A file that is gone by now has not changed.
 */
export async function requireUnchanged(work: FileWork, file: StoredFile, module: RunModule): Promise<void> {
  await requireSameVersion(work, file);
  const { unchangedForMs, doneFile } = work.job.definition.ready;
  if (doneFile !== null || unchangedForMs === 0 || !endDecides(module)) return;
  await sleep(Math.min(unchangedForMs, MAX_PAUSE_MS), undefined, { signal: work.signal });
  await requireSameVersion(work, file);
}

/** Throws ConnectorFailure (`source_changed`) if a file of the source has another version now. */
export async function requireSameVersion(
  { connector }: FileWork,
  { location, size, version }: StoredFile,
): Promise<void> {
  const now = await connector.stat(location);
  if (now === null) return;
  if (now.version === version && now.size === size) return;
  throw new ConnectorFailure('source_changed', `"${printable(location)}" changed after it was read.`);
}

/** Whether the end of files decides how they are read, by the hash of the module. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1000;

function endDecides({ hash, source, spec: { splits } }: RunModule): boolean {
  if (splits !== undefined && splits.heldBack > 0) return true;
  if (source === undefined) return false;
  const before = known.get(hash);
  if (before !== undefined) return before;
  if (known.size === MAX_KNOWN) known.clear();
  const decides = dependsOnFileEnd(source);
  known.set(hash, decides);
  return decides;
}
