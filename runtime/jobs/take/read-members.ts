import { basename } from 'node:path';
import { RunFailure } from '../../base/model/run-failure.ts';
import { type ArchiveMembers, listMembers } from '../../reading/source/archive/archive-members.ts';
import type { SpooledFile } from '../../reading/source/spool.ts';
import { withSpooledFile } from '../../reading/source/with-spooled-file.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { Member } from '../work/member.ts';
import type { FileWork } from '../work/work.ts';
import { spoolFile } from './file-contents.ts';

/** Calls `work` with the members of a spooled archive that fit a pattern. Throws RunFailure if it cannot be read. */
export function withArchiveMembers<T>(
  { services }: FileWork,
  { spooled, pattern }: { spooled: SpooledFile; pattern: string },
  work: (members: ArchiveMembers) => Promise<T>,
): Promise<T> {
  const { maxFileBytes: maxBytes } = services.limits;
  return withSpooledFile(services.spool, spooled, async (local) =>
    work(await listMembers(local, { pattern, maxBytes })),
  );
}

/** Reads a member into the spool. Its name is that of its row. */
export function spoolMember(
  { services, signal }: FileWork,
  { name }: StoredFile,
  content: AsyncIterable<Uint8Array>,
): Promise<SpooledFile> {
  return services.spool.receive(content, {
    fileName: name,
    maxBytes: services.limits.maxFileBytes,
    reusesChunks: true,
    signal,
  });
}

/**
 * Reads the archive of a member from the source again, and the member into the spool. Throws ConnectorFailure
 * if the source cannot be read, and RunFailure if the archive has another content by now (`source_changed`) or is damaged.
 */
export async function spoolFromArchive(work: FileWork, row: StoredFile, member: Member): Promise<SpooledFile> {
  const archive = { ...row, name: basename(row.location) };
  const spooled = await spoolFile(work, archive);
  try {
    if (spooled.sha256 !== member.sha256)
      throw new RunFailure('source_changed', `The archive of "${row.name}" has another content now.`);
    const pattern = member.member.replace(/[\\*?[\]{},]/gu, '\\$&');
    return await withArchiveMembers(work, { spooled, pattern }, async (members) => {
      // The archive is closed when the loop ends.
      for await (const { content } of members.read()) return await spoolMember(work, row, content());
      throw new RunFailure('member_not_found', 'the member is not in the archive any more');
    });
  } finally {
    await work.services.spool.discard(spooled);
  }
}
