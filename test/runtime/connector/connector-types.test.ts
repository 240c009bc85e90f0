import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  checkCredentialType,
  connectorTypes,
  findConnectorType,
} from '../../../runtime/connector/types/connector-types.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { InvalidConfig } from '../../../runtime/connector/types/invalid-config.ts';

const HOST_KEY = `SHA256:${'k'.repeat(43)}`;

const check = (type: string, config: unknown, localRoots: readonly string[] | null = ['/srv/files']) =>
  findConnectorType(type).check(config, { localRoots }).members;

/** Returns the field and the message of the InvalidConfig that `work` throws. */
function rejected(work: () => unknown): { field: string; message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidConfig) return { field: error.field, message: error.message };
    throw error;
  }
  return assert.unreachable('it was accepted') as never;
}

test('the defaults of a config are added', () => {
  assert.equal(check('SFTP', { host: 'sftp.example', hostKeys: HOST_KEY }), {
    host: 'sftp.example',
    port: 22,
    root: '/',
    hostKeys: [HOST_KEY],
    maxConnections: 4,
  });
  assert.equal(check('LOCAL_FS', { root: '/srv/files/in/./x/' }), { root: '/srv/files/in/x' });
});

for (const [field, config] of [
  ['config', 'sftp.example'],
  ['config', null],
  ['config.host', {}],
  ['config.host', { host: 'user@sftp.example' }],
  ['config.host', { host: 'sftp://sftp.example' }],
  ['config.host', { host: 'sftp.example:22' }],
  ['config.host', { host: 'sftp.example/in' }],
  ['config.host', { host: 'a\nb' }],
  ['config.host', { host: 7 }],
  ['config.port', { host: 'h', port: 0 }],
  ['config.port', { host: 'h', port: '22' }],
  ['config.root', { host: 'h', root: 'in' }],
  ['config.root', { host: 'h', root: '/in/../..' }],
  ['config.hostKeys', { host: 'h', hostKeys: ['SHA256:short'] }],
  ['config.hostKeys', { host: 'h', hostKeys: Array(101).fill(HOST_KEY) }],
  ['config.maxConnections', { host: 'h', maxConnections: 65 }],
  ['config.password', { host: 'h', password: 'hunter2' }],
  ['config.constructor', { host: 'h', constructor: 1 }],
] as const) {
  test(`SFTP rejects ${JSON.stringify(config).slice(0, 60)} at ${field}`, () => {
    assert.is(rejected(() => check('SFTP', config)).field, field);
  });
}

test('a secret in a config is rejected, and the message does not repeat it', () => {
  for (const root of ['https://u:m4rk3r@h/in', 'x -----BEGIN OPENSSH PRIVATE KEY-----m4rk3r']) {
    const { field, message } = rejected(() => check('SFTP', { host: 'h', root }));
    assert.is(field, 'config.root');
    assert.match(message, 'credential');
    assert.not.match(message, 'm4rk3r');
  }
});

test('LOCAL_FS rejects a root that is not below a local root', () => {
  for (const root of ['/', '/srv', '/srv/files2', '/etc/passwd'])
    assert.is(rejected(() => check('LOCAL_FS', { root })).field, 'config.root');
  assert.is(rejected(() => check('LOCAL_FS', { root: '/srv/files' }, [])).field, 'config.root');
  assert.equal(check('LOCAL_FS', { root: '/srv/files' }, ['/']), { root: '/srv/files' });
  assert.equal(check('LOCAL_FS', { root: '/anything' }, null), { root: '/anything' });
});

test('a credential must fit the type', () => {
  const [sftp, local] = [findConnectorType('SFTP'), findConnectorType('LOCAL_FS')];
  for (const type of ['SSH_KEY', 'PASSWORD']) checkCredentialType(sftp, type);
  checkCredentialType(local, null);
  for (const type of ['API_TOKEN', 'PASSWORD', 'OAUTH2_CLIENT', null])
    checkCredentialType(findConnectorType('REST_API'), type);
  for (const [type, credential] of [
    [sftp, 'API_TOKEN'],
    [sftp, null],
    [local, 'PASSWORD'],
    [findConnectorType('REST_API'), 'SSH_KEY'],
  ] as const)
    assert.is(rejected(() => checkCredentialType(type, credential)).field, 'credentialId');
  assert.is(rejected(() => findConnectorType('sftp')).field, 'type');
});

for (const [config, members] of [
  [{}, {}],
  [
    { headers: { Accept: 'text/csv' }, timeout: '5m' },
    { headers: { accept: 'text/csv' }, timeout: '5m' },
  ],
  [{ files: { path: '/export/claims.csv' } }, { files: { path: 'export/claims.csv' } }],
  [{ files: { list: '/index.json' } }, { files: { list: 'index.json', pointer: '', name: 'name' } }],
  [{ files: { pointer: '/data/0/f~1i', name: 'id' } }, { files: { list: '', pointer: '/data/0/f~1i', name: 'id' } }],
] as const) {
  test(`REST_API adds the defaults to ${JSON.stringify(config)}`, () => {
    const defaults = { headers: {}, files: { list: '', pointer: '', name: 'name' }, timeout: '30s' };
    const baseUrl = 'https://files.example/v1';
    assert.equal(check('REST_API', { baseUrl, ...config }), { baseUrl, ...defaults, ...members });
  });
}

for (const [field, config] of [
  ['config.baseUrl', { baseUrl: 'ftp://files.example' }],
  ['config.baseUrl', { baseUrl: 'https://u:m4rk3r@files.example' }],
  ['config.baseUrl', { baseUrl: 'https://files.example/?token=m4rk3r' }],
  ['config.headers', { headers: ['m4rk3r'] }],
  ['config.headers', { headers: { 'X-Api-Key': 'm4rk3r' } }],
  ['config.headers', { headers: { Authorization: 'm4rk3r' } }],
  ['config.headers', { headers: { cookie: 'm4rk3r' } }],
  ['config.headers', { headers: { 'x-custom': 'Bearer m4rk3r' } }],
  ['config.headers', { headers: { host: 'm4rk3r' } }],
  ['config.headers', { headers: { 'if-match': 'm4rk3r' } }],
  ['config.headers', { headers: { 'x y': 'm4rk3r' } }],
  ['config.headers', { headers: { x: 'm4rk3r\r\ny: z' } }],
  ['config.headers', { headers: { x: 'm4rk3r ü' } }],
  ['config.headers', { headers: { x: 7 } }],
  ['config.headers', { headers: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`x${at}`, 'y'])) }],
  ['config.files', { files: '/files' }],
  ['config.files', { files: { path: '../m4rk3r' } }],
  ['config.files', { files: { path: '' } }],
  ['config.files', { files: { path: 'a', pointer: '/b' } }],
  ['config.files', { files: { pointer: 'm4rk3r' } }],
  ['config.files', { files: { pointer: '/~2' } }],
  ['config.files', { files: { pointer: '', name: '' } }],
  ['config.timeout', { timeout: 30 }],
  ['config.timeout', { timeout: '0s' }],
  ['config.timeout', { timeout: '6m' }],
  ['config.verb', { verb: 'POST' }],
] as const) {
  test(`REST_API rejects ${JSON.stringify(config).slice(0, 60)} at ${field}`, () => {
    const given = { baseUrl: 'https://files.example', ...config };
    const failure = rejected(() => check('REST_API', given));
    assert.is(failure.field, field);
    assert.not.match(failure.message, 'm4rk3r');
  });
}

test('a type that requires a credential names the types that fit', () => {
  for (const { isCredentialRequired, credentialTypes } of connectorTypes)
    assert.ok(!isCredentialRequired || credentialTypes.length > 0);
});

test('the page of the API lists each type with its credentials', () => {
  const page = readFileSync('runtime/server/README.md', 'utf8');
  for (const { type, credentialTypes, isCredentialRequired } of connectorTypes) {
    const credentials = credentialTypes.map((name) => `\`${name}\``);
    assert.match(page, `| \`${type}\` | ${[...credentials, ...(isCredentialRequired ? [] : ['none'])].join(', ')} |`);
  }
});

test('a type is read only if its connector can neither write nor move nor remove', async () => {
  const configs: Record<string, object> = {
    SFTP: { host: 'h' },
    FTP: { host: 'h' },
    FTPS: { host: 'h' },
    BUCKET_A: { region: 'r', bucket: 'b' },
    BLOB_B: { accountUrl: 'https://a.example', container: 'c' },
    STORAGE_C: { bucket: 'b' },
    REST_API: { baseUrl: 'https://files.example' },
    DATABASE: { driver: 'postgresql', host: 'h', database: 'd' },
    LOCAL_FS: { root: '/srv/files' },
  };
  const openCredential = () => Promise.reject(new Error('it is not needed'));
  for (const type of connectorTypes) {
    const create = await type.check(configs[type.type], { localRoots: ['/srv/files'] }).load();
    const connector = create({
      ...{ openCredential, credentialType: null, guard: createHostGuard([]), localRoots: [], onStep: () => {} },
    });
    const { canWrite, canMove, canRemove } = connector.capabilities;
    assert.equal([canWrite, canMove, canRemove], Array(3).fill(!type.isReadOnly), type.type);
    await connector.close();
  }
});

test.run();
