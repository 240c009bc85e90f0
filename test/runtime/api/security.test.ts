/** The served document says which credentials and which scope each operation needs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CredentialKind } from '../../../runtime/state/access/control/authenticate.ts';
import type { RouteScope } from '../../../runtime/state/access/scopes.ts';
import { routes } from '../../../runtime/server/app.ts';
import type { RequestServices } from '../../../runtime/server/http/services.ts';
import type { OpenApiDocument } from '../../../runtime/server/openapi/document.ts';
import { describeRoutes } from '../../../runtime/server/resources/openapi.ts';

/** Returns the document of a service that accepts these credentials. */
async function serveDocument(
  acceptedCredentials: readonly CredentialKind[],
  { metricsOpen = false, sources = {} as object | null } = {},
): Promise<OpenApiDocument> {
  const route = routes.find(({ operation }) => operation?.id === 'getOpenApi');
  const services = { access: { acceptedCredentials }, metricsOpen, sources } as unknown as RequestServices;
  const response = await route?.handle(new Request('http://localhost/api/v1/openapi.json'), services, {}, {});
  return (await response?.json()) as OpenApiDocument;
}

function securityOf({ paths }: OpenApiDocument, method: string, path: string): unknown {
  return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.['security'];
}

test('without access control, the document demands no credentials', async () => {
  const document = await serveDocument([]);
  assert.is(document.components.securitySchemes, undefined);
  assert.not.match(JSON.stringify(document.paths), /"security":/);
});

test('with keys or tokens, each operation but health demands its scope', async () => {
  const document = await serveDocument(['bearer']);
  assert.equal(Object.keys(document.components.securitySchemes ?? {}), ['bearer']);
  assert.is((document.components.securitySchemes?.['bearer'] as { scheme: string }).scheme, 'bearer');
  const expected = (scopes: readonly RouteScope[]) =>
    scopes.includes('open') ? [] : scopes.map((scope) => ({ bearer: [scope] }));
  for (const { method, path, scope, alsoScope } of routes) {
    const scopes = alsoScope == null ? [scope] : [scope, alsoScope];
    assert.equal(securityOf(document, method, path), expected(scopes), `${method} ${path}`);
  }
});

test('with an authority of client certificates, a certificate is another way', async () => {
  const document = await serveDocument(['bearer', 'certificate']);
  assert.is((document.components.securitySchemes?.['certificate'] as { type: string }).type, 'mutualTLS');
  assert.equal(securityOf(document, 'GET', '/metrics'), [{ bearer: ['read'] }, { certificate: ['read'] }]);
  assert.equal(securityOf(document, 'GET', '/health/live'), []);
});

test('each operation that demands a scope describes 401 and 403', async () => {
  const { paths } = await serveDocument(['bearer']);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { security, responses }] of Object.entries(methods)) {
      const statuses = Object.keys(responses as object);
      const isClosed = (security as readonly unknown[]).length > 0;
      assert.is(statuses.includes('401'), isClosed, `${method} ${path}`);
      assert.ok(statuses.includes('403'), `${method} ${path}`);
    }
});

test('the document of docs --openapi has all kinds of credentials', () => {
  assert.equal(Object.keys(describeRoutes(routes).components.securitySchemes ?? {}), ['bearer', 'certificate']);
});

test('the document follows the settings: open metrics, and no vault', async () => {
  assert.equal(securityOf(await serveDocument(['bearer'], { metricsOpen: true }), 'GET', '/metrics'), []);
  const { paths } = await serveDocument(['bearer'], { sources: null });
  assert.is(paths['/api/v1/credentials'], undefined);
  assert.ok(paths['/api/v1/jobs']);
});

test.run();
