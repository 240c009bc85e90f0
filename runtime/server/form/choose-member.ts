import { InvalidPattern } from '../../base/files/file-pattern.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { listMembers } from '../../reading/source/archive/archive-members.ts';
import { listNames } from '../../reading/source/decompress/several-files.ts';
import type { LocalFile } from '../../reading/source/disk/local-file.ts';
import type { SpooledFile } from '../../reading/source/spool.ts';
import { withSpooledFile } from '../../reading/source/with-spooled-file.ts';
import { Problem } from '../http/problem.ts';
import type { RequestServices } from '../http/services.ts';
import { discardReceived } from './read-form.ts';

/** The fields of a form that choose a file of an archive. */
export interface MemberChoice {
  /** The name of the file in the archive. */
  member: string | null;
  /** A pattern that matches exactly one file. */
  members: string | null;
}

/** A received form, without the fields that choose a file of an archive. */
interface ChosenForm<Values> {
  file: SpooledFile;
  values: Omit<Values, keyof MemberChoice>;
}

/**
 * Replaces the archive of a form by the file that `member` or `members` chooses. Its name is `archive.zip/member.csv`.
 * Without these fields, returns the form as it is. `isTransient`: the file was received for a dry run. The archive is
 * discarded. Throws a Problem: `invalid_value` if the pattern is wrong or matches several files, `invalid_archive` if no file
 * of the archive can be read.
 */
export async function chooseMember<Values extends MemberChoice>(
  { file, values: { member, members, ...values } }: { file: SpooledFile; values: Values },
  services: RequestServices,
  isTransient: boolean,
): Promise<ChosenForm<Values>> {
  if (member === null && members === null) return { file, values };
  try {
    if (member !== null && members !== null)
      throw new Problem('invalid_value', 'member and members exclude each other', { field: 'members' });
    const chosen =
      member === null ? { field: 'members', pattern: members ?? '' } : { field: 'member', pattern: escape(member) };
    const { spool } = services;
    const found = await withLocalFile(file, { spool, isTransient }, (local) =>
      unpack(local, file, { ...chosen, services }),
    );
    return { file: found, values };
  } finally {
    await discardReceived(file, services);
  }
}

function escape(name: string): string {
  return name.replace(/[\\*?[\]{},]/gu, '\\$&');
}

interface Choice {
  field: string;
  pattern: string;
  services: RequestServices;
}

function withLocalFile<T>(
  file: SpooledFile,
  { spool, isTransient }: { spool: RequestServices['spool']; isTransient: boolean },
  work: (file: LocalFile) => Promise<T>,
): Promise<T> {
  // A file of a dry run is not in the spool.
  return isTransient && file.content === undefined ? work({ path: file.path }) : withSpooledFile(spool, file, work);
}

async function unpack(local: LocalFile, { fileName }: SpooledFile, choice: Choice): Promise<SpooledFile> {
  const { field, services } = choice;
  const { maxFileBytes: maxBytes } = services.limits;
  try {
    const members = await listMembers(local, { pattern: choice.pattern, maxBytes });
    requireOne(members.names, field);
    for await (const { name, content } of members.read())
      return await services.spool.receive(services.storage.guard(content()), {
        fileName: `${fileName}/${name}`,
        maxBytes,
        reusesChunks: true,
      });
    throw new RunFailure('member_not_found', 'the member is not in the archive any more');
  } catch (error) {
    if (error instanceof InvalidPattern) throw new Problem('invalid_value', error.message, { field });
    if (error instanceof RunFailure) throw new Problem('invalid_archive', error.message, { field });
    throw error;
  }
}

function requireOne(names: readonly string[], field: string): void {
  if (names.length > 1)
    throw new Problem(
      'invalid_value',
      `a request reads one file, and ${names.length} files of the archive match: ${listNames(names)}. Send a request for each, with member`,
      { field },
    );
}
