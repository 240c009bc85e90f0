import { createHash } from 'node:crypto';
import type { Connector } from '../../connector/connector.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { printable } from '../../connector/remote-path.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { FileAction } from '../definition/job-definition.ts';
import { fillTemplate } from '../definition/path-template.ts';
import { doneFileOf } from '../work/done-files.ts';
import { applyEvent, type FileWork } from '../work/work.ts';
import { MAX_NAMES, noFreePath, withNumber } from './numbered-path.ts';

/**
 * Moves or deletes a file at its source, and removes its done file. Returns the new row. A file that has another version
 * by now is another file, which is not touched. Throws ConnectorFailure.
 */
export async function moveToEnd(work: FileWork, file: StoredFile, action: FileAction | null): Promise<StoredFile> {
  if (action === null) return file;
  const moved = action.kind === 'delete' ? await deleteFile(work, file) : await moveFile(work, file, action.to);
  const doneFile = doneFileOf(file.path, work.job.definition.ready.doneFile);
  // The done file of another file with the same name remains.
  if (doneFile !== null && (await work.connector.stat(file.path)) === null) await work.connector.remove(doneFile);
  return moved;
}

async function deleteFile({ connector }: FileWork, file: StoredFile): Promise<StoredFile> {
  if (await isUnchanged(connector, file)) await connector.remove(file.location);
  return file;
}

async function moveFile(work: FileWork, file: StoredFile, template: string): Promise<StoredFile> {
  const { connector, job } = work;
  const values = {
    name: file.name,
    job: job.definition.name,
    at: file.takenAt ?? file.firstSeen,
    run: file.runId ?? '',
  };
  const wanted = fillTemplate(template, values);
  if (file.movingTo === null && isTarget(file.location, wanted)) return file;
  if (!(await isUnchanged(connector, file))) return endMove(work, file);
  for (let number = 0; number < MAX_NAMES; number++) {
    const target = withNumber(wanted, number);
    // A target that is stored was free, so a file that is there now is this one: the last move was interrupted.
    if (file.movingTo === target && (await isCopy(connector, file, target))) {
      await connector.remove(file.location);
      return applyEvent(work, file, { event: { kind: 'moved', to: target } });
    }
    if ((await connector.stat(target)) !== null) continue;
    const moving =
      file.movingTo === target ? file : await applyEvent(work, file, { event: { kind: 'moving', to: target } });
    await moveTo(connector, file.location, target);
    return applyEvent(work, moving, { event: { kind: 'moved', to: target } });
  }
  throw noFreePath(wanted);
}

/** Moves a file. A failure names the target, because most failures are about it. */
async function moveTo(connector: Connector, from: string, target: string): Promise<void> {
  try {
    await connector.move(from, target);
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    const message = `"${printable(from)}" cannot be moved to "${printable(target)}": ${error.message}`;
    throw new ConnectorFailure(error.code, message, error.step);
  }
}

/** Records where a file is that is not at its source any more: moved by an earlier attempt, or by someone else. */
async function endMove(work: FileWork, file: StoredFile): Promise<StoredFile> {
  const isThere = file.movingTo !== null && (await work.connector.stat(file.movingTo)) !== null;
  return isThere ? applyEvent(work, file, { event: { kind: 'moved', to: file.movingTo ?? '' } }) : file;
}

async function isUnchanged(connector: Connector, { location, version }: StoredFile): Promise<boolean> {
  return (await connector.stat(location))?.version === version;
}

/** Returns whether the file at `target` has the content of a file of the ledger. */
async function isCopy(connector: Connector, { size, sha256 }: StoredFile, target: string): Promise<boolean> {
  const found = await connector.stat(target);
  if (found === null || found.size !== size) return false;
  const hash = createHash('sha256');
  for await (const chunk of (await connector.read(target)).bytes) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

/** Returns whether a path is one of those to which a file would be moved: it was moved by an earlier attempt. */
function isTarget(path: string, wanted: string): boolean {
  for (let number = 0; number < MAX_NAMES; number++) if (withNumber(wanted, number) === path) return true;
  return false;
}
