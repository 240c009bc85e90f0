import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CredentialStore, StoredCredential } from '../../../runtime/state/store/credential-store.ts';
import { InvalidCredential } from '../../../runtime/state/vault/types/credential-type.ts';
import { createMasterKeyText, MasterKeyFailure, parseMasterKey } from '../../../runtime/state/vault/master-key.ts';
import { rotateMasterKey } from '../../../runtime/state/vault/rotate-master-key.ts';
import { createVault, type Vault } from '../../../runtime/state/vault/vault.ts';

const createKey = () => parseMasterKey(createMasterKeyText(), 'a test');
const MARKER = 'm4rk3r-that-must-never-show-0815';

/** The rows of a store in memory, and the store. */
function createMemoryStore(): { rows: StoredCredential[]; store: CredentialStore } {
  const rows: StoredCredential[] = [];
  const store: CredentialStore = {
    list: async () => [...rows],
    get: async (id) => rows.find((row) => row.id === id) ?? null,
    findByName: async (name) => rows.find((row) => row.name === name) ?? null,
    usedBy: async () => [],
    async insert(credential) {
      if (rows.some(({ name }) => name === credential.name)) return { kind: 'name_taken' };
      rows.push(credential);
      return { kind: 'inserted' };
    },
    async replace(credential, ifVersion) {
      const at = rows.findIndex(({ id, version }) => id === credential.id && version === ifVersion);
      if (at >= 0) rows[at] = credential;
      return at >= 0;
    },
    async bind(id, { hosts, types }) {
      const at = rows.findIndex((row) => row.id === id);
      const row = rows[at];
      if (row !== undefined) rows[at] = { ...row, hosts: row.hosts ?? hosts, types: row.types ?? types };
      return row !== undefined;
    },
    async remove(id) {
      const at = rows.findIndex((row) => row.id === id);
      if (at < 0) return { kind: 'not_found' };
      rows.splice(at, 1);
      return { kind: 'removed' };
    },
    async resealAll(reseal) {
      const sealed = rows.map(reseal);
      rows.forEach((row, at) => {
        rows[at] = { ...row, sealed: sealed[at] ?? row.sealed };
      });
      return rows.length;
    },
  };
  return { rows, store };
}

/** A use of a secret. */
const USE = { type: 'SFTP', host: 'sftp.example', port: 22, usualPort: 22, isPlainHttp: false };

function open(store: CredentialStore, key = createKey()): Vault {
  return createVault({ store, findKey: async () => key, createKey: async () => key });
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => assert.unreachable('it resolved') as never,
    (error: Error) => error,
  );
}

const password = (secret: string, name = 'bank') => ({ name, type: 'PASSWORD', secret, metadata: { username: 'u' } });

test('a secret is encrypted at rest, and opened for a connection', async () => {
  const { rows, store } = createMemoryStore();
  const vault = open(store);
  const shown = await vault.create(password(MARKER));
  assert.not.match(JSON.stringify([rows, shown]), MARKER);
  assert.is(shown.hint, '****0815');
  assert.equal((await vault.open(shown.id, USE))?.secret, { password: MARKER });
});

test('a credential of an earlier version is bound to all that use it, and nothing new joins them', async () => {
  const { store } = createMemoryStore();
  const uses = [USE, { ...USE, host: 'other.example', port: 2222 }];
  const key = createKey();
  const vault = createVault({ store, findKey: async () => key, createKey: async () => key, usesOf: async () => uses });
  const { id } = await vault.create(password(MARKER));
  const evil = { ...USE, host: 'evil.example' };
  assert.is((await errorOf(vault.permit(id, evil))).name, 'CredentialRefused');
  assert.is((await errorOf(vault.open(id, evil))).name, 'CredentialRefused');
  for (const use of uses) assert.equal((await vault.open(id, use))?.secret, { password: MARKER });
  assert.equal((await vault.get(id))?.hosts, ['sftp.example', 'other.example:2222']);
});

test('the hint of a secret with fewer than 12 characters shows none of them', async () => {
  const { hint } = await open(createMemoryStore().store).create(password('hunter2'));
  assert.is(hint, '****');
});

test('a rotation retains the id, increments the version and deletes the old secret', async () => {
  const { rows, store } = createMemoryStore();
  const vault = open(store);
  const { id } = await vault.create(password('first-first-first'));
  const rotated = await vault.rotate(id, { secret: 'second-second', metadata: undefined });
  assert.equal([rotated?.id, rotated?.version, rotated?.metadata], [id, 2, { username: 'u' }]);
  assert.equal((await vault.open(id, USE))?.secret, { password: 'second-second' });
  assert.is(rows.length, 1);
});

test('two rotations at once are two versions', async () => {
  const vault = open(createMemoryStore().store);
  const { id } = await vault.create(password('first-first-first'));
  const both = await Promise.all(['b', 'c'].map((secret) => vault.rotate(id, { secret, metadata: undefined })));
  assert.equal(both.map((one) => one?.version).sort(), [2, 3]);
});

test('a row that is copied to another id, type or version cannot be opened', async () => {
  const { rows, store } = createMemoryStore();
  const vault = open(store);
  const { id } = await vault.create(password('one-one-one-one'));
  await vault.create(password('two-two-two-two', 'other'));
  const [first, second] = rows as [StoredCredential, StoredCredential];
  for (const altered of [
    { ...first, sealed: second.sealed },
    { ...first, version: 2 },
    { ...first, type: 'API_TOKEN' },
    { ...first, sealed: { ...first.sealed, ciphertext: flipByte(first.sealed.ciphertext) } },
    { ...first, sealed: { ...first.sealed, wrappedKey: flipByte(first.sealed.wrappedKey) } },
  ]) {
    rows[0] = altered;
    assert.is((await errorOf(vault.open(id, USE))).name, 'TamperedSecret');
  }
});

function flipByte(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  return bytes.toString('base64');
}

test('with another master key the vault is locked, and nothing is lost', async () => {
  const { store } = createMemoryStore();
  const key = createKey();
  const { id } = await open(store, key).create(password(MARKER));
  const locked = open(store, createKey());
  assert.is((await locked.status()).isLocked, true);
  for (const work of [locked.list(), locked.open(id, USE), locked.create(password('x', 'y'))])
    assert.is((await errorOf(work)).name, 'VaultLocked');
  assert.equal((await open(store, key).open(id, USE))?.secret, { password: MARKER });
});

test('a rotated master key opens every secret, and the rotation can be repeated', async () => {
  const { store } = createMemoryStore();
  const [from, to] = [createKey(), createKey()];
  const { id } = await open(store, from).create(password(MARKER));
  for (let i = 0; i < 2; i++) await rotateMasterKey(store, { from, to });
  assert.equal((await open(store, to).open(id, USE))?.secret, { password: MARKER });
  assert.is((await open(store, from).status()).isLocked, true);
});

test('a master key is base64 of 32 bytes, and its error never quotes it', () => {
  for (const text of ['', 'short', `${MARKER}${MARKER}`, Buffer.alloc(31).toString('base64'), 'ä'.repeat(44)]) {
    try {
      parseMasterKey(text, 'a test');
      assert.unreachable(text);
    } catch (error) {
      assert.instance(error, MasterKeyFailure);
      if (text !== '') assert.not.ok((error as Error).message.includes(text));
    }
  }
  assert.is(parseMasterKey(` ${Buffer.alloc(32, 7).toString('base64')}\n`, 'a test').bytes.length, 32);
});

const KEYS: readonly [string, KeyPairKeyObjectResult][] = [
  ['Ed25519', generateKeyPairSync('ed25519')],
  ['ECDSA', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
];

for (const [name, { privateKey, publicKey }] of KEYS) {
  test(`an ${name} key in PKCS #8 is accepted, with and without a passphrase`, async () => {
    const vault = open(createMemoryStore().store);
    const plain = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const encrypted = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: MARKER });
    const send = (credential: string, secret: object) =>
      vault.create({ name: credential, type: 'SSH_KEY', secret, metadata: { username: 'u' } });
    assert.match((await send('plain', { privateKey: plain })).hint, /^\*{4}.{4}$/);
    await send('encrypted', { privateKey: encrypted, passphrase: MARKER });
    const without = (await errorOf(send('x', { privateKey: encrypted }))) as InvalidCredential;
    assert.equal([without.name, without.field], ['InvalidCredential', 'secret.privateKey']);
    const pub = publicKey.export({ type: 'spki', format: 'pem' });
    assert.is((await errorOf(send('y', { privateKey: pub }))).name, 'InvalidCredential');
  });
}

/** Secrets that each type rejects, with the member that the error names. Each holds the marker. */
const WRONG: readonly [type: string, secret: unknown, metadata: unknown, field: string][] = [
  ['NO_SUCH_TYPE', MARKER, {}, 'type'],
  ['PASSWORD', MARKER, {}, 'metadata.username'],
  ['PASSWORD', { password: MARKER, pass: 'x' }, { username: 'u' }, 'secret.pass'],
  ['PASSWORD', [MARKER], { username: 'u' }, 'secret'],
  ['PASSWORD', { password: 5 }, { username: 'u' }, 'secret.password'],
  ['SSH_KEY', MARKER, { username: 'u' }, 'secret.privateKey'],
  ['API_TOKEN', `${MARKER}\r\nx: y`, {}, 'secret.token'],
  ['API_TOKEN', MARKER, { header: 'no header' }, 'metadata.header'],
  ['API_TOKEN', MARKER, { header: 'Host' }, 'metadata.header'],
  ['API_TOKEN', MARKER, { header: 'If-Range: x' }, 'metadata.header'],
  ['CLOUD_A_ACCESS_KEY', MARKER, {}, 'metadata.accessKeyId'],
  ['CLOUD_B_SAS', `sv=1&x=${MARKER}`, {}, 'secret.sasToken'],
  ['CLOUD_B_SAS', `sig=${MARKER}&se=never`, {}, 'secret.sasToken'],
  ['CLOUD_C_SERVICE_ACCOUNT', MARKER, {}, 'secret.serviceAccount'],
  ['CLOUD_C_SERVICE_ACCOUNT', { serviceAccount: { client_email: MARKER } }, {}, 'secret.serviceAccount'],
  ['OAUTH2_CLIENT', MARKER, { clientId: 'c', tokenUrl: 'not a url' }, 'metadata.tokenUrl'],
  ['OAUTH2_CLIENT', MARKER, { clientId: 'c', tokenUrl: 'https://u:p@h/' }, 'metadata.tokenUrl'],
  ['OAUTH2_CLIENT', MARKER, { clientId: 'c', tokenUrl: 'https://h/', authMethod: 'none' }, 'metadata.authMethod'],
];

for (const [type, secret, metadata, field] of WRONG) {
  test(`${type}: an error about ${field} names the member, and no part of the secret`, async () => {
    const vault = open(createMemoryStore().store);
    const error = await errorOf(vault.create({ name: 'n', type, secret, metadata }));
    assert.instance(error, InvalidCredential);
    assert.is((error as InvalidCredential).field, field);
    assert.not.match(`${error.message}\n${error.stack}`, MARKER);
  });
}

test('the expiry of a shared access signature is read from it', async () => {
  const { expiresAt } = await open(createMemoryStore().store).create({
    name: 'n',
    type: 'CLOUD_B_SAS',
    secret: '?sv=2020-10-02&se=2027-01-31T08%3A00%3A00Z&sig=abcdefghijkl',
    metadata: {},
  });
  assert.is(expiresAt, '2027-01-31T08:00:00.000Z');
});

test.run();
