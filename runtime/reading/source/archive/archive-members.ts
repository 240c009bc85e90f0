import { compilePathPattern } from '../../../base/files/path-pattern.ts';
import { RunFailure } from '../../../base/model/run-failure.ts';

import { checkSize } from '../decompress/inflate.ts';
import { listNames } from '../decompress/several-files.ts';
import { packingOf } from '../decompress/packing.ts';
import { BLOCK_BYTES } from '../decompress/tar-header.ts';
import { readHead } from '../decompress/head.ts';
import type { LocalFile } from '../disk/local-file.ts';
import { type ArchiveReader, type ListedMember, openArchive } from './open-archive.ts';
import { checkMemberName, isAddedByMacOs } from './member-name.ts';

/** A file of an archive that was chosen. */
export interface ArchiveMember {
  /** Its path in the archive, with `/`. */
  name: string;
  /**
   * Yields its content. Call it before the next member is requested. A chunk may be overwritten when the next one is
   * requested. Throws a RunFailure: `decompression_failed` if it is damaged, `unsupported_file` if it is an archive or
   * compressed itself.
   */
  content(): AsyncIterable<Uint8Array>;
}

/** The files of an archive that were chosen. */
export interface ArchiveMembers {
  names: readonly string[];
  /** The number of bytes of each, as the archive says it, in the order of `names`. */
  sizes: readonly number[];
  /** Yields the files, in the order of the archive. */
  read(): AsyncGenerator<ArchiveMember>;
}

/** Maximum number of members that one pattern chooses. */
const MAX_MEMBERS = 10_000;

/**
 * Lists the files of a zip or tar archive, which may be compressed, that match a pattern (see
 * compilePathPattern). The whole archive is listed before the first file is read, and its damages are found. Folders
 * and files that macOS adds do not count. `maxBytes` limits the unpacked archive.
 *
 * Throws InvalidPattern, the system's errors, and a RunFailure: `unsupported_file` if the file is no archive,
 * `member_not_found` if no file matches, `decompressed_too_large`, and `decompression_failed` for damages, unsafe or
 * repeated names, links that match, and more than 10,000 matches.
 */
export async function listMembers(
  file: LocalFile,
  { pattern, maxBytes }: { pattern: string; maxBytes: number },
): Promise<ArchiveMembers> {
  const matches = compilePathPattern(pattern);
  const archive = await openArchive(file, maxBytes);
  const all = checkNames(await archive.list());
  const chosen = all.filter(({ name }) => matches(name));
  if (chosen.length === 0) throw notFound(pattern, all);
  if (chosen.length > MAX_MEMBERS) throw damaged(`more than ${MAX_MEMBERS} members of the archive match "${pattern}"`);
  for (const { name, isFile } of chosen)
    if (!isFile) throw damaged(`the member ${JSON.stringify(name)} is a link or a device, not a file`);
  checkSize(
    chosen.reduce((sum, { bytes }) => sum + bytes, 0),
    maxBytes,
  );
  const names = chosen.map(({ name }) => name);
  return { names, sizes: chosen.map(({ bytes }) => bytes), read: () => readChosen(archive, new Set(names)) };
}

async function* readChosen(archive: ArchiveReader, names: ReadonlySet<string>): AsyncGenerator<ArchiveMember> {
  for await (const { name: written, content } of archive.read((one) => names.has(normalize(one)))) {
    const name = checkMemberName(written);
    yield { name, content: () => refuseArchives(name, content()) };
  }
}

/** Names were checked before; what macOS adds was not, and is never chosen. */
function normalize(written: string): string {
  return isAddedByMacOs(written) ? '' : checkMemberName(written);
}

function checkNames(listed: readonly ListedMember[]): ListedMember[] {
  const seen = new Set<string>();
  const members: ListedMember[] = [];
  for (const member of listed) {
    if (isAddedByMacOs(member.name)) continue;
    const name = checkMemberName(member.name);
    if (seen.has(name)) throw damaged(`the archive has two members with the name ${JSON.stringify(name)}`);
    seen.add(name);
    members.push({ ...member, name });
  }
  return members;
}

function notFound(pattern: string, all: readonly ListedMember[]): RunFailure {
  const names = all.map(({ name }) => name);
  const listed = names.length === 0 ? 'it has no file' : `it has ${listNames(names)}`;
  return new RunFailure('member_not_found', `no member of the archive matches "${pattern}": ${listed}`);
}

/** Yields the content of a member unchanged, unless it would be unpacked again. */
async function* refuseArchives(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, chunks } = await readHead(content, BLOCK_BYTES);
  const kind = packingOf(head);
  if (kind !== null)
    throw new RunFailure(
      'unsupported_file',
      `the member ${JSON.stringify(name)} is ${kind} itself, and archives in archives are not read: unpack it first`,
    );
  yield* chunks;
}

function damaged(message: string): RunFailure {
  return new RunFailure('decompression_failed', message);
}
