/** Every route describes itself: a route without a description does not compile. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonAnswer } from '../../../runtime/server/api/answer.ts';
import { route } from '../../../runtime/server/api/route.ts';
import { object, type Schema, string } from '../../../runtime/server/api/schema.ts';
import { routes } from '../../../runtime/server/app.ts';
import { ANYBODY } from '../../../runtime/state/access/principal.ts';
import type { RequestServices } from '../../../runtime/server/http/services.ts';

const handle = () => new Response();
const described = {
  method: 'GET',
  scope: 'read',
  id: 'getThing',
  tag: 'service',
  summary: 'Returns a thing',
  answers: { 200: jsonAnswer('The thing', string('A thing'), { example: 'thing' }) },
  handle,
} as const;

test('a route without a description, an answer or the description of a path parameter does not compile', () => {
  // @ts-expect-error: without this error, `npm run check` fails.
  route({ method: 'GET', path: '/api/v1/things', scope: 'read', handle });
  const { answers, ...withoutAnswers } = described;
  // @ts-expect-error: the same.
  route({ ...withoutAnswers, path: '/api/v1/things' });
  // @ts-expect-error: the same.
  route({ ...described, path: '/api/v1/things/:id' });
  assert.ok(answers && route({ ...described, path: '/api/v1/things' }));
});

test('a schema of another type does not compile', () => {
  // @ts-expect-error: a member is missing.
  const missing: Schema<{ a: string; b: string }> = object<{ a: string; b: string }>({ a: string('A') });
  // @ts-expect-error: an example of another type.
  const example = jsonAnswer('A text', string('A text'), { example: 1 });
  assert.ok(missing && example);
});

test('the ids of operations are unique', () => {
  const ids = routes.flatMap(({ operation }) => operation?.id ?? []);
  assert.is(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z]+$/);
});

test('the parameters of each path are described, and accept their examples', () => {
  // No example is the name of a spec, so none is looked up.
  const services = {
    registry: { get: () => null, findByName: () => null },
    caller: { principal: ANYBODY },
  } as unknown as RequestServices;
  for (const { path, operation } of routes) {
    if (operation === null) continue;
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    assert.equal(Object.keys(operation.params), names, path);
    const { params, query, headers } = operation;
    for (const [name, { schema, example }] of [params, query, headers].flatMap(Object.entries)) {
      assert.type(schema.json['description'], 'string', `${path} ${name}`);
      assert.ok(example, `${path} ${name}`);
    }
    for (const { read, example } of [query, headers].flatMap((shape) => Object.values(shape))) read(example, services);
  }
});

test.run();
