import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatChecked } from '../../../runtime/cli/format/check/text.ts';
import { terminalOf } from '../../../runtime/cli/format/terminal.ts';
import { checkOthers } from '../../../runtime/cli/operands/specs-folder-files.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';

const test = suite('integrations in git are checked');

const folder = mkdtempSync(join(tmpdir(), 'specmill-integrations-'));
const settings = { specs: join(folder, 'specs'), data: join(folder, 'data') };
test.after(() => rmSync(folder, { recursive: true }));

/** Checks integrations by file name, and returns what `specmill check` prints. */
async function check(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const integrations = join(settings.specs, 'integrations');
  rmSync(integrations, { recursive: true, force: true });
  mkdirSync(integrations, { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(integrations, name), text);
  return print();
}

async function print(): Promise<string[]> {
  const checked = (await checkOthers(settings, { specs: new Set() })).integrations;
  const terminal = terminalOf(process.stderr);
  const printed = await Promise.all(checked.map((one) => formatChecked(one, { ...terminal, ...PLAIN })));
  return printed.map((text) => text.trim().replace(/^\S*[/\\]/, ''));
}

const asIs = (text: string): string => text;
const PLAIN = { red: asIs, green: asIs, yellow: asIs, dim: asIs, bold: asIs };

const sftp = (name: string, more = ''): string =>
  `name: ${name}\ntype: SFTP\ncredential: key\nconfig:\n  host: h.example\n${more}`;

test('without a folder there is nothing to check', async () => {
  assert.equal(await checkOthers({ specs: join(folder, 'none'), data: folder }, { specs: new Set() }), {
    jobs: [],
    integrations: [],
  });
});

test('valid integrations are valid, also with a root that only the service can judge', async () => {
  const local = 'name: b\ntype: LOCAL_FS\nconfig: { root: /srv/files }\n';
  assert.equal(await check({ 'a.yaml': sftp('a'), 'b.yaml': local }), ['a.yaml is valid', 'b.yaml is valid']);
});

test('errors have positions, and no line of the file is shown, because it may contain a secret', async () => {
  const [printed = ''] = await check({ 'a.yaml': sftp('a', '  password: MARKER\n') });
  assert.match(printed, /^a\.yaml:6:3 invalid_integration: "config" has only host, port/);
  assert.not.match(printed, /MARKER|\n/);
  const [url = ''] = await check({ 'a.yaml': sftp('a').replace('h.example', 'sftp://u:MARKER@h') });
  assert.match(url, /^a\.yaml:5:9 invalid_integration: "host" contains a secret.* name that with credential$/);
  assert.not.match(url, 'MARKER');
});

test('two files of one name, and a link out of the folder, are errors', async () => {
  const found = await check({ 'a.yaml': sftp('a'), 'a.yml': sftp('a') });
  assert.match(found[1] ?? '', /^a\.yml:1:1 unreadable: another file is named "a"/);
  symlinkSync('/etc/hosts', join(settings.specs, 'integrations', 'link.yaml'));
  assert.match((await print())[2] ?? '', /^link\.yaml:1:1 unreadable: it is a link that leads out/);
});

test('check --upgrade lists the credentials without hosts', async () => {
  const { listChanges } = await import('../../../runtime/cli/upgrade/list-changes.ts');
  const data = join(settings.data, 'upgrade');
  assert.equal(await listChanges({ specs: settings.specs, data }), [], 'there is no data folder');
  const store = await openStore(data);
  const sealed = { keyId: 'k', wrappedKey: 'w', ciphertext: 'c' };
  const times = { createdAt: new Date(0).toISOString(), rotatedAt: null, expiresAt: null };
  const base = { type: 'PASSWORD', metadata: {}, hint: '', version: 1, ...times, sealed };
  await store.credentials.insert({ ...base, id: '1', name: 'bound', hosts: ['a.example'], types: ['SFTP'] });
  await store.credentials.insert({ ...base, id: '2', name: 'unbound', hosts: null, types: ['SFTP'] });
  await store.close();
  const [change, ...others] = await listChanges({ specs: settings.specs, data });
  assert.is(change?.subject, 'credential "unbound"');
  assert.is(others.length, 0);
});

test('a credential of the data folder must have a type that fits', async () => {
  const store = await openStore(settings.data);
  const sealed = { keyId: 'k', wrappedKey: 'w', ciphertext: 'c' };
  const times = { createdAt: new Date(0).toISOString(), rotatedAt: null, expiresAt: null, hosts: null, types: null };
  for (const [name, type] of [
    ['key', 'API_TOKEN'],
    ['password', 'PASSWORD'],
  ] as const)
    await store.credentials.insert({ id: name, name, type, metadata: {}, hint: '', version: 1, ...times, sealed });
  await store.close();
  const [wrong, right, unknown] = await check({
    'a.yaml': sftp('a'),
    'b.yaml': sftp('b').replace('key', 'password'),
    'c.yaml': sftp('c').replace('key', 'other'),
  });
  assert.match(
    wrong ?? '',
    /^a\.yaml:3:13 invalid_integration: SFTP takes a credential of the type SSH_KEY or PASSWORD/,
  );
  assert.equal([right, unknown], ['b.yaml is valid', 'c.yaml is valid']);
});

test.run();
