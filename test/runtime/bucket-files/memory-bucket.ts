import { ConnectorFailure } from '../../../runtime/connector/failure.ts';
import type { BucketObjects, UnfinishedUpload } from '../../../runtime/connector/s3/bucket-objects.ts';

/** A bucket in memory. */
export interface MemoryBucket extends BucketObjects {
  readonly contents: Map<string, { bytes: Buffer; version: string; modified: string }>;
  readonly uploads: Map<string, UnfinishedUpload>;
  /** The ranges that were read, as `from-to`. */
  readonly reads: string[];
  /** The error of each further call; null for none. */
  fails(error: ConnectorFailure | null): void;
  put(key: string, bytes: Uint8Array, modified?: number): void;
}

export const unreachable = new ConnectorFailure('unreachable', 'store.example cannot be reached.');

export function createMemoryBucket(): MemoryBucket {
  const contents: MemoryBucket['contents'] = new Map();
  const uploads: MemoryBucket['uploads'] = new Map();
  const reads: string[] = [];
  let failure: ConnectorFailure | null = null;
  let versions = 0;
  const check = async (): Promise<void> => {
    await Promise.resolve();
    if (failure !== null) throw failure;
  };
  const put: MemoryBucket['put'] = (key, bytes, modified = Date.now()) =>
    contents.set(key, {
      bytes: Buffer.from(bytes),
      version: `"v${versions++}"`,
      modified: new Date(modified).toISOString(),
    });
  const objectOf = (name: string) => {
    const found = contents.get(name);
    if (found === undefined) return null;
    const { bytes, version, modified } = found;
    return { name, size: bytes.length, modified, version, checksum: null };
  };
  return {
    contents,
    uploads,
    reads,
    put,
    fails: (error) => void (failure = error),
    async stat(key) {
      await check();
      return objectOf(key);
    },
    async read(key, { from, to, ifVersion }) {
      await check();
      reads.push(`${from}-${to}`);
      const found = contents.get(key);
      if (found === undefined) throw new ConnectorFailure('not_found', `There is no "${key}".`);
      if (found.version !== ifVersion) throw new ConnectorFailure('source_changed', 'It changed.');
      const file = { path: key, name: key, size: found.bytes.length, modified: null, version: found.version };
      const part = found.bytes.subarray(from, to);
      return {
        file,
        bytes: (async function* () {
          for (let at = 0; at < part.length; at += 100_000) yield part.subarray(at, at + 100_000);
        })(),
        cancel: async () => {},
      };
    },
    write(key) {
      const chunks: Buffer[] = [];
      uploads.set(key, { key, id: key, startedAt: Date.now() });
      return {
        async write(bytes) {
          await check();
          chunks.push(Buffer.from(bytes));
        },
        async commit() {
          await check();
          uploads.delete(key);
          put(key, Buffer.concat(chunks));
        },
        abort: async () => void uploads.delete(key),
      };
    },
    async remove(key) {
      await check();
      contents.delete(key);
    },
    async *list(prefix) {
      await check();
      for (const key of [...contents.keys()].sort()) {
        const object = key.startsWith(prefix) ? objectOf(key) : null;
        if (object !== null) yield object;
      }
    },
    async *listUploads(prefix) {
      await check();
      for (const upload of [...uploads.values()]) if (upload.key.startsWith(prefix)) yield upload;
    },
    abortUpload: async ({ key }) => void uploads.delete(key),
    close() {},
  };
}
