import { unpackingFailed } from './data/damaged-data.ts';
import type { ByteInput } from './byte-input.ts';
import { severalFiles } from './several-files.ts';
import { readTar } from './tar.ts';

/** What an archive is read for. The first pass finds its damages and its files. */
type Reading = 'LIST' | 'CONTENT';

/**
 * Yields the content of the single file of a tar archive. Folders, and files that macOS adds, do not count. `open`
 * opens the archive at its beginning: it is read twice, because it does not say at its beginning what it contains.
 * Throws a RunFailure `decompression_failed` if it contains no file or several files, or is damaged.
 */
export async function* readSingleFile(
  open: (reading: Reading) => ByteInput & { close(): Promise<void> },
): AsyncGenerator<Uint8Array> {
  const names: string[] = [];
  for await (const { name, kind } of members(open('LIST'))) {
    names.push(name);
    if (kind === 'OTHER')
      throw unpackingFailed(`the member ${JSON.stringify(name)} of the tar archive is a link or a device, not a file`);
  }
  if (names.length === 0) throw unpackingFailed('the tar archive contains no file');
  if (names.length > 1) throw severalFiles('tar', names);
  for await (const member of members(open('CONTENT'))) yield* member.content();
}

async function* members(input: ByteInput & { close(): Promise<void> }) {
  try {
    for await (const member of readTar(input))
      if (member.kind !== 'FOLDER' && !/^(?:\.\/)?__MACOSX\/|(?:^|\/)\._[^/]*$/u.test(member.name)) yield member;
  } finally {
    await input.close();
  }
}
