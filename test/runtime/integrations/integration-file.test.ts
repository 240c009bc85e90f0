import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readIntegrationFile } from '../../../runtime/jobs/integrations/git/integration-file.ts';

const test = suite('the file of an integration in git');

/** Reads the file `insurer.yaml`, and returns its diagnostics as `line:column code message`. */
function read(text: string): string[] {
  const input = { text, path: 'insurer.yaml', syntax: 'yaml', expectedName: 'insurer' } as const;
  const reading = readIntegrationFile(input, { localRoots: ['/srv/files'] });
  if (reading.kind === 'valid') return [];
  return reading.diagnostics.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);
}

const SFTP = 'name: insurer\ntype: SFTP\ncredential: insurer-key\nconfig:\n  host: sftp.insurer.example\n';

test('the members are those of the API, with defaults and a stable id', () => {
  const input = { text: SFTP, path: 'x/insurer.yaml', syntax: 'yaml', expectedName: 'insurer' } as const;
  const first = readIntegrationFile(input, { localRoots: [] });
  if (first.kind === 'broken') return assert.unreachable(JSON.stringify(first.diagnostics));
  const { id, ...others } = first.value;
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  assert.equal(others, {
    name: 'insurer',
    type: 'SFTP',
    credential: 'insurer-key',
    config: { host: 'sftp.insurer.example', port: 22, root: '/', hostKeys: [], maxConnections: 4 },
  });
  const again = readIntegrationFile({ ...input, text: SFTP.replace('example', 'test') }, { localRoots: [] });
  assert.is(again.kind === 'valid' && again.value.id, id);
});

const BROKEN: readonly (readonly [string, RegExp])[] = [
  ['', /^1:1 invalid_integration an integration is a mapping/],
  ['[]', /^1:1 invalid_integration an integration is a mapping/],
  ['name: [', /^\d+:\d+ invalid_yaml /],
  [`${SFTP}name: insurer\n`, /^6:1 invalid_yaml /],
  [SFTP.replace('insurer\n', 'other\n'), /^1:7 name_differs "name" is "other", but the file is named "insurer"/],
  [SFTP.replace('name: insurer\n', ''), /^1:1 invalid_integration "name" starts with a letter/],
  [SFTP.replace('SFTP', 'NFS'), /^2:7 invalid_integration "type" is one of /],
  [SFTP.replace('credential:', 'credentialId:'), /^3:1 invalid_integration "credentialId" is not a key/],
  [SFTP.replace('credential: insurer-key\n', ''), /^1:1 invalid_integration SFTP needs a credential/],
  [SFTP.replace('insurer-key', '{ password: x }'), /^3:13 invalid_integration "credential" is the name of a cred/],
  [`${SFTP}  port: none\n`, /^6:9 invalid_integration "port" is a whole number/],
  [`${SFTP}  passwort: x\n`, /^6:3 invalid_integration "config" has only host, port/],
  [`${SFTP}  "a.b": x\n`, /^6:3 invalid_integration "config" has only host, port/],
  [SFTP.replace('config:\n  host: sftp.insurer.example\n', ''), /^1:1 invalid_integration "config" is an object/],
  [SFTP.replace('host: sftp.insurer.example', 'root: /'), /^5:3 invalid_integration "host" is required/],
  [
    'name: insurer\ntype: LOCAL_FS\nconfig: { root: /etc }\n',
    /^3:17 invalid_integration "root" is not below .* --local-roots/,
  ],
  [
    'name: insurer\ntype: LOCAL_FS\ncredential: x\nconfig: { root: /srv/files }\n',
    /^3:13 invalid_integration LOCAL_FS takes no credential/,
  ],
  [SFTP.replace('config:', 'config: &a\n  root: *a'), /^5:9 invalid_integration|^1:1 invalid_integration/],
  ['['.repeat(20_000), /^1:\d+ invalid_(yaml|integration) /],
  [`${SFTP}# ${'x'.repeat(2 ** 20)}`, /^1:1 invalid_integration the file is longer than/],
  [`a: &a [x]\nb: [${'*a,'.repeat(200)}]\n`, /^1:1 invalid_integration /],
  ['__proto__: { type: SFTP }\n', /invalid_integration/],
];
for (const [text, expected] of BROKEN)
  test(`a broken file has its position: ${JSON.stringify(text.slice(-60))}`, () => {
    const found = read(text);
    assert.match(found[0] ?? 'none', expected, found.join('\n'));
  });

test('no message contains a value of the file, which may be a secret', () => {
  const secrets = [
    SFTP.replace('sftp.insurer.example', 'sftp://u:MARKER@host'),
    SFTP.replace('insurer-key', 'MARKER-key'),
    SFTP.replace('insurer-key', '{ password: MARKER }'),
    SFTP.replace('SFTP', 'MARKER'),
    `${SFTP}  port: MARKER\n`,
    `${SFTP}  password: MARKER\n`,
    `${SFTP}password: MARKER\n`,
    `${SFTP}  ca: "-----BEGIN RSA PRIVATE KEY-----MARKER"\n`,
    `${SFTP}x: *MARKER\n`,
    `${SFTP}x: "MARKER" MARKER\n`,
    `${SFTP}MARKER\n`,
    `${SFTP}x: [MARKER\n`,
    `${SFTP}x: "\\MARKER"\n`,
    `${SFTP}x: !MARKER y\n`,
    `${SFTP}  host: MARKER\n`,
    `%MARKER\n${SFTP}`,
    `MARKER: &MARKER &MARKER x\n`,
    `- MARKER: MARKER: MARKER\n`,
  ];
  for (const text of secrets) {
    const found = read(text);
    assert.ok(found.length > 0, text);
    assert.not.match(found.join('\n'), 'MARKER', text);
  }
});

test.run();
