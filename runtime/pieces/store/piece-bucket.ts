import { createReadStream } from 'node:fs';
import { createBucketConnection, createKeyCredential } from '../../connector/bucket-files/bucket-connection.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import type { BucketObjects } from '../../connector/s3/bucket-objects.ts';
import type { BucketAccess, BucketSettings } from '../../state/settings/bucket-address.ts';

/** An object, or a place for objects, in a bucket of Amazon S3 or a compatible store. */
export interface ObjectAddress extends Omit<BucketSettings, 'access'> {
  readonly access: Extract<BucketAccess, { kind: 'keys' }>;
}

/** Opens the bucket of an address. At most ten requests are in progress at a time. */
export async function openPieceBucket(address: ObjectAddress): Promise<BucketObjects> {
  const { openBucketObjects } = await import('../../connector/s3/bucket-objects.ts');
  return openBucketObjects(createBucketConnection(address, createKeyCredential(address.access)));
}

/** Thrown if an object is needed that does not exist. */
export class NoSuchObject extends Error {
  constructor() {
    super('no such object');
  }
}

/** Returns the text of an object; null if there is none. Throws ConnectorFailure. */
export async function readObjectText(objects: BucketObjects, key: string): Promise<string | null> {
  const object = await objects.stat(key);
  if (object === null) return null;
  if (object.size === 0) return '';
  const { bytes } = await objects.read(key, { from: 0, to: object.size, ifVersion: object.version });
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(Uint8Array.from(chunk));
  const text = Buffer.concat(chunks);
  if (text.length !== object.size)
    throw new ConnectorFailure('connection_lost', 'The store sent another number of bytes.');
  return text.toString('utf8');
}

/** Stores a text as an object, which replaces an earlier one. Throws ConnectorFailure. */
export function writeObjectText(objects: BucketObjects, key: string, text: string): Promise<void> {
  return writeObject(objects, key, [Buffer.from(text)]);
}

/** Stores the content of a file as an object, which replaces an earlier one. Throws ConnectorFailure, and the system's errors. */
export function writeObjectFile(objects: BucketObjects, key: string, path: string): Promise<void> {
  return writeObject(objects, key, createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>);
}

async function writeObject(
  objects: BucketObjects,
  key: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const writer = objects.write(key);
  try {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
