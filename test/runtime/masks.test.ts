/** Masks in the service, with keys of the vault, and on the command line, with keys of the environment. */
import { createHmac } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MaskKeyFailure, versionOfKey } from '../../runtime/base/model/mask-keys.ts';
import { loadMaskKeys } from '../../runtime/runs/find-versions.ts';
import { csvFile, formOf, jsonInit, startService } from './service.ts';
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
