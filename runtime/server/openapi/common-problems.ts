import type { ProblemCode } from '../http/problem.ts';
import type { DescribedRoute } from './described-route.ts';

/** Problems that every route may report: what is wrong does not depend on the route. */
const EVERY: readonly ProblemCode[] = [
  'malformed_request',
  'unknown_parameter',
  'forbidden_host',
  'forbidden_origin',
  'internal_error',
  'unsupported_transfer_encoding',
];

/** Problems of every route that requires a scope. */
const ADMITTING: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'rate_exceeded', 'keys_unavailable'];

/** Problems of every route that reads the data folder. */
const READING: readonly ProblemCode[] = ['storage_failed'];

/** Problems of every route that changes something. */
const CHANGING: readonly ProblemCode[] = ['stopping'];

/** Returns the problems that a route shares with others. They need not be declared with the route. */
export function commonProblems({ method, scope, operation }: DescribedRoute): ProblemCode[] {
  const hasValues = [operation.query, operation.headers].some((shape) => Object.keys(shape).length > 0);
  return [
    ...EVERY,
    ...(hasValues ? (['invalid_value'] as const) : []),
    ...(scope === 'open' ? [] : [...ADMITTING, ...READING]),
    ...(method === 'GET' ? [] : CHANGING),
  ];
}
