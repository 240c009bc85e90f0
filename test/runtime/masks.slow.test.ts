/** Masks in the service, with keys of the vault, and on the command line, with keys of the environment. */
import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MaskKeyFailure, versionOfKey } from '../../runtime/base/model/mask-keys.ts';
import { loadMaskKeys } from '../../runtime/runs/find-versions.ts';
import { csvFile, eventually, formOf, jsonInit, problemOf, startService } from './service.ts';
import { sendFile, waitForEnd } from './service-run.ts';
import { createWorkplace } from './specmill.ts';

const FIELDS = [
  { name: 'iban', type: 'STRING', mask: { as: 'HMAC', key: 'account-tokens' } },
  { name: 'amount', type: 'DECIMAL', mask: { as: 'LAST', keep: 2 } },
];
const SPEC = { name: 'masked', format: 'CSV', messageKey: ['iban'], fields: FIELDS };
const FILE = 'iban,amount\nDE12,12.50\nDE34,x\n';
const tokenOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

interface Ended {
  status: string;
  failure?: { code: string; message: string };
  totalRecords: number;
}

interface Message {
  key: string;
  value: { iban: string; amount: string };
  headers: { ce_id: string };
}

test('a run takes the key from the vault, and fails without it', async () => {
  const at = createWorkplace();
  at.write('specs/README.md', 'none');
  const service = await startService(at, ['--threads', '2']);
  const form = () => ({ specId: 'masked', brokerTopic: 'masked', file: csvFile(FILE, 'a.csv') });
  const run = async () => (await waitForEnd(service, await sendFile(service, form()))) as unknown as Ended;
  const create = async (body: object) => service.fetch('/credentials', jsonInit('POST', body));
  assert.is((await service.fetch('/specs', jsonInit('POST', SPEC))).status, 201);

  const missing = await run();
  assert.equal([missing.status, missing.failure?.code, missing.totalRecords], ['FAILED', 'mask_key_missing', 0]);
  assert.match(missing.failure?.message ?? '', 'a mask needs the credential "account-tokens", which does not exist');

  const other = {
    name: 'account-tokens',
    type: 'PASSWORD',
    secret: { password: 'a long secret' },
    metadata: { username: 'u' },
  };
  const refused = await create(other);
  assert.is(refused.status, 201, await refused.clone().text());
  const wrong = (await refused.json()) as { id: string };
  const second = await run();
  assert.match(second.failure?.message ?? '', 'an API_TOKEN, but the credential "account-tokens" is a PASSWORD');
  const named = (await (await service.fetch(`/credentials/${wrong.id}`)).json()) as { usedBy: string[] };
  assert.is(named.usedBy.length, 1, 'the spec with the mask');
  assert.is((await service.fetch(`/credentials/${wrong.id}`, { method: 'DELETE' })).status, 204);

  const token = { name: 'account-tokens', type: 'API_TOKEN', secret: { token: 'first-secret' } };
  const elsewhere = await create({ ...token, types: ['REST_API'], hosts: ['api.example'] });
  const bound = (await elsewhere.json()) as { id: string };
  assert.match((await run()).failure?.message ?? '', 'for integrations of the type REST_API, not for masks');
  assert.is((await service.fetch(`/credentials/${bound.id}`, { method: 'DELETE' })).status, 204);

  const created = (await (await create(token)).json()) as { id: string };
  assert.is((await run()).status, 'PARTIAL_SUCCESS');
  const shown = (await (await service.fetch(`/credentials/${created.id}`)).json()) as { types: string[] };
  assert.equal(shown.types, ['MASK']);

  const rotated = jsonInit('PUT', { secret: { token: 'second-secret' } });
  assert.is((await service.fetch(`/credentials/${created.id}`, rotated)).status, 200);
  assert.is((await run()).status, 'PARTIAL_SUCCESS');
  const text = await (await service.fetch('/topics/masked/messages')).text();
  const messages = JSON.parse(text) as Message[];
  assert.equal(
    messages.map(({ key, value }) => [key, typeof value === 'string' ? JSON.parse(value) : value]),
    ['first-secret', 'second-secret'].map((secret) => {
      const iban = tokenOf(secret, 'DE12');
      return [iban, { iban, amount: '***50' }];
    }),
  );
  // The same file and spec with another key.
  assert.is.not(messages[0]?.headers.ce_id, messages[1]?.headers.ce_id);
  assert.not.match(text, /DE12|12\.50|secret/);

  const post = (path: string, parts: Record<string, string | Blob>) =>
    service.fetch(path, { method: 'POST', body: formOf(parts) });
  const letters = await post('/transform/file-to-events', { ...form(), deadLetterTopic: 'dead' });
  assert.is(letters.status, 400);
  assert.match(await letters.text(), 'dead letters would contain the values that they hide');
  // A dry run publishes nothing, so it needs no key.
  assert.is((await service.fetch(`/credentials/${created.id}`, { method: 'DELETE' })).status, 204);
  const { brokerTopic: _, ...dry } = form();
  const checked = (await (await post('/transform/validate', dry)).json()) as Ended;
  assert.equal([checked.status, checked.totalRecords], ['PARTIAL_SUCCESS', 2]);
  await service.stop();
  at.remove();
});

test('a caller without the scope connect names only credentials that are keys of masks already', async () => {
  const at = createWorkplace();
  at.write('specs/README.md', 'none');
  const service = await startService(at);
  const addKey = (name: string, scopes: string) => {
    const { code, stdout, stderr } = at.call(['keys', 'add', name, '--scope', scopes]);
    assert.is(code, 0, stderr);
    return stdout.trim();
  };
  const admin = addKey('root', 'admin');
  const clerk = addKey('clerk', 'read,transform,specs');
  const send = (key: string, path: string, init: RequestInit) =>
    service.fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
  await eventually(async () => (await service.fetch('/specs')).status === 401);
  await eventually(async () => (await send(clerk, '/specs', {})).status === 200);
  const token = { name: 'account-tokens', type: 'API_TOKEN', secret: { token: 'first-secret' } };
  const created = await send(admin, '/credentials', jsonInit('POST', token));
  const { id } = (await created.json()) as { id: string };
  assert.is((await send(clerk, '/specs', jsonInit('POST', SPEC))).status, 201);

  const run = (key: string) => {
    const parts = { specId: 'masked', brokerTopic: 'masked', file: csvFile(FILE, 'a.csv') };
    return send(key, '/transform/file-to-events', { method: 'POST', body: formOf(parts) });
  };
  const refused = await problemOf(await run(clerk), 403, 'forbidden');
  assert.match(String(refused.detail), 'the credential "account-tokens" is not the key of masks yet');
  const typesOf = async () =>
    ((await (await send(admin, `/credentials/${id}`, {})).json()) as { types: string[] | null }).types;
  assert.is(await typesOf(), null);
  assert.equal(service.spool(), []);

  // Who may use connections says that it is one.
  const named = { secret: token.secret, types: ['MASK'] };
  assert.is((await send(admin, `/credentials/${id}`, jsonInit('PUT', named))).status, 200);
  assert.equal(await typesOf(), ['MASK']);
  assert.is(((await (await run(clerk)).json()) as Ended).status, 'PARTIAL_SUCCESS');
  await service.stop();
  at.remove();
});

test('a job makes no credential a key because a caller without the scope connect has changed its spec', async () => {
  const at = createWorkplace();
  at.write('specs/README.md', 'none');
  mkdirSync(at.path('files'));
  writeFileSync(at.path('files/a.csv'), FILE);
  const addKey = (name: string, scopes: string) => at.call(['keys', 'add', name, '--scope', scopes]).stdout.trim();
  const [admin, clerk] = [addKey('root', 'admin'), addKey('clerk', 'read,specs')];
  const service = await startService(at, ['--local-roots', at.path('files')]);
  const send = async <T>(key: string, path: string, init: RequestInit = {}) => {
    const response = await service.fetch(path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${key}` },
    });
    assert.ok(response.ok, `${path}: ${await response.clone().text()}`);
    return (await response.json()) as T;
  };
  const post = <T>(path: string, body: object) => send<T>(admin, path, jsonInit('POST', body));
  for (const name of ['first-key', 'second-key'])
    await post('/credentials', { name, type: 'API_TOKEN', secret: { token: 'a-long-secret' } });
  const withKey = (key: string) => ({ ...SPEC, fields: [{ ...FIELDS[0], mask: { as: 'HMAC', key } }, FIELDS[1]] });
  const { id } = await post<{ id: string }>('/specs', withKey('first-key'));
  await post('/integrations', { name: 'files', type: 'LOCAL_FS', config: { root: at.path('files') } });
  const source = { integration: 'files', path: '/', pattern: '*.csv' };
  const more = { schedule: { every: '1h' }, ready: { unchangedFor: '0s' }, to: { topic: 'masked' } };
  await post('/jobs', { name: 'masks', source, spec: 'masked', ...more });
  const stateOf = async (name: string) =>
    (
      await send<{ name: string; state: string; reason: { message: string } | null }[]>(admin, '/jobs/masks/files')
    ).find((file) => file.name === name && !['seen', 'taken', 'running', 'published'].includes(file.state));
  const typesOf = async (name: string) =>
    (await send<{ name: string; types: string[] | null }[]>(admin, '/credentials')).find((one) => one.name === name)
      ?.types;
  assert.equal(await typesOf('first-key'), ['MASK'], 'who saved the job may use connections');
  await eventually(async () => (await stateOf('a.csv'))?.state === 'done');

  await send(clerk, `/specs/${id}`, jsonInit('PUT', withKey('second-key')));
  writeFileSync(at.path('files/b.csv'), `${FILE}DE56,1.00\n`);
  await post('/jobs/masks/run', {});
  await eventually(async () => (await stateOf('b.csv'))?.state === 'failed');
  assert.match(
    (await stateOf('b.csv'))?.reason?.message ?? '',
    /"second-key".*not the key of masks yet.*save the job again/,
  );
  assert.is(await typesOf('second-key'), null);
  await service.stop();
  at.remove();
});

test('what a run has published is judged with its key', async () => {
  const at = createWorkplace();
  at.write('specs/README.md', 'none');
  const service = await startService(at, ['--threads', '2']);
  // A rule sees the token: without the key, it would be 64 asterisks.
  const fields = [
    { name: 'iban', type: 'STRING', mask: { as: 'HMAC', key: 'account-tokens' } },
    { name: 'account', type: 'STRING', value: 'iban' },
    { name: 'amount', type: 'DECIMAL' },
  ];
  const rules = [{ ruleId: 'hex', field: 'account', ruleType: 'REGEX', value: '[0-9a-f]{64}', severity: 'ERROR' }];
  const spec = { name: 'judged', format: 'CSV', onTypeMismatch: 'ERROR', fields, validationRules: rules };
  const posted = await service.fetch('/specs', jsonInit('POST', spec));
  assert.is(posted.status, 201, await posted.clone().text());
  const token = { name: 'account-tokens', type: 'API_TOKEN', secret: { token: 'first-secret' } };
  const created = await service.fetch('/credentials', jsonInit('POST', token));
  const { id } = (await created.json()) as { id: string };
  const file = csvFile('iban,amount\nDE12,1\nDE34,2\nDE78,y\nDE56,x\n', 'a.csv');
  const form = { specId: 'judged', brokerTopic: 'judged', file, skipInvalidRecords: 'true' };
  const runId = await sendFile(service, form);
  const ended = (await waitForEnd(service, runId)) as unknown as Ended & { processedRecords: number };
  assert.equal([ended.status, ended.processedRecords], ['PARTIAL_SUCCESS', 2]);
  const textOf = async (what: string) => (await service.fetch(`/runs/${runId}/${what}`)).text();
  assert.is(await textOf('rejects'), 'iban,amount\nDE78,y\nDE56,x\n');
  const errors = await textOf('errors');
  assert.equal(
    errors
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { record: number }).record),
    [3, 4],
  );
  const retry = (text: string) =>
    service.fetch(`/runs/${runId}/rejects/retry`, {
      method: 'POST',
      body: formOf({ file: csvFile(`iban,amount\n${text}`, 'r.csv') }),
    });

  const rotate = async (secret: string) =>
    service.fetch(`/credentials/${id}`, jsonInit('PUT', { secret: { token: secret } }));
  assert.is((await rotate('second-secret')).status, 200);
  const answers = [await retry('DE78,3\nDE56,4\n')];
  for (const what of ['rejects', 'errors']) answers.push(await service.fetch(`/runs/${runId}/${what}`));
  for (const answer of answers) {
    const { code, detail } = (await answer.json()) as { code: string; detail: string };
    assert.equal([answer.status, code], [409, 'mask_key_missing']);
    assert.match(detail, /put them back .* has another secret than when the run was accepted/);
    assert.not.match(detail, /send the file again|secret"/);
  }
  assert.is((await rotate('first-secret')).status, 200);
  const again = await retry('DE78,3\nDE56,4\n');
  assert.is(again.status, 202);
  const next = (await again.json()) as { runId: string };
  await waitForEnd(service, next.runId);
  const messages = JSON.parse(await (await service.fetch('/topics/judged/messages')).text()) as Message[];
  const values = messages.map(
    ({ value }) => (typeof value === 'string' ? JSON.parse(value) : value) as { iban: string },
  );
  assert.equal(
    values.map(({ iban }) => iban),
    ['DE12', 'DE34', 'DE78', 'DE56'].map((iban) => tokenOf('first-secret', iban)),
  );
  await service.stop();
  const onFolder = (env: Record<string, string>) => at.call(['rejects', runId], { env });
  assert.match(onFolder({}).stderr, 'set SPECMILL_MASK_KEY_ACCOUNT_TOKENS');
  assert.is(onFolder({ SPECMILL_MASK_KEY_ACCOUNT_TOKENS: 'first-secret' }).stdout, 'iban,amount\nDE78,y\nDE56,x\n');
  at.remove();
});

test('a run keeps the key with which it was accepted', async () => {
  const find = async (name: string) => `the key ${name}`;
  const accepted = [{ name: 'a', version: versionOfKey('the key a') }];
  assert.equal({ ...((await loadMaskKeys(['a'], accepted, find)) as object) }, { a: 'the key a' });
  const codeOf = async (versions: typeof accepted) =>
    loadMaskKeys(['a'], versions, find).then(
      () => 'none',
      (error: unknown) => (error instanceof MaskKeyFailure ? error.code : String(error)),
    );
  assert.is(await codeOf([{ name: 'a', version: versionOfKey('another key') }]), 'mask_key_changed');
  assert.is(await codeOf([]), 'mask_key_missing');
});

test('the command line takes the key from the environment', () => {
  const at = createWorkplace();
  at.write('specs/masked.yaml', JSON.stringify(SPEC));
  at.write('a.csv', FILE);
  const toOutput = ['transform', '--spec', 'masked', 'a.csv', '--out', '-'];
  const missing = at.call(toOutput);
  assert.is(missing.code, 2);
  assert.match(missing.stderr, 'the key "account-tokens" of a mask is missing: set SPECMILL_MASK_KEY_ACCOUNT_TOKENS');
  const env = { SPECMILL_MASK_KEY_ACCOUNT_TOKENS: 'k' };
  assert.match(at.call(toOutput, { env }).stdout, `{"iban":"${tokenOf('k', 'DE12')}","amount":"***50"}`);
  const toTopic = ['transform', '--spec', 'masked', 'a.csv', '--topic', 't'];
  assert.is(at.call(toTopic).code, 2);
  assert.is(at.call(toTopic, { env }).code, 1);
  assert.match(at.call(['tail', 't']).stdout, tokenOf('k', 'DE12'));
  const letters = at.call([...toTopic, '--dead-letter', 'd'], { env });
  assert.equal([letters.code, letters.stdout], [2, '']);
  // Nothing is published, so no key is needed.
  assert.match(at.call(['validate', '--spec', 'masked', 'a.csv']).stdout, 'PARTIAL_SUCCESS');
  at.remove();
});

test.run();
