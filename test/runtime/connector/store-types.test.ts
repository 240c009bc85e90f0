import { rootCertificates } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseListTime } from '../../../runtime/connector/ftp/list-time.ts';
import { findNodes, findText, parseXml } from '../../../runtime/connector/http/xml.ts';
import { findConnectorType } from '../../../runtime/connector/types/connector-types.ts';
import { InvalidConfig } from '../../../runtime/connector/types/invalid-config.ts';

const check = (type: string, config: unknown) => findConnectorType(type).check(config, { localRoots: [] }).members;

/** Any certificate. */
const [CA = ''] = rootCertificates;

for (const [type, config, members] of [
  ['FTP', { host: 'h' }, { host: 'h', port: 21, root: '/', timeZone: 'UTC', maxConnections: 4 }],
  [
    'FTPS',
    { host: 'h', ca: CA, timeZone: 'Europe/Zurich' },
    { host: 'h', port: 21, root: '/', timeZone: 'Europe/Zurich', maxConnections: 4, tls: 'EXPLICIT', ca: CA },
  ],
  [
    'FTPS',
    { host: 'h', tls: 'IMPLICIT' },
    { host: 'h', port: 990, root: '/', timeZone: 'UTC', maxConnections: 4, tls: 'IMPLICIT', ca: null },
  ],
  [
    'BUCKET_A',
    { region: 'eu-central-2', bucket: 'b' },
    { endpoint: null, region: 'eu-central-2', bucket: 'b', prefix: '', pathStyle: false },
  ],
  [
    'BUCKET_A',
    { region: 'r', bucket: 'b', prefix: '/in/./x/', endpoint: 'https://s3.example' },
    { endpoint: 'https://s3.example', region: 'r', bucket: 'b', prefix: 'in/x', pathStyle: true },
  ],
  [
    'BLOB_B',
    { accountUrl: 'https://a.blob.example', container: 'c' },
    { accountUrl: 'https://a.blob.example', container: 'c', prefix: '' },
  ],
  ['STORAGE_C', { bucket: 'b' }, { bucket: 'b', prefix: '', endpoint: null }],
] as const) {
  test(`${type} adds the defaults to ${JSON.stringify(config).slice(0, 60)}`, () => {
    assert.equal(check(type, config), members);
  });
}

for (const [type, field, config] of [
  ['FTP', 'config.tls', { host: 'h', tls: 'EXPLICIT' }],
  ['FTP', 'config.timeZone', { host: 'h', timeZone: 'Mars/Olympus' }],
  ['FTPS', 'config.tls', { host: 'h', tls: 'NONE' }],
  ['FTPS', 'config.ca', { host: 'h', ca: 'not a certificate' }],
  ['FTPS', 'config', null],
  ['BUCKET_A', 'config.region', { bucket: 'b' }],
  ['BUCKET_A', 'config.region', { bucket: 'b', region: 'evil.example/' }],
  ['BUCKET_A', 'config.bucket', { region: 'r', bucket: 'b/../c' }],
  ['BUCKET_A', 'config.prefix', { region: 'r', bucket: 'b', prefix: '../x' }],
  ['BUCKET_A', 'config.endpoint', { region: 'r', bucket: 'b', endpoint: 'https://u:m4rk3r@s3.example' }],
  ['BUCKET_A', 'config.pathStyle', { region: 'r', bucket: 'b', endpoint: 'https://10.0.0.1', pathStyle: false }],
  ['BLOB_B', 'config.accountUrl', { container: 'c', accountUrl: 'https://a.blob.example/?sig=m4rk3r' }],
  ['BLOB_B', 'config.container', { accountUrl: 'https://a.blob.example' }],
  ['STORAGE_C', 'config.bucket', {}],
  ['STORAGE_C', 'config.endpoint', { bucket: 'b', endpoint: 'ftp://x' }],
] as const) {
  test(`${type} rejects ${JSON.stringify(config)} at ${field}`, () => {
    try {
      check(type, config);
    } catch (error) {
      assert.ok(error instanceof InvalidConfig);
      assert.is(error.field, field);
      assert.not.match(error.message, 'm4rk3r');
      return;
    }
    assert.unreachable('it was accepted');
  });
}

const NOW = new Date('2026-11-22T12:00:00Z');

for (const [listed, zone, time] of [
  ['Nov 22 11:59', 'UTC', '2026-11-22T11:59:00.000Z'],
  ['Nov 22 11:59', 'Europe/Zurich', '2026-11-22T10:59:00.000Z'],
  ['Jul  1 00:30', 'Europe/Zurich', '2026-06-30T22:30:00.000Z'],
  // A time without a year that lies in the future is one of the year before.
  ['Dec 24 08:00', 'UTC', '2025-12-24T08:00:00.000Z'],
  ['Feb 29 2024', 'UTC', '2024-02-29T00:00:00.000Z'],
  ['11-22-26 01:05PM', 'America/New_York', '2026-11-22T18:05:00.000Z'],
  ['11-22-2026 12:05AM', 'UTC', '2026-11-22T00:05:00.000Z'],
  ['2026-11-22 13:05', 'Asia/Kolkata', '2026-11-22T07:35:00.000Z'],
] as const) {
  test(`the time "${listed}" of a listing in ${zone}`, () => {
    assert.is(parseListTime(listed, zone, NOW)?.toISOString(), time);
  });
}

test('a time of a listing in another form is unknown', () => {
  for (const text of ['', 'yesterday', 'Foo 12 10:00', '22.11.2026 10:00', '99'.repeat(1000)])
    assert.is(parseListTime(text, 'UTC', NOW), null);
});

test('names of a listing in XML remain as they are', () => {
  const node = parseXml('<L a="1"><C><K> a &amp;lt; &#228; 007 </K></C><C><K x="1">skipped</K></C><C><K></K></C></L>');
  const names = findNodes(node, 'L', 'C').map((child) => findText(child, 'K'));
  assert.equal(names, [' a &lt; ä 007 ', undefined, '']);
});

test('XML with a document type or a syntax error is rejected', () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>';
  for (const text of [entities, '<a>', '<a></b>', 'not xml', ''])
    assert.throws(
      () => parseXml(text),
      (error: { code?: string }) => error.code === 'protocol_error',
    );
});

test.run();
