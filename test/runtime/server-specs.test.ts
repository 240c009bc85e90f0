import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import {
  formOf,
  jsonInit,
  ORDERS,
  ORDERS_YAML,
  problemOf,
  type Service,
  startService,
  csvFile,
  ORDERS_CSV,
} from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

interface SpecView {
  id: string;
  name: string;
  origin: string;
  version: string;
  revision?: number;
  description?: string;
  diagnostics: { code: string }[];
}

const test = suite<{ at: Workplace; service: Service }>('specs over REST');
const GIT = gitSpecId('orders');
const NOBODY = '00000000-0000-4000-8000-000000000000';

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

let made = 0;
async function create(service: Service, spec: object = {}): Promise<SpecView> {
  const response = await service.fetch('/specs', jsonInit('POST', { ...ORDERS, name: `made ${++made}`, ...spec }));
  assert.is(response.status, 201, await response.clone().text());
  return (await response.json()) as SpecView;
}

test('POST: 201, the spec with its id, Location, ETag; GET returns the same', async ({ service }) => {
  const response = await service.fetch(
    '/specs',
    jsonInit('POST', { ...ORDERS, name: 'Aufträge / 1', description: 'x' }),
  );
  const created = (await response.json()) as SpecView;
  assert.is(response.status, 201);
  assert.match(created.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.is(response.headers.get('location'), `/api/v1/specs/${created.id}`);
  assert.is(response.headers.get('etag'), `"${created.version}"`);
  assert.equal([created.name, created.origin, created.description, created.revision], ['Aufträge / 1', 'api', 'x', 1]);
  const got = await service.fetch(`/specs/${created.id}`);
  assert.equal([got.status, got.headers.get('etag')], [200, `"${created.version}"`]);
  assert.equal(await got.json(), created);
  assert.is((await service.fetch(`/specs/${created.id.toUpperCase()}`)).status, 200);
});

test('the same spec as YAML has the same version', async ({ service }) => {
  const one = await create(service, { name: 'twin' });
  await service.fetch(`/specs/${one.id}`, { method: 'DELETE' });
  const body = ORDERS_YAML.replace('name: orders', 'name: twin');
  const response = await service.fetch('/specs', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/yaml; charset=utf-8' },
  });
  assert.is(response.status, 201);
  assert.is(((await response.json()) as SpecView).version, one.version);
});

test('GET /specs: specs of git and of the API in one list, by name', async ({ service }) => {
  const { id } = await create(service);
  const all = (await (await service.fetch('/specs')).json()) as SpecView[];
  const git = all.find((spec) => spec.id === GIT);
  assert.equal([git?.name, git?.origin], ['orders', 'git']);
  assert.match(git?.version ?? '', /^[0-9a-f]{64}$/);
  assert.ok(all.some((spec) => spec.id === id && spec.origin === 'api'));
  assert.equal(
    all.map(({ name }) => name),
    all.map(({ name }) => name).sort(),
  );
});

test('POST: 422 lists every error with its position', async ({ service }) => {
  const wrong = { ...ORDERS, name: 'wrong', fields: [{ name: 'id', type: 'STRNG' }], colour: 'red' };
  const { diagnostics } = await problemOf(await service.fetch('/specs', jsonInit('POST', wrong)), 422, 'invalid_spec');
  const reported = diagnostics as Record<string, unknown>[];
  assert.ok(reported.length >= 2);
  for (const one of reported)
    assert.equal(Object.keys(one).sort(), ['code', 'column', 'hint', 'line', 'message', 'path', 'severity']);
  assert.ok(reported.some(({ code, path }) => code === 'unknown_value' && path === '/fields/0/type'));
  assert.ok(reported.some(({ code }) => code === 'unknown_key'));
});

test('POST: bodies that are not JSON, YAML or UTF-8, too large, or of another media type', async ({ service }) => {
  for (const body of ['', '{', '{"name":"a",}', 'name: x', '[1'])
    await problemOf(await service.fetch('/specs', jsonInit('POST', body)), 400, 'malformed_json');
  await problemOf(await service.fetch('/specs', jsonInit('POST', '[]')), 422, 'invalid_spec');
  await problemOf(await service.fetch('/specs', jsonInit('POST', 'null')), 422, 'invalid_spec');
  await problemOf(
    await service.fetch('/specs', { method: 'POST', body: 'a: [', headers: { 'content-type': 'application/yaml' } }),
    400,
    'malformed_yaml',
  );
  await problemOf(
    await service.fetch('/specs', {
      method: 'POST',
      body: new Uint8Array([0x7b, 0xff]),
      headers: { 'content-type': 'application/json' },
    }),
    400,
    'malformed_request',
  );
  await problemOf(await service.fetch('/specs', jsonInit('POST', ' '.repeat(9 * 1024 * 1024))), 413, 'too_large');
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/jsonx']) {
    await problemOf(
      await service.fetch('/specs', { method: 'POST', body: '{}', headers: { 'content-type': type } }),
      415,
      'unsupported_media_type',
    );
  }
  await problemOf(
    await service.fetch('/specs', { method: 'POST', body: new Uint8Array([123, 125]) }),
    415,
    'unsupported_media_type',
  );
  await problemOf(
    await service.fetch('/specs', jsonInit('POST', '{}', { 'content-encoding': 'gzip' })),
    415,
    'unsupported_media_type',
  );
});

test('POST: 409 if the name is taken, also by a spec in git', async ({ service }) => {
  const { name } = await create(service);
  await problemOf(await service.fetch('/specs', jsonInit('POST', { ...ORDERS, name })), 409, 'name_taken');
  await problemOf(await service.fetch('/specs', jsonInit('POST', ORDERS)), 409, 'name_taken');
});

test('ten simultaneous POSTs of one name: one succeeds', async ({ service }) => {
  const all = await Promise.all(
    Array.from({ length: 10 }, () => service.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'race' }))),
  );
  assert.equal(all.map(({ status }) => status).sort(), [201, ...Array<number>(9).fill(409)]);
});

test('PUT: the next version under the same id; members added by the service may be in the body', async ({
  service,
}) => {
  const before = await create(service);
  const response = await service.fetch(`/specs/${before.id}`, jsonInit('PUT', { ...before, description: 'new' }));
  const after = (await response.json()) as SpecView;
  assert.is(response.status, 200);
  assert.equal([after.id, after.name, after.description, after.revision], [before.id, before.name, 'new', 2]);
  assert.is.not(after.version, before.version);
  assert.is(response.headers.get('etag'), `"${after.version}"`);
  assert.equal(await (await service.fetch(`/specs/${before.id}`)).json(), after);
});

test('PUT and DELETE: If-Match', async ({ service }) => {
  const { id, version, ...spec } = await create(service);
  const put = (ifMatch: string, description: string) =>
    service.fetch(`/specs/${id}`, jsonInit('PUT', { ...spec, description }, { 'if-match': ifMatch }));
  await problemOf(await put('"other"', 'a'), 412, 'version_differs');
  await problemOf(await put(`W/"${version}"`, 'a'), 412, 'version_differs');
  assert.is((await put(`"x", "${version}"`, 'a')).status, 200);
  await problemOf(await put(`"${version}"`, 'b'), 412, 'version_differs');
  assert.is((await put('*', 'c')).status, 200);
  await problemOf(
    await service.fetch(`/specs/${id}`, { method: 'DELETE', headers: { 'if-match': `"${version}"` } }),
    412,
    'version_differs',
  );
  assert.is((await service.fetch(`/specs/${id}`, { method: 'DELETE', headers: { 'if-match': '*' } })).status, 204);
});

test('two simultaneous PUTs with the same If-Match: one wins', async ({ service }) => {
  const { id, version, ...spec } = await create(service);
  const put = (description: string) =>
    service.fetch(`/specs/${id}`, jsonInit('PUT', { ...spec, description }, { 'if-match': `"${version}"` }));
  const all = await Promise.all([put('a'), put('b'), put('c')]);
  assert.equal(all.map(({ status }) => status).sort(), [200, 412, 412]);
});

test('PUT: 404 and 409 precede 422; a name that is taken is 409', async ({ service }) => {
  const { id, name } = await create(service);
  const other = await create(service);
  await problemOf(await service.fetch(`/specs/${NOBODY}`, jsonInit('PUT', '{')), 404, 'spec_not_found');
  await problemOf(await service.fetch(`/specs/${GIT}`, jsonInit('PUT', '{')), 409, 'spec_in_git');
  await problemOf(await service.fetch(`/specs/${id}`, jsonInit('PUT', '{')), 400, 'malformed_json');
  await problemOf(await service.fetch(`/specs/${id}`, jsonInit('PUT', '{}')), 422, 'invalid_spec');
  await problemOf(
    await service.fetch(`/specs/${id}`, jsonInit('PUT', { ...ORDERS, name: other.name })),
    409,
    'name_taken',
  );
  await problemOf(
    await service.fetch(`/specs/${id}`, jsonInit('PUT', { ...ORDERS, name: 'orders' })),
    409,
    'name_taken',
  );
  assert.is((await service.fetch(`/specs/${id}`, jsonInit('PUT', { ...ORDERS, name }))).status, 200);
});

test('DELETE: 204, then 404; 409 for a spec in git', async ({ service }) => {
  const { id } = await create(service);
  const response = await service.fetch(`/specs/${id}`, { method: 'DELETE' });
  assert.equal([response.status, await response.text()], [204, '']);
  await problemOf(await service.fetch(`/specs/${id}`), 404, 'spec_not_found');
  await problemOf(await service.fetch(`/specs/${id}`, { method: 'DELETE' }), 404, 'spec_not_found');
  await problemOf(await service.fetch(`/specs/${GIT}`, { method: 'DELETE' }), 409, 'spec_in_git');
});

test('a path may contain the name of a spec instead of its id', async ({ service }) => {
  const { id, name } = await create(service, { name: 'Größen / 2' });
  const path = `/specs/${encodeURIComponent(name)}`;
  const idAt = async (at: string, init?: RequestInit) =>
    ((await (await service.fetch(at, init)).json()) as SpecView).id;
  assert.is(await idAt('/specs/orders'), GIT);
  assert.is(await idAt(path), id);
  assert.is(await idAt(path, jsonInit('PUT', { ...ORDERS, name, description: 'by name' })), id);
  assert.is((await service.fetch(`${path}/module`)).status, 200);
  assert.is((await service.fetch(`${path}/validate`, { method: 'POST' })).status, 200);
  await problemOf(await service.fetch('/specs/orders', { method: 'DELETE' }), 409, 'spec_in_git');
  assert.is((await service.fetch(path, { method: 'DELETE' })).status, 204);
  await problemOf(await service.fetch(`/specs/${id}`), 404, 'spec_not_found');
});

test('an id in a path wins over the name of another spec', async ({ service }) => {
  const { id } = await create(service);
  await create(service, { name: id });
  assert.is(((await (await service.fetch(`/specs/${id}`)).json()) as SpecView).id, id);
});

test('GET: 404 for any unknown id; If-None-Match', async ({ service }) => {
  for (const id of [NOBODY, 'x', '..%2f..%2fetc%2fpasswd', '%00', '%E2%82%AC', "a'--", '__proto__', 'constructor']) {
    await problemOf(await service.fetch(`/specs/${id}`), 404, 'spec_not_found');
  }
  const { id, version } = await create(service);
  const response = await service.fetch(`/specs/${id}`, { headers: { 'if-none-match': `W/"${version}"` } });
  assert.equal([response.status, await response.text()], [304, '']);
});

test('POST /validate: the stored spec, or a body as its replacement; nothing is stored', async ({ service }) => {
  const { id, version, name } = await create(service);
  const validate = (to: string, body?: unknown) =>
    service.fetch(`/specs/${to}/validate`, body === undefined ? { method: 'POST' } : jsonInit('POST', body));
  assert.equal(await (await validate(id)).json(), { valid: true, diagnostics: [] });
  assert.equal(await (await validate(GIT)).json(), { valid: true, diagnostics: [] });
  const wrong = (await (await validate(id, { ...ORDERS, name, fields: [] })).json()) as {
    valid: boolean;
    diagnostics: { code: string }[];
  };
  assert.equal([wrong.valid, wrong.diagnostics.length > 0], [false, true]);
  assert.equal(await (await validate(id, { ...ORDERS, name, id, version })).json(), { valid: true, diagnostics: [] });
  const taken = (await (await validate(id, ORDERS)).json()) as { valid: boolean; diagnostics: { code: string }[] };
  assert.equal([taken.valid, taken.diagnostics.map(({ code }) => code)], [false, ['name_taken']]);
  const renamed = (await (await validate(GIT, { ...ORDERS, name: 'other' })).json()) as {
    valid: boolean;
    diagnostics: { code: string }[];
  };
  assert.equal([renamed.valid, renamed.diagnostics.map(({ code }) => code)], [false, ['name_differs']]);
  await problemOf(await validate(id, '{'), 400, 'malformed_json');
  await problemOf(await validate(NOBODY), 404, 'spec_not_found');
  assert.is(((await (await service.fetch(`/specs/${id}`)).json()) as SpecView).version, version);
});

test('GET /module: TypeScript, the standalone module, its types', async ({ service, at }) => {
  const get = async (as: string) => {
    const response = await service.fetch(`/specs/${GIT}/module${as}`);
    assert.is(response.status, 200);
    return {
      type: response.headers.get('content-type'),
      text: await response.text(),
      etag: response.headers.get('etag') ?? '',
    };
  };
  const [ts, same, esm, dts] = [await get(''), await get('?as=typescript'), await get('?as=esm'), await get('?as=dts')];
  assert.equal(
    [ts.type, esm.type, dts.type],
    ['text/typescript; charset=utf-8', 'text/javascript; charset=utf-8', 'text/typescript; charset=utf-8'],
  );
  assert.is(ts.text, same.text);
  assert.match(ts.text, /export interface Orders /);
  assert.match(dts.text, /export interface Orders /);
  at.call(['compile', '--out', 'compiled']);
  const { readFileSync } = await import('node:fs');
  assert.is(ts.text, readFileSync(at.path('compiled/orders.ts'), 'utf8'));
  assert.is(esm.text, readFileSync(at.path('compiled/dist/orders.mjs'), 'utf8'));
  assert.is(
    (await service.fetch(`/specs/${GIT}/module?as=esm`, { headers: { 'if-none-match': esm.etag } })).status,
    304,
  );
  assert.is((await service.fetch(`/specs/${GIT}/module`, { headers: { 'if-none-match': esm.etag } })).status, 200);
  await problemOf(await service.fetch(`/specs/${GIT}/module?as=wasm`), 400, 'invalid_value');
  await problemOf(await service.fetch(`/specs/${NOBODY}/module`), 404, 'spec_not_found');
});

test('a spec of the API reads files, and a changed one applies to the next', async ({ service }) => {
  const { id, ...spec } = await create(service);
  const run = async () =>
    (await (
      await service.fetch('/transform/validate', {
        method: 'POST',
        body: formOf({ file: csvFile(ORDERS_CSV), specId: id }),
      })
    ).json()) as { totalRecords: number; errorRecords: number; specVersion: string };
  const before = await run();
  assert.equal([before.totalRecords, before.errorRecords, before.specVersion], [3, 2, spec.version]);
  await service.fetch(`/specs/${id}`, jsonInit('PUT', { ...spec, validationRules: [] }));
  const after = await run();
  assert.equal([after.totalRecords, after.errorRecords], [3, 1]);
});

test('hostile specs are rejected or compiled, and the service continues', async ({ service }) => {
  const field = { name: '__proto__', type: 'STRING', columnName: '*/ ${process.exit(1)} `\u2028' };
  const hostile = [
    { ...ORDERS, name: '`${process.exit(1)}`*/', fields: [field] },
    {
      ...ORDERS,
      name: 'deep',
      fields: [field],
      validationRules: [{ ruleId: 'r', field: '__proto__', ruleType: 'REGEX', value: `${'('.repeat(5000)}a` }],
    },
    {
      ...ORDERS,
      name: 'big pattern',
      validationRules: [{ ruleId: 'r', field: 'id', ruleType: 'REGEX', value: '(a|b)*a(a|b){40}' }],
    },
  ];
  for (const spec of hostile) {
    const { status } = await service.fetch('/specs', jsonInit('POST', spec));
    assert.ok(status === 201 || status === 422, `${spec.name}: ${status}`);
  }
  const { status: deep } = await service.fetch('/specs', jsonInit('POST', '['.repeat(100_000)));
  assert.ok(deep === 400 || deep === 422, String(deep));
  assert.is((await service.fetch('//health/live')).status, 200);
});

test.run();
