/** A schema registry with TLS that asks for client certificates, with certificates of OpenSSL. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { foreseeSchema } from '../../runtime/sink/schemas/registry-client.ts';
import { readSettings } from '../../runtime/state/settings/read-settings.ts';
import { readSchemas, schemaSettings } from '../../runtime/state/settings/schemas.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; server: Server; url: string }>('a schema registry with TLS');

function openssl(at: Workplace, line: string): void {
  const { status, stderr } = spawnSync('bash', ['-c', `openssl ${line}`], { cwd: at.folder, encoding: 'utf8' });
  assert.is(status, 0, stderr);
}

function createCertificate(at: Workplace, name: string, subject: string): void {
  openssl(at, `req -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj "${subject}"`);
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  at.write('names.txt', names);
  openssl(at, `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names.txt -out ${name}.pem`);
}

test.before(async (context) => {
  const at = createWorkplace();
  context.at = at;
  openssl(at, 'req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj "/CN=ca" -days 2');
  createCertificate(at, 'server', '/CN=localhost');
  createCertificate(at, 'client', '/CN=specmill');
  const file = (name: string) => readFileSync(at.path(name));
  const options = { cert: file('server.pem'), key: file('server.key'), ca: file('ca.pem'), requestCert: true };
  context.server = createServer({ ...options, rejectUnauthorized: true }, (_, response) => {
    response.end('{"id":7}');
  });
  await new Promise<void>((resolve) => context.server.listen(0, '127.0.0.1', resolve));
  context.url = `https://localhost:${(context.server.address() as AddressInfo).port}`;
});
test.after(({ at, server }) => {
  server.closeAllConnections();
  server.close();
  at.remove();
});

const WANTED = { subject: 's', schema: '"string"', schemaType: null };

function read(at: Workplace, url: string, names: Readonly<Record<string, string>>) {
  const flags = Object.entries(names).map(([flag, value]): [string, string] => [
    `schema-registry-${flag}`,
    flag === 'credential' ? value : at.path(value),
  ]);
  return readSchemas(readSettings(schemaSettings, new Map([['schema-registry', url], ...flags]), {}), {});
}

const CLIENT = { credential: 'mtls', cert: 'client.pem', key: 'client.key' };

test('a client certificate opens the registry', async ({ at, url }) => {
  const settings = read(at, url, { ...CLIENT, ca: 'ca.pem' });
  assert.equal(await foreseeSchema(WANTED, settings), { kind: 'registered', id: 7 });
});

test('without the certificate or the authority, the registry cannot be reached', async ({ at, url }) => {
  for (const names of [{ ca: 'ca.pem' }, CLIENT])
    await foreseeSchema(WANTED, read(at, url, names)).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, /^the schema registry cannot be reached: /),
    );
});

test('settings that miss a part say which', ({ at, url }) => {
  assert.throws(() => read(at, url, { credential: 'mtls' }), /mtls requires --schema-registry-cert and/);
  assert.throws(() => read(at, url, { cert: 'client.pem' }), /require --schema-registry-credential mtls/);
  assert.throws(() => read(at, url, { ca: 'missing.pem' }), /--schema-registry-ca: cannot read .*missing\.pem/);
  assert.throws(() => read(at, url, { ca: 'names.txt' }), /names\.txt is no PEM file/);
  assert.throws(() => read(at, 'http://localhost', { ca: 'ca.pem' }), /need --schema-registry https/);
});

test.run();
