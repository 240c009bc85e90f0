import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  checkCredentialType,
  connectorTypes,
  findConnectorType,
} from '../../runtime/connector/types/connector-types.ts';
import { InvalidConfig } from '../../runtime/connector/types/invalid-config.ts';

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
  for (const [type, credential] of [
    [sftp, 'API_TOKEN'],
    [sftp, null],
    [local, 'PASSWORD'],
  ] as const)
    assert.is(rejected(() => checkCredentialType(type, credential)).field, 'credentialId');
  assert.is(rejected(() => findConnectorType('sftp')).field, 'type');
});

test('a type that requires a credential names the types that fit', () => {
  for (const { isCredentialRequired, credentialTypes } of connectorTypes)
    assert.ok(!isCredentialRequired || credentialTypes.length > 0);
});

test.run();
