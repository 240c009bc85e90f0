import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createJsonLog } from '../../../runtime/base/log/json-log.ts';
import { openService } from '../../../runtime/server/open-service.ts';
import { type Settings, settings as declarations } from '../../../runtime/state/settings/declarations.ts';
import { readSettings } from '../../../runtime/state/settings/read-settings.ts';
import type { SourceSettings } from '../../../runtime/state/settings/sources.ts';

/** A service in this process, with the vault on. */
export interface TestService {
  readonly folder: string;
  /** The folder below which LOCAL_FS may have its root. */
  readonly files: string;
  /** The address. */
  readonly url: string;
  /** The log so far. */
  readonly log: string[];
  /** Sends a request and returns its status, its headers and its body, parsed if it is JSON. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  restart(settings?: Partial<SourceSettings>): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** A response. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the response should contain.
  body: any;
}

/** Starts a service with an empty data folder and no specs. `change` changes the settings of the sources. */
export async function startTestService(change: Partial<SourceSettings> = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-sources-'));
  const [specs, data, files] = ['specs', 'data', 'files'].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [specs, files]) mkdirSync(path);
  const log: string[] = [];
  const names = Object.keys(declarations) as (keyof Settings)[];
  const defaults = readSettings(names, new Map(), {});
  const open = (sources: Partial<SourceSettings>) =>
    openService(
      {
        ...{ ...defaults, specs, data, port: 0, threads: 1 },
        broker: { kind: 'embedded' },
        ...{ localRoots: [files], ...sources },
      },
      createJsonLog((line) => void log.push(line)),
    );
  let service = await open(change);
  return {
    folder,
    files,
    get url() {
      return service.url;
    },
    log,
    async call(method, path, body) {
      const isForm = body instanceof FormData;
      const response = await fetch(`${service.url}/api/v1${path}`, {
        method,
        ...(body !== undefined && {
          body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body),
          ...(!isForm && { headers: { 'content-type': 'application/json' } }),
        }),
      });
      const text = await response.text();
      const isJson = /json$/.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : null,
      };
    },
    async restart(settings = change) {
      await service.stop();
      service = await open(settings);
    },
    stop: () => service.stop(),
    async remove() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
