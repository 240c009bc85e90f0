import type { ProblemCode } from '../http/problem.ts';
import { EXAMPLE_RUN_ID } from '../shapes/examples.ts';

interface ProblemHeader {
  description: string;
  example: string;
}

const location = { Location: { description: 'The path of the run.', example: `/api/v1/runs/${EXAMPLE_RUN_ID}` } };
const retryAfter = { 'Retry-After': { description: 'Send the request again after this many seconds.', example: '30' } };
const challenge = {
  'WWW-Authenticate': { description: 'How to authenticate (RFC 6750).', example: 'Bearer realm="specmill"' },
};
const accept = { Accept: { description: 'The media types that are accepted.', example: 'multipart/form-data' } };

const HEADERS: Partial<Record<ProblemCode, Readonly<Record<string, ProblemHeader>>>> = {
  run_in_progress: location,
  duplicate_file: location,
  run_paused: location,
  broker_unavailable: location,
  broker_refused: location,
  too_busy: retryAfter,
  rate_exceeded: retryAfter,
  keys_unavailable: retryAfter,
  unauthenticated: challenge,
  forbidden: challenge,
  unsupported_media_type: accept,
};

/** Returns the headers of a problem response, by name. */
export function headersOfProblem(code: ProblemCode): Readonly<Record<string, ProblemHeader>> {
  return HEADERS[code] ?? {};
}
