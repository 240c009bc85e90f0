import type { RemoteFile } from '../connector.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { readFileHeaders } from '../http/remote-content.ts';

/**
 * Returns the file that the headers of a response describe. Its version is a strong ETag (RFC 9110, 8.8.1), or else
 * everything that the server reports of it.
 */
export function readRestFile(path: string, response: HttpResponse): RemoteFile {
  const file = readFileHeaders(path, response);
  const { version: etag, size, modified } = file;
  const reported = [etag, String(size), modified ?? ''].filter((part) => part !== '');
  return { ...file, version: isStrongEtag(etag) ? etag : reported.join(' ') };
}

/** Returns true if a version is a strong ETag: it changes with every byte. */
export function isStrongEtag(version: string): boolean {
  return version.startsWith('"') && version.endsWith('"') && version.length > 1;
}

/** Returns true if the server reports something of a file that changes when only its content changes. */
export function hasValidator({ version, modified }: RemoteFile): boolean {
  return isStrongEtag(version) || modified !== null;
}
