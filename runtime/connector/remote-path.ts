import { ConnectorFailure } from './failure.ts';

/**
 * Normalises a path that is relative to a root: names with `/` between them, without a leading or trailing `/`. The
 * empty text is the root itself. Throws ConnectorFailure with the code `invalid_path` for a path with `..` or a control
 * character.
 */
export function normalizePath(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..'))
    throw new ConnectorFailure('invalid_path', `The path "${printable(path)}" leaves the root of the integration.`);
  // In a protocol such as FTP, some control characters end a command.
  if (/[\u0000-\u001f\u007f]/.test(path)) {
    throw new ConnectorFailure('invalid_path', `The path "${printable(path)}" contains a control character.`);
  }
  return names.join('/');
}

/**
 * Returns true if a name that a server lists is valid as a part of a path. Connectors omit all other names from
 * listings.
 */
export function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\u0000-\u001f\u007f]/.test(name);
}

/** Returns the path of the file or folder `name` in `folder`. The empty text is the root. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Returns the path of the folder that contains a file; the empty text for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Returns a path for a message: at most 200 characters. Control characters and marks that change the writing direction
 * are replaced by U+FFFD.
 */
export function printable(path: string): string {
  return path.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
