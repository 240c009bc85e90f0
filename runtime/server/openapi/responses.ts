import type { JsonSchema } from '../../../compiler/index.ts';
import type { Answer } from '../api/answer.ts';
import { type ProblemCode, problems } from '../http/problem.ts';
import { describeContent } from './body.ts';
import type { DescribedRoute } from './described-route.ts';
import { EXAMPLE_RUN_ID } from '../shapes/examples.ts';

/** Returns the responses object of a route: its answers, its problems and the problems that it shares with others. */
export function describeAnswers(route: DescribedRoute): JsonSchema {
  const { answers } = route.operation;
  const codes = [...new Set([...commonProblems(route), ...route.operation.problems])];
  const statuses = [...Object.keys(answers).map(Number), ...codes.map((code) => problems[code].status)];
  return Object.fromEntries(
    [...new Set(statuses)]
      .sort((one, other) => one - other)
      .map((status) => [
        String(status),
        describeStatus(
          answers[status],
          codes.filter((code) => problems[code].status === status),
        ),
      ]),
  );
}

function describeStatus(answer: Answer | undefined, codes: readonly ProblemCode[]): JsonSchema {
  const headers = { ...describeHeaders(answer), ...describeProblemHeaders(codes) };
  const content = {
    ...(answer !== undefined && describeContent(answer.content)),
    ...(codes.length > 0 && { 'application/problem+json': describeProblems(codes) }),
  };
  const texts = [...(answer === undefined ? [] : [answer.description]), ...codes.map((code) => `\`${code}\``)];
  return {
    description: texts.join(', '),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function describeHeaders(answer: Answer | undefined): JsonSchema {
  return Object.fromEntries(
    Object.entries(answer?.headers ?? {}).map(([name, { schema, example, isAlways }]) => {
      const { description, ...bare } = schema.json;
      return [name, { description, required: isAlways, schema: bare, example }];
    }),
  );
}

function describeProblemHeaders(codes: readonly ProblemCode[]): JsonSchema {
  const headers = codes.flatMap((code) => Object.entries(headersOfProblem(code)));
  return Object.fromEntries(
    headers.map(([name, { description, example }]) => [
      name,
      { description, required: false, schema: { type: 'string' }, example },
    ]),
  );
}

function describeProblems(codes: readonly ProblemCode[]): JsonSchema {
  return {
    schema: {
      allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
    },
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  };
}

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
function commonProblems({ method, scope, operation }: DescribedRoute): ProblemCode[] {
  const hasValues = [operation.query, operation.headers].some((shape) => Object.keys(shape).length > 0);
  return [
    ...EVERY,
    ...(hasValues ? (['invalid_value'] as const) : []),
    ...(scope === 'open' ? [] : [...ADMITTING, ...READING]),
    ...(method === 'GET' ? [] : CHANGING),
  ];
}

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
function headersOfProblem(code: ProblemCode): Readonly<Record<string, ProblemHeader>> {
  return HEADERS[code] ?? {};
}
