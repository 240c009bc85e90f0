import { SystemFailure, UsageError } from '../command-line/failures.ts';
import type { Flag } from '../command-line/command.ts';
import { visible } from '../format/terminal.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';

/** The flag with which a command names the service that it asks. */
export const URL_FLAG: Flag = {
  takes: 'URL',
  help: `the address of the service (default ${DEFAULT_URL}; environment SPECMILL_URL)`,
};

/** A request to the API of a service. The path is below `/api/v1`. */
export interface ServiceRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Sent as JSON, or as a form if it is one. */
  readonly body?: unknown;
}

/** A response of a service: its JSON body, and the path of the next page; null if there is none. */
export interface ServiceAnswer {
  readonly body: unknown;
  readonly next: string | null;
}

/**
 * Sends a request to the service of the flag --url or the variable SPECMILL_URL, with the API key of SPECMILL_API_KEY if
 * it is set. Throws UsageError if the service rejects the request, and SystemFailure if it cannot be reached or fails.
 */
export async function askService(
  { method = 'GET', path, body: sent }: ServiceRequest,
  flags: ReadonlyMap<string, string>,
): Promise<ServiceAnswer> {
  const base = readUrl(flags.get('url') ?? (process.env['SPECMILL_URL'] || DEFAULT_URL));
  const key = process.env['SPECMILL_API_KEY'];
  const headers = {
    ...(key && { authorization: `Bearer ${key}` }),
    ...(sent !== undefined && !(sent instanceof FormData) && { 'content-type': 'application/json' }),
  };
  const body = sent === undefined ? {} : { body: sent instanceof FormData ? sent : JSON.stringify(sent) };
  const response = await fetch(`${base}/api/v1${path}`, { method, headers, ...body }).catch(() => {
    throw new SystemFailure(
      `no service answers at ${visible(base)}. Start one with specmill serve, or name it with --url URL`,
    );
  });
  const answer = (await response.json().catch(() => null)) as { detail?: unknown } | null;
  if (response.ok) return { body: answer, next: nextOf(response.headers) };
  const detail =
    typeof answer?.detail === 'string' ? visible(answer.detail) : `the service answered ${response.status}`;
  throw response.status < 500 ? new UsageError(detail) : new SystemFailure(detail);
}

function readUrl(written: string): string {
  if (!URL.canParse(written) || !/^https?:$/.test(new URL(written).protocol))
    throw new UsageError('--url takes the address of a service, such as http://127.0.0.1:3000');
  return written.replace(/\/+$/, '');
}

function nextOf(headers: Headers): string | null {
  return /^<\/api\/v1([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
}
