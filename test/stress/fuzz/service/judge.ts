import { problems } from '../../../../runtime/server/http/problem.ts';
import type { Answer } from './exchange.ts';

/** Problems from 500 that report a limit, a remote system or an unsupported feature. */
const BY_DESIGN: readonly string[] = [
  ...['unsupported_transfer_encoding', 'not_released'],
  ...['source_unreachable', 'source_failed', 'source_timed_out'],
  ...['too_busy', 'vault_locked', 'run_paused', 'insufficient_storage'],
];

/**
 * Returns what is wrong with an answer, or null: a failure of the service, a problem that is none of the list, an answer
 * that shows the inside of the service, or a header that the request has injected.
 */
export function findFault({ status, later, headers, body }: Answer): string | null {
  if (headers.has('x-injected')) return 'a header was injected';
  if (LEAK.test(body)) return `the answer shows the inside of the service: ${LEAK.exec(body)?.[0]}`;
  if (later.some((each) => each >= 500 && each !== 501)) return `a later answer is ${later.join(' ')}`;
  // Node.js answers a broken head itself, and the service closes connections.
  if (status < 400 || body === '') return status >= 500 ? `an empty answer with ${status}` : null;
  if (headers.get('content-type') !== 'application/problem+json')
    return `${status} is no problem: ${body.slice(0, 300)}`;
  try {
    return findFaultOfProblem(status, JSON.parse(body) as { code?: string; status?: number });
  } catch {
    return `${status} has a body that is no JSON: ${body.slice(0, 300)}`;
  }
}

function findFaultOfProblem(status: number, problem: { code?: string; status?: number }): string | null {
  const known = (problems as Readonly<Record<string, { status: number }>>)[problem.code ?? ''];
  if (known?.status !== status || problem.status !== status)
    return `${status} has the problem ${JSON.stringify(problem)}`;
  if (status < 500 || BY_DESIGN.includes(problem.code ?? '')) return null;
  return `${status} ${JSON.stringify(problem)}`;
}

/** Lines of a stack trace, and the marker of a file that no answer may quote. */
const LEAK = /node:internal|\bat \S+ \(\S+:\d+:\d+\)|\.ts:\d+|MARKER-of-a-secret-file/;
