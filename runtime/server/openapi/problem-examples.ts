import type { JsonSchema } from '../../../compiler/index.ts';
import { type ProblemCode, problems } from '../http/problem.ts';

/** Returns an example of each problem, by its code. */
export function createProblemExamples(): Record<string, JsonSchema> {
  // The cast is safe: the keys of `problems` are the codes.
  return Object.fromEntries((Object.keys(problems) as ProblemCode[]).map((code) => [code, { value: exampleOf(code) }]));
}

function exampleOf(code: ProblemCode): JsonSchema {
  const { status, title } = problems[code];
  return { type: `urn:specmill:problem:${code}`, title, status, detail: title, code };
}
