import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

/** Where the partner puts its files. Names in a bucket begin with `prefix`. */
export type PlaceSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'bucket';
      readonly url: string;
      readonly prefix: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

/** The ways in which a partner puts a file. A bucket repeats each request until it has succeeded. */
export interface Place {
  put(name: string, content: string): Promise<void>;
  /** Puts a file whose content grows by these parts. In a bucket, each object replaces the shorter one. */
  grow(name: string, parts: readonly string[], pause: () => Promise<void>): Promise<void>;
  /** Renames a file. In a bucket, copies the object and removes the original. */
  rename(from: string, to: string): Promise<void>;
  /** Replaces a file by another one at once. */
  replace(name: string, content: string): Promise<void>;
}

/** Longer than this is a hang: the server is started again after some seconds. */
const HANGS_MS = 120_000;
const RETRY_MS = 50;

/** Returns a place. A missing folder is created. */
export function openPlace(settings: PlaceSettings): Place {
  return settings.kind === 'folder' ? openFolder(settings.folder) : openBucket(settings);
}

function openFolder(folder: string): Place {
  mkdirSync(folder, { recursive: true });
  const put = async (name: string, content: string): Promise<void> => writeFileSync(join(folder, name), content);
  const rename = async (from: string, to: string): Promise<void> => renameSync(join(folder, from), join(folder, to));
  return {
    put,
    async grow(name, parts, pause) {
      for (const part of parts) {
        appendFileSync(join(folder, name), part);
        await pause();
      }
    },
    rename,
    async replace(name, content) {
      await put(`${name}.tmp`, content);
      await rename(`${name}.tmp`, name);
    },
  };
}

function openBucket({ url, prefix, ...credential }: Extract<PlaceSettings, { kind: 'bucket' }>): Place {
  const client = new AwsClient({ ...credential, service: 's3', retries: 0 });
  const urlOf = (name: string): string => `${url}/${prefix}${name}`;
  const send = (name: string, init: RequestInit): Promise<void> =>
    repeat(async () => {
      const response = await client.fetch(urlOf(name), { ...init, signal: AbortSignal.timeout(HANGS_MS) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${init.method} ${name}: ${response.status} ${text}`);
    });
  const put = (name: string, body: string): Promise<void> => send(name, { method: 'PUT', body });
  return {
    put,
    async grow(name, parts, pause) {
      for (let count = 1; count <= parts.length; count++) {
        await put(name, parts.slice(0, count).join(''));
        await pause();
      }
    },
    async rename(from, to) {
      await send(to, { method: 'PUT', headers: { 'x-amz-copy-source': new URL(urlOf(from)).pathname } });
      await send(from, { method: 'DELETE' });
    },
    replace: put,
  };
}

async function repeat(attempt: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + HANGS_MS; ; await sleep(RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
