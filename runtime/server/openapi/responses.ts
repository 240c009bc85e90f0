import type { JsonSchema } from '../../../compiler/index.ts';
import type { Answer } from '../api/answer.ts';
import { type ProblemCode, problems } from '../http/problem.ts';
import { describeContent } from './body.ts';
import { commonProblems } from './common-problems.ts';
import type { DescribedRoute } from './described-route.ts';
import { headersOfProblem } from './problem-headers.ts';

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
