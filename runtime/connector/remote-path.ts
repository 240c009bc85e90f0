import { ConnectorFailure } from './failure.ts';

/** Half of a surrogate pair, which cannot be encoded in UTF-8. With the flag "u", a whole pair is another character. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Normalises a path that is relative to a root: the result has `/` between names, without a leading or trailing `/`,
 * and without `.` as a name. The root itself is ''. Throws ConnectorFailure with the code `invalid_path` for a path
 * with `..`, a control character, or half of a surrogate pair.
 */
export function normalizePath(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..'))
    throw new ConnectorFailure('invalid_path', `The path "${printable(path)}" leaves the root of the integration.`);
  // In a protocol such as FTP, some control characters end a command.
  if (/[\u0000-\u001f\u007f]/.test(path)) {
    throw new ConnectorFailure('invalid_path', `The path "${printable(path)}" contains a control character.`);
  }
  if (LONE_SURROGATE.test(path)) throw new ConnectorFailure('invalid_path', 'The path is not valid Unicode.');
  return names.join('/');
}

/**
 * Returns true if a name from a server's listing is valid as one part of a path. It is not if it is empty, `.` or `..`,
 * or contains `/`, a control character or half of a surrogate pair. Connectors omit such names from listings.
 */
export function isPlainName(name: string): boolean {
  const isWellFormed = !/[/\u0000-\u001f\u007f]/.test(name) && !LONE_SURROGATE.test(name);
  return name !== '' && name !== '.' && name !== '..' && isWellFormed;
}

/** Returns the path of the file or folder `name` in `folder`. If `folder` is '', that is the root. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Returns the path of the folder that contains a file. Returns '', the root, for a file directly in the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the last name of a path. Returns '' for the root. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Shortens a path to 200 characters for use in a message. Control characters and marks that change the writing
 * direction are replaced by U+FFFD.
 */
export function printable(path: string): string {
  return path.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
