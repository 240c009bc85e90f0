import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { openIntegrations } from '../../../runtime/jobs/integrations/open-integrations.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { createDataFolderKey, findMasterKey } from '../../../runtime/state/vault/find-master-key.ts';
import { createVault } from '../../../runtime/state/vault/vault.ts';
import { createWorkplace } from '../specmill.ts';

const at = createWorkplace();
test.after(() => at.remove());
const data = at.path('.data');
const files = at.path('files');
const env = { SPECMILL_LOCAL_ROOTS: files, SPECMILL_INTEGRATION_HOSTS: '127.0.0.1' };
const call = (...args: string[]) => at.call(args, { env });

mkdirSync(files);
writeFileSync(at.path('files/a.csv'), 'id\na\nb\n');
writeFileSync(at.path('files/b.txt'), 'x');
at.write('specs/letters.yaml', 'name: letters\nformat: CSV\nfields: [{ name: id, type: STRING }]\n');

test.before(async () => {
  const store = await openStore(data);
  const vault = createVault({
    store: store.credentials,
    findKey: () => findMasterKey({ dataFolder: data }),
    createKey: () => createDataFolderKey(data),
  });
  const parts = {
    store: store.integrations,
    credentials: store.credentials,
    git: { list: () => [] },
    vault,
    guard: createHostGuard([]),
    localRoots: [files],
  };
  const integrations = openIntegrations(parts);
  const credential = { name: 'bank', type: 'PASSWORD', secret: 'a long secret', metadata: { username: 'u' } };
  await vault.create(credential);
  await vault.create({ ...credential, name: 'reader' });
  await integrations.create({ name: 'folder', type: 'LOCAL_FS', credentialId: null, config: { root: files } });
  const config = { host: '127.0.0.1', port: 1 };
  await integrations.create({ name: 'down', type: 'SFTP', credentialId: 'bank', config });
  const database = { driver: 'postgresql', host: '127.0.0.1', port: 1, database: 'd' };
  await integrations.create({ name: 'tables', type: 'DATABASE', credentialId: 'reader', config: database });
  await store.close();
});

test('integrations lists them, and ls their files', () => {
  const list = call('integrations');
  assert.is(list.code, 0, list.stderr);
  assert.match(list.stdout, /down +SFTP +127\.0\.0\.1/);
  assert.equal(
    JSON.parse(call('integrations', 'list', '--json').stdout).map(({ name }: { name: string }) => name),
    ['down', 'folder', 'tables'],
  );
  const ls = call('ls', 'folder:');
  assert.is(ls.code, 0, ls.stderr);
  assert.match(ls.stdout, /7 +\d{4}-.*a\.csv\n/);
  const [only] = JSON.parse(call('ls', 'folder', '--pattern', '*.csv', '--json').stdout);
  assert.equal([only.path, only.size], ['a.csv', 7]);
  assert.match(call('ls', 'folder:', '--limit', '1').stderr, 'only the first 1');
});

test('integrations of the specs folder are found with --specs, also without a data folder', () => {
  at.write('other/integrations/inbox.yaml', `name: inbox\ntype: LOCAL_FS\nconfig: { root: ${files} }\n`);
  at.write('other/letters.yaml', 'name: letters\nformat: CSV\nfields: [{ name: id, type: STRING }]\n');
  const list = call('integrations', '--specs', 'other', '--data', 'no-data', '--json');
  assert.is(list.code, 0, list.stderr);
  assert.equal(
    JSON.parse(list.stdout).map(({ name, origin }: { name: string; origin: string }) => `${name} ${origin}`),
    ['inbox git'],
  );
  assert.match(call('ls', 'inbox:', '--specs', 'other').stdout, /7 +\d{4}-.*a\.csv\n/);
  assert.is(call('integrations', 'test', 'inbox', '--specs', 'other').code, 0);
  const read = call('transform', '--spec', 'letters', '--specs', 'other', '--from', 'inbox:a.csv', '--out', '-');
  assert.equal([read.code, read.stdout.split('\n').length], [0, 3], read.stderr);
  assert.is(call('ls', 'inbox:').code, 2);
  const check = call('check', '--specs', 'other');
  assert.match(check.stderr, '1 spec and 1 integration checked: all valid');
});

test('a test of a connection exits with 0, or with 3 and the step that failed', () => {
  assert.is(call('integrations', 'test', 'folder', '--write').code, 0);
  assert.equal(readdirSync(files).sort(), ['a.csv', 'b.txt']);
  const { code, stdout } = call('integrations', 'test', 'down');
  assert.is(code, 3);
  assert.match(stdout, /failed +connect .*ECONNREFUSED/);
  assert.is(JSON.parse(call('integrations', 'test', 'down', '--json').stdout).ok, false);
});

test('transform and validate read a file of an integration', () => {
  const transform = call('transform', '--spec', 'letters', '--from', 'folder:a.csv', '--out', '-');
  assert.equal([transform.code, transform.stdout], [0, '{"id":"a"}\n{"id":"b"}\n'], transform.stderr);
  const validate = call('validate', '--spec', 'letters', '--from', 'folder:/a.csv', '--json');
  const { totalRecords, fileName } = JSON.parse(validate.stdout);
  assert.equal([validate.code, totalRecords, fileName], [0, 2, 'a.csv']);
  const topic = call('transform', '--spec', 'letters', '--from', 'folder:a.csv', '--topic', 'letters', '--json');
  assert.equal([topic.code, JSON.parse(topic.stdout).processedRecords], [0, 2], topic.stderr);
  assert.equal(
    readdirSync(data).filter((name) => name.startsWith('incoming-')),
    [],
  );
});

test('what is wrong ends with the documented exit code', () => {
  const cases: [number, RegExp, string[]][] = [
    [2, /no integration with the id or name "none"[^]*specmill integrations/, ['ls', 'none:x']],
    [2, /names no integration/, ['ls', ':x']],
    [2, /leaves the root/, ['ls', 'folder:../x']],
    [2, /no "none"/, ['ls', 'folder:none']],
    [2, /"\["/, ['ls', 'folder', '--pattern', '[a']],
    [3, /ECONNREFUSED/, ['ls', 'down']],
    [2, /not a file/, ['validate', '--spec', 'letters', '--from', 'folder:none.csv']],
    [2, /"tables" is a database[^]*file-to-events/, ['validate', '--spec', 'letters', '--from', 'tables:t']],
    [2, /names no file/, ['validate', '--spec', 'letters', '--from', 'folder']],
    [2, /cannot be combined/, ['validate', '--spec', 'letters', '--from', 'folder:a.csv', 'x.csv']],
    [2, /FILE is missing/, ['transform', '--spec', 'letters', '--out', '-']],
    [3, /larger than the limit/, ['validate', '--spec', 'letters', '--from', 'folder:a.csv', '--max-file-bytes', '5']],
    [2, /NAME is missing/, ['integrations', 'test']],
    [2, /takes one of list, test/, ['integrations', 'drop']],
    [2, /takes one of key, rotate/, ['vault', 'open']],
    [2, /--new-master-key-file is missing/, ['vault', 'rotate']],
    [2, /cannot read/, ['vault', 'rotate', '--new-master-key-file', at.path('none')]],
  ];
  for (const [code, message, args] of cases) {
    const ended = call(...args);
    assert.is(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
    assert.match(ended.stderr, message);
  }
});

test('vault key prints a key, and vault rotate encrypts with it', () => {
  const key = call('vault', 'key').stdout;
  assert.is(Buffer.from(key, 'base64').length, 32);
  const wrong = at.write('wrong.key', call('vault', 'key').stdout);
  const file = at.write('new.key', key);
  const refused = call('vault', 'rotate', '--master-key-file', wrong, '--new-master-key-file', file);
  assert.equal([refused.code, /Nothing was changed/.test(refused.stderr)], [3, true], refused.stderr);
  for (let times = 0; times < 2; times++) {
    const rotated = call('vault', 'rotate', '--new-master-key-file', file);
    assert.equal([rotated.code, rotated.stdout], [0, '2 credentials use the new master key\n'], rotated.stderr);
    assert.not.match(rotated.stdout + rotated.stderr, key.trim());
  }
  // The key of the data folder is the old one now.
  const locked = call('ls', 'down');
  assert.equal([locked.code, /not the one under which/.test(locked.stderr)], [3, true], locked.stderr);
  assert.match(call('ls', 'down', '--master-key-file', file).stderr, 'ECONNREFUSED');
});

test.run();
