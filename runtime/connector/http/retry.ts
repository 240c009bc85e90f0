import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from './http-client.ts';
import { discardBody } from './response-body.ts';

const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;
const TRANSIENT = [429, 500, 502, 503, 504];

/**
 * Repeats a request while a store answers that it cannot answer now (429, 500, 502, 503, 504), at most three times.
 * Waits longer before each attempt, or as long as `Retry-After` says, but at most 5 s. Returns the last response.
 */
export async function retryTransient(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt++) {
    const response = await send();
    if (!TRANSIENT.includes(response.status) || attempt === MAX_ATTEMPTS) return response;
    discardBody(response);
    const requested = Number(response.headers['retry-after'] ?? Number.NaN) * 1000;
    const wait = Number.isNaN(requested) ? FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2) : requested;
    await sleep(Math.min(wait, MAX_WAIT_MS));
  }
}
