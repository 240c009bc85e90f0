import { Problem } from '../http/problem.ts';
import type { RequestServices } from '../http/services.ts';
import type { OptionalShape, Parameter, ParameterValues } from './parameter.ts';

/**
 * Reads the query parameters of a URL. Throws a Problem (400) for a parameter that is not in `shape`, one that occurs
 * twice, and one with an invalid value. Otherwise a misspelt parameter would be ignored and change the result.
 */
export function readQuery<Shape extends OptionalShape>(
  sent: URLSearchParams,
  shape: Shape,
  services: RequestServices,
): ParameterValues<Shape> {
  const values = new Map(Object.entries(shape).map(([name, { fallback }]) => [name, fallback]));
  const seen = new Set<string>();
  for (const [name, text] of sent) {
    const parameter = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (parameter === undefined) throw unknownParameter(name, Object.keys(shape));
    if (seen.has(name)) throw new Problem('invalid_value', `${name} occurs twice`, { field: name });
    seen.add(name);
    values.set(name, readParameter(name, text, { parameter, services }));
  }
  // The cast is safe: each value was read by its parameter, or is its fallback.
  return Object.fromEntries(values) as ParameterValues<Shape>;
}

/**
 * Reads the text of a parameter, a header or a form field. Turns an Error of `read` into a Problem (400) that names it.
 * A Problem of `read` is thrown unchanged.
 */
export function readParameter<T>(
  name: string,
  text: string,
  { parameter, services }: { parameter: Parameter<T>; services: RequestServices },
): T {
  try {
    return parameter.read(text, services);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const reason = error instanceof Error ? error.message : 'is invalid';
    throw new Problem('invalid_value', `${name} ${reason}`, { field: name });
  }
}

function unknownParameter(name: string, known: readonly string[]): Problem {
  const names = known.length === 0 ? 'This URL takes none' : `Known are ${known.join(', ')}`;
  return new Problem('unknown_parameter', `there is no query parameter "${name}". ${names}`, { field: name });
}
