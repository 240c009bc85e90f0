import { ConnectorFailure } from './failure.ts';

/**
 * Normalises a path below a root: names with `/` between them, without a leading or trailing `/`. The empty text is the
 * root. Throws ConnectorFailure `invalid_path` for a path with `..`, a NUL or a control character.
 */
export function normalizePath(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..'))
    throw new ConnectorFailure('invalid_path', `The path "${printable(path)}" leaves the root of the integration.`);
  // A control character would end a line of a protocol such as FTP.
  if (/[\u0000-\u001f\u007f]/.test(path)) {
    throw new ConnectorFailure('invalid_path', `The path "${printable(path)}" contains a control character.`);
  }
  return names.join('/');
}

/** Whether a name from a listing is a valid part of a path. Other names that a server sends are rejected. */
export function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\u0000-\u001f\u007f]/.test(name);
}

/** Returns the path of a name in a folder. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Returns the folder of a path; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns a path for a message: control characters are replaced, and only the first 200 characters remain. */
export function printable(path: string): string {
  return path.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
