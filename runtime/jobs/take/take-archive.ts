import type { FileReason } from '../../base/model/file-state.ts';
import type { ArchiveMember, ArchiveMembers } from '../../reading/source/archive/archive-members.ts';
import type { SpooledFile } from '../../reading/source/spool.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import { pauseEnd } from '../ledger/readiness.ts';
import { findSpecName } from '../work/choose-spec.ts';
import { identifyMember } from '../work/member.ts';
import { applyEvent, type FileWork } from '../work/work.ts';
import { spoolFile } from './file-contents.ts';
import { followRun } from './follow-run.ts';
import { hasThen } from './pending-work.ts';
import { spoolMember, withArchiveMembers } from './read-members.ts';
import { requireSameVersion } from './require-unchanged.ts';
import { settleFile } from './settle-file.ts';
import { afterFailure, endAsDuplicate, findDuplicate, takeFile } from './take-file.ts';

/**
 * Claims an archive, reads it into the spool, and publishes its members one after the other, each with a row and a run of
 * its own. Returns the row of the archive: it has ended when all members have, so that it is moved after them. If
 * the service ends before, the archive is read again, and members that have ended remain so. Throws like takeFile().
 */
export async function takeArchive(work: FileWork, file: StoredFile, pattern: string): Promise<StoredFile> {
  const { services } = work;
  const claimed = await applyEvent(work, file, { event: { kind: 'claimed', at: services.now() } });
  let spooled: SpooledFile | null = null;
  try {
    spooled = await spoolFile(work, claimed);
    await requireSameVersion(work, claimed);
    const { sha256 } = spooled;
    const duplicate = await findDuplicate(work, claimed, spooled);
    if (duplicate !== null) return await endAsDuplicate(work, claimed, { sha256, ...duplicate });
    const rows = await withArchiveMembers(work, { spooled, pattern }, (members) =>
      publishMembers(work, { archive: claimed, sha256 }, members),
    );
    return await endArchive(work, claimed, { sha256, rows });
  } catch (error) {
    return await afterFailure(work, claimed, error);
  } finally {
    if (spooled !== null) await services.spool.discard(spooled);
  }
}

/** An archive whose content is known. */
interface ReadArchive {
  readonly archive: StoredFile;
  readonly sha256: string;
}

/** Publishes the members that have not ended, in the order of the archive. Returns the rows of all. */
async function publishMembers(work: FileWork, read: ReadArchive, members: ArchiveMembers): Promise<StoredFile[]> {
  const numbers = await addRows(work, read, members);
  for await (const member of members.read()) {
    const row = await findRow(work, numbers.get(member.name) ?? 0);
    await publishMember(work, row, member);
  }
  return Promise.all([...numbers.values()].map((number) => findRow(work, number)));
}

async function findRow({ job, services }: FileWork, number: number): Promise<StoredFile> {
  const row = await services.tables.files.find(job.id, number);
  if (row === null) throw new Error(`a member of an archive of the job ${job.definition.name} has no row`);
  return row;
}

/** Adds the rows of members that have none. Returns the numbers of all by the names of the members. */
async function addRows(
  { job, services }: FileWork,
  { archive, sha256 }: ReadArchive,
  { names, sizes }: ArchiveMembers,
): Promise<Map<string, number>> {
  const { files } = services.tables;
  const listed = names.map((member, index) => ({
    path: `${archive.path}/${member}`,
    name: `${archive.name}/${member}`,
    size: sizes[index] ?? 0,
    modified: archive.modified,
    version: sha256,
    identity: identifyMember({ archive: archive.number, sha256, member }),
    ignored: whyIgnored(member),
  }));
  const numbers = await files.compare(job.id, listed, services.now());
  // A row whose place is not its path is not expected in the listing of the source.
  for (const state of ['seen', 'waiting'] as const)
    await files.changeAll(numbers, state, { state, location: archive.location });
  return new Map(names.map((name, index) => [name, numbers[index] ?? 0]));

  function whyIgnored(member: string): FileReason | null {
    if (findSpecName(job, member.slice(member.lastIndexOf('/') + 1)) !== null) return null;
    return { code: 'ignored_no_spec', message: 'The name fits the pattern of none of the specs.' };
  }
}

/** Does what is left of a member. */
async function publishMember(work: FileWork, row: StoredFile, { content }: ArchiveMember): Promise<void> {
  let member = row;
  const { job, services } = work;
  const hasPause = pauseEnd(member, job.definition, services.now()) !== null;
  if (member.state === 'seen' || (member.state === 'waiting' && !hasPause))
    member = await takeFile(work, member, (claimed) => ({
      receive: () => spoolMember(work, claimed, content()),
      requireSame: async () => {},
    }));
  if (member.state === 'running') member = await followRun(work, member);
  if (member.isThenPending) await settleFile(work, member, { isRepeated: false });
}

/** Records the end of an archive, or that it waits for members. */
function endArchive(
  work: FileWork,
  archive: StoredFile,
  { sha256, rows }: { sha256: string; rows: readonly StoredFile[] },
): Promise<StoredFile> {
  const { job, services } = work;
  const waiting = rows.filter(({ state }) => state === 'seen' || state === 'waiting');
  if (waiting.length > 0) {
    const reason = {
      code: 'members_wait',
      message: `${waiting.length} of ${rows.length} members wait for another try.`,
    };
    const now = services.now();
    const retryAt = Math.max(now, ...waiting.map((row) => pauseEnd(row, job.definition, now) ?? 0));
    return applyEvent(work, archive, { event: { kind: 'interrupted', reason, retryAt } });
  }
  const failed = rows.filter(({ state }) => state === 'failed' || state === 'quarantined');
  const reason = failed.length === 0 ? null : { code: MEMBERS_FAILED, message: describeFailed(failed, rows.length) };
  const outcome = reason === null ? 'done' : 'failed';
  return applyEvent(work, archive, {
    event: { kind: 'members_ended', at: services.now(), sha256, reason, hasThen: hasThen(job, outcome) },
  });
}

/** The reason of an archive with a member that has failed. */
export const MEMBERS_FAILED = 'members_failed';

const MAX_NAMED = 5;

function describeFailed(failed: readonly StoredFile[], all: number): string {
  const named = failed.slice(0, MAX_NAMED).map(({ name, reason }) => `${JSON.stringify(name)} (${reason?.code ?? ''})`);
  const rest = failed.length > MAX_NAMED ? ', …' : '';
  return `${failed.length} of ${all} members have failed: ${named.join(', ')}${rest}. Each can be retried by its name.`;
}
