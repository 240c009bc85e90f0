import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readFiles, type WrittenFiles } from '../../../runtime/state/settings/files.ts';
import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';

const postgres = { host: 'h' } as PostgresSettings;
const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's3cret' };

function read(files: string | null, more: Partial<WrittenFiles> = {}, env: NodeJS.ProcessEnv = KEYS) {
  return readFiles({ files, filesCredential: null, vault: true, ...more }, postgres, env);
}

test('--files takes a folder or the address of a bucket', () => {
  assert.is(read(null), null);
  assert.equal(read('shared'), { kind: 'folder', path: 'shared' });
  assert.equal(read('s3://bucket/a//b/?region=eu-central-2', { filesCredential: 'files' }), {
    kind: 'bucket',
    address: 's3://bucket/a/b',
    bucket: 'bucket',
    prefix: 'a/b',
    region: 'eu-central-2',
    endpoint: null,
    pathStyle: false,
    access: { kind: 'credential', name: 'files' },
  });
  const own = read('s3://Bucket?region=r&endpoint=http://127.0.0.1:9000');
  assert.equal(own?.kind === 'bucket' && [own.bucket, own.prefix, own.endpoint, own.pathStyle, own.address], [
    'Bucket',
    '',
    'http://127.0.0.1:9000/',
    true,
    's3://Bucket',
  ]);
  assert.equal(own?.kind === 'bucket' && own.access, {
    kind: 'keys',
    accessKeyId: 'id',
    secretAccessKey: 's3cret',
    sessionToken: null,
  });
});

test('every wrong setting is refused with the way out, and without a secret', () => {
  for (const [call, text] of [
    [() => read('s3://bucket/p'), 'names no region: write s3://bucket'],
    [() => read('s3:///p?region=r'), 'no bucket'],
    [() => read('s3://id:s3cret@bucket/p?region=r'), 'is no address of a bucket'],
    [() => read('s3://bucket/p?region=r&key=s3cret'), 'unknown parameter "key"'],
    [() => read('s3://bucket/p?region=r&endpoint=store'), 'endpoint takes a URL'],
    [() => read('s3://bucket/p?region=r&endpoint=http://u:s3cret@h'), 'without user and password'],
    [() => read('s3://bucket/p?region=r&pathStyle=yes'), 'pathStyle takes true or false'],
    [() => read('s3://bucket/a/%2e%2e%2fb?region=r'), 'without "." and "../.."'],
    [() => read('s3://bucket/%zz?region=r'), 'percent-encoding'],
    [() => read('s3://bucket/p?region=r', {}, {}), '--files-credential NAME'],
    [() => read('s3://bucket/p?region=r', { filesCredential: 'c', vault: false }), '--vault off'],
    [() => read('gs://bucket/p'), 's3://bucket/prefix'],
    [() => read('shared', { filesCredential: 'c' }), 'requires a bucket'],
    [() => read(null, { filesCredential: 'c' }), 'requires a bucket'],
    [() => readFiles({ files: 's3://b/p?region=r', filesCredential: 'c', vault: true }, null, {}), 'PostgreSQL'],
  ] as const) {
    try {
      call();
    } catch (error) {
      const { message, constructor } = error as Error;
      assert.is(constructor.name, 'SettingError');
      assert.match(message, text);
      assert.not.match(message, 's3cret');
      continue;
    }
    assert.unreachable(`${text} was not refused`);
  }
});

test.run();
