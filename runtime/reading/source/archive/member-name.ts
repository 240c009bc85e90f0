import { RunFailure } from '../../../base/model/run-failure.ts';

const MAX_CHARACTERS = 1000;

/**
 * Returns the name of a member with `/` between folders, and without `./` before it. Throws a RunFailure
 * `decompression_failed` for a name that leads out of the archive's folder, is empty, longer than 1,000 characters, or
 * has control characters.
 */
export function checkMemberName(written: string): string {
  const name = written.replaceAll('\\', '/').replace(/^(?:\.\/)+/u, '');
  const isSafe =
    name.length <= MAX_CHARACTERS &&
    !/^[A-Za-z]:/u.test(name) &&
    !/[\u0000-\u001f\u007f]/u.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (isSafe) return name;
  throw new RunFailure(
    'decompression_failed',
    `the archive has a member with an unsafe name (${JSON.stringify(written.slice(0, 100))}): pack it again with paths inside of one folder`,
  );
}

/** Returns whether a member is one that macOS adds: no person has put it into the archive. */
export function isAddedByMacOs(name: string): boolean {
  return /^__MACOSX\/|(?:^|\/)\._[^/]*$/u.test(name);
}
