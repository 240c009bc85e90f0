import type { Problem } from './operations.ts';

/** The service responded with a problem (RFC 9457). `problem.code` says which. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** The HTTP status. */
  readonly status: number;
  readonly problem: Problem;
  /** The headers of the response, for example Retry-After. */
  readonly headers: Headers;

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail);
    this.status = problem.status;
    this.problem = problem;
    this.headers = headers;
  }
}
