import { SystemFailure, UsageError } from '../command-line/failures.ts';
import type { Flag } from '../command-line/command.ts';
import { visible } from '../format/terminal.ts';
import { findAddress } from './service-address.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';

/** The flag with which a command names the service that it asks. */
export const URL_FLAG: Flag = {
  takes: 'URL',
  help: `the address of the service (environment SPECMILL_URL; default: the one of the data folder, else ${DEFAULT_URL})`,
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

/** Which service a command asks. */
export interface ServicePlace {
  /** The flags of the command, among them --url. */
  readonly flags: ReadonlyMap<string, string>;
  /** The data folder. */
  readonly data: string;
}

/** Returns whether the flag --url or the variable SPECMILL_URL names a service. */
export function isServiceNamed(flags: ReadonlyMap<string, string>): boolean {
  return flags.has('url') || Boolean(process.env['SPECMILL_URL']);
}

/**
 * Sends a request to a service: the one that --url or SPECMILL_URL names, else the one of the data folder. Sends the API key of
 * SPECMILL_API_KEY if it is set. Throws UsageError if the service rejects the request, and SystemFailure if it cannot be
 * reached or fails.
 */
export async function askService(request: ServiceRequest, place: ServicePlace): Promise<ServiceAnswer> {
  const response = await fetchService(request, place);
  return { body: await response.json().catch(() => null), next: nextOf(response.headers) };
}

/** Like askService(), but returns the response, whose body is not read yet. */
export async function fetchService(
  { method = 'GET', path, body: sent }: ServiceRequest,
  { flags, data }: ServicePlace,
): Promise<Response> {
  const named = flags.get('url') ?? process.env['SPECMILL_URL'];
  const base = readUrl(named || ((await findAddress(data)) ?? DEFAULT_URL));
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
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as { detail?: unknown } | null;
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
