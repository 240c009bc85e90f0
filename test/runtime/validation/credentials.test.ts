import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkCredential } from '../../../runtime/state/vault/credential-types.ts';
import { InvalidCredential } from '../../../runtime/state/vault/types/credential-type.ts';
import { readHosts, readTypes } from '../../../runtime/state/vault/types/credential-binding.ts';
import { compareWithRecorded, digest, mistakesIn } from './recorded-answers.ts';

const test = suite('the answers to wrong credentials');

const account = { client_email: 'a@example', private_key: 'none', project_id: 'p' };
const CREDENTIALS: readonly (readonly [type: string, parts: { secret: unknown; metadata?: unknown }])[] = [
  ['PASSWORD', { secret: { password: 'p' }, metadata: { username: 'u' } }],
  ['PASSWORD', { secret: 'p', metadata: { username: 'u' } }],
  ['API_TOKEN', { secret: { token: 't' }, metadata: { header: 'X-Token' } }],
  ['CLOUD_A_ACCESS_KEY', { secret: { secretAccessKey: 's', sessionToken: 't' }, metadata: { accessKeyId: 'a' } }],
  ['CLOUD_B_SAS', { secret: { sasToken: 'sv=1&sig=x&se=2026-01-01' }, metadata: {} }],
  ['CLOUD_C_SERVICE_ACCOUNT', { secret: { serviceAccount: account } }],
  [
    'OAUTH2_CLIENT',
    {
      secret: { clientSecret: 's' },
      metadata: { clientId: 'c', tokenUrl: 'https://l.example/t', authMethod: 'client_secret_post' },
    },
  ],
  ['SSH_KEY', { secret: { privateKey: 'k', passphrase: 'p' }, metadata: { username: 'u' } }],
  ['NONE', { secret: 's' }],
];

test('they are those that were recorded', () => {
  const lines = CREDENTIALS.flatMap(([type, parts]) =>
    [...mistakesIn(parts)].map(([mistake, value]) => {
      const { secret, metadata } = (value ?? {}) as { secret?: unknown; metadata?: unknown };
      return `${type}: ${mistake} → ${answerOf(() => checkCredential(type, { secret, metadata }))}`;
    }),
  );
  const bindings = [...mistakesIn({ hosts: ['a.example', '*.b.example:8443'], types: ['SFTP'] })].map(
    ([name, value]) => {
      const { hosts, types } = (value ?? {}) as { hosts?: unknown; types?: unknown };
      return `binding: ${name} → ${answerOf(() => [readHosts(hosts), readTypes(types)])}`;
    },
  );
  assert.ok(lines.length > 500);
  compareWithRecorded('credentials', [...lines, ...bindings]);
});

function answerOf(read: () => unknown): string {
  try {
    return digest(read());
  } catch (error) {
    return error instanceof InvalidCredential ? `${error.field}: ${error.message}` : String(error);
  }
}

test.run();
