import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findConnectorType } from '../../../runtime/connector/types/connector-types.ts';
import { InvalidConfig } from '../../../runtime/connector/types/invalid-config.ts';
import { compareWithRecorded, digest, mistakesIn } from './recorded-answers.ts';

const test = suite('the answers to wrong configs of integrations');

const HOST_KEY = 'SHA256:jf0jbAp7AyPKiPEMZhSSbZSnXWPGZ4LpoeWIYwaOZU0';
const CONFIGS: readonly (readonly [type: string, config: object])[] = [
  ['SFTP', { host: 'sftp.example', port: 22, root: '/out', hostKeys: [HOST_KEY], maxConnections: 4, paths: ['a*'] }],
  ['FTP', { host: 'ftp.example', port: 21, root: '/', timeZone: 'Europe/Zurich', maxConnections: 2 }],
  ['FTPS', { host: 'ftp.example', tls: 'IMPLICIT', ca: null }],
  ['BUCKET_A', { endpoint: 'https://s3.example', region: 'eu-1', bucket: 'b', prefix: 'out', pathStyle: false }],
  ['BLOB_B', { accountUrl: 'https://a.example', container: 'c', prefix: '' }],
  ['STORAGE_C', { bucket: 'c', prefix: 'x', endpoint: 'https://c.example' }],
  [
    'REST_API',
    {
      baseUrl: 'https://r.example/v1',
      headers: { 'X-Unit': 'a' },
      files: { list: 'i', pointer: '/a', name: 'n' },
      timeout: '30s',
    },
  ],
  ['REST_API', { baseUrl: 'https://r.example/v1', files: { path: 'a.csv' } }],
  ['DATABASE', { driver: 'postgresql', host: 'db.example', port: 5432, database: 'd', ssl: { ca: 'x' }, schema: 's' }],
  ['DATABASE', { driver: 'mariadb', host: 'db.example', database: 'd', ssl: true, tables: ['a', 'b*'] }],
  ['LOCAL_FS', { root: '/srv/files' }],
];

test('they are those that were recorded', () => {
  const lines = CONFIGS.flatMap(([type, config]) =>
    [...mistakesIn(config)].map(([mistake, value]) => `${type}: ${mistake} → ${answerTo(type, value)}`),
  );
  assert.ok(lines.length > 500);
  compareWithRecorded('connector-configs', lines);
});

function answerTo(type: string, config: unknown): string {
  try {
    const { members, target } = findConnectorType(type).check(config, { localRoots: ['/srv'] });
    return digest({ members, target });
  } catch (error) {
    if (error instanceof InvalidConfig) return `${error.at} ${error.field}: ${error.message}`;
    return String(error);
  }
}

test.run();
