import type { JsonSchema } from '../../../compiler/index.ts';
import type { AnySchema } from '../api/schema.ts';
import { problemSchema } from '../shapes/problem.ts';
import type { DescribedRoute } from './described-route.ts';

/** Returns all named schemas that routes use, by name, sorted. Throws if two schemas have one name. */
export function schemasOf(routes: readonly DescribedRoute[]): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const { components } of [problemSchema, ...routes.flatMap(usedSchemas)]) {
    for (const [name, schema] of Object.entries(components)) {
      const other = found.get(name);
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema))
        throw new Error(`two schemas have the name ${name}`);
      found.set(name, schema);
    }
  }
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function usedSchemas({ operation }: DescribedRoute): AnySchema[] {
  const { params, query, headers, body, answers } = operation;
  const parameters = [params, query, headers, ...(body?.kind === 'form' ? [body.fields] : [])];
  const contents = [...Object.values(answers), ...(body?.kind === 'content' ? [body] : [])];
  return [
    ...parameters.flatMap((shape) => Object.values(shape)).map(({ schema }) => schema),
    ...contents.flatMap(({ content }) => Object.values(content)).map(({ schema }) => schema),
  ];
}
