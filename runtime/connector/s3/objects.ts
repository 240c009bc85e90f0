import { ConnectorFailure } from '../failure.ts';
import { readFileHeaders } from '../http/remote-content.ts';
import { discardBody } from '../http/response-body.ts';
import { findNodes, findText, type XmlNode } from '../http/xml.ts';
import type { ListRequest, ObjectPage, StoredObject } from '../object-store/object-store.ts';
import type { SendS3 } from './s3-client.ts';
import { expectXml, readFailure } from './s3-failure.ts';

/** Returns at most 1,000 objects. Throws ConnectorFailure. */
export async function listPage(send: SendS3, { prefix, isRecursive, marker }: ListRequest): Promise<ObjectPage> {
  const query = {
    'list-type': '2',
    'max-keys': '1000',
    prefix,
    'encoding-type': 'url',
    ...(isRecursive ? {} : { delimiter: '/' }),
    ...(marker === null ? {} : { 'continuation-token': marker }),
  };
  const [page] = findNodes(await expectXml(send, { query }), 'ListBucketResult');
  if (page === undefined)
    throw new ConnectorFailure('protocol_error', 'The store answered with something else than a listing.');
  const isLast = findText(page, 'IsTruncated') !== 'true';
  // Not every store does what `encoding-type` requests.
  const isEncoded = findText(page, 'EncodingType') === 'url';
  return {
    objects: findNodes(page, 'Contents').map((node) => readObject(node, isEncoded)),
    next: isLast ? null : (findText(page, 'NextContinuationToken') ?? null),
  };
}

/** Returns the attributes of an object; null if there is none. Throws ConnectorFailure. */
export async function statObject(send: SendS3, key: string): Promise<StoredObject | null> {
  const request = { method: 'HEAD', key } as const;
  const response = await send(request);
  if (response.status !== 200 && response.status !== 404) throw await readFailure(response, send, request);
  discardBody(response);
  if (response.status === 404) return null;
  const { size, modified, version } = readFileHeaders(key, response);
  return { name: key, size, modified, version, checksum: checksumOf(version) };
}

/** Removes an object; does nothing if there is none. Throws ConnectorFailure. */
export async function removeObject(send: SendS3, key: string): Promise<void> {
  const request = { method: 'DELETE', key } as const;
  const response = await send(request);
  if (response.status >= 300 && response.status !== 404) throw await readFailure(response, send, request);
  discardBody(response);
}

function readObject(node: XmlNode, isEncoded: boolean): StoredObject {
  const key = findText(node, 'Key') ?? '';
  const modified = Date.parse(findText(node, 'LastModified') ?? '');
  const version = findText(node, 'ETag') ?? '';
  return {
    name: isEncoded ? decodeKey(key) : key,
    size: Number(findText(node, 'Size') ?? 0),
    modified: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    version,
    checksum: checksumOf(version),
  };
}

/** Decodes a key of a listing (`encoding-type=url`). Throws ConnectorFailure if it is malformed. */
export function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    throw new ConnectorFailure('protocol_error', 'The store returned a listing with a malformed key.');
  }
}

/** Returns an ETag if it is a checksum of the content. That of an upload in parts, with a `-`, is none. */
function checksumOf(etag: string): string | null {
  return /^"[0-9a-f]{32}"$/.test(etag) ? etag : null;
}
