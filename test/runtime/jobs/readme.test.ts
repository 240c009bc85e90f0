/** The definitions in the README of the jobs and of the integrations are valid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readIntegrationFile } from '../../../runtime/jobs/integrations/git/integration-file.ts';
import { readJobFile } from '../../../runtime/jobs/git/job-file.ts';

const runtime = join(import.meta.dirname, '../../../runtime');

/** Returns the first block of YAML in a README, as the file of a folder in git. */
function exampleOf(folder: string, name: string) {
  const text = readFileSync(join(runtime, folder, 'README.md'), 'utf8');
  const [, yaml = ''] = /^```yaml\n([\s\S]*?)^```/m.exec(text) ?? [];
  assert.ok(yaml.startsWith(`name: ${name}\n`), yaml);
  return { path: `${name}.yaml`, text: yaml, syntax: 'yaml' as const, expectedName: name };
}

test('the job in the README is valid, and reads the integration and writes as the other examples say', () => {
  const input = exampleOf('jobs', 'claims');
  const { definition, diagnostics } = readJobFile(input);
  assert.equal(diagnostics, []);
  assert.equal([definition?.source.integration, definition?.keepForMs], ['insurer-sftp', 90 * 86_400_000]);
  const readme = readFileSync(join(runtime, 'jobs/README.md'), 'utf8');
  const destinations = [...readme.matchAll(/`to: (\{.*?\})`/g)].map(([, to = '']) => to);
  assert.ok(destinations.length > 0);
  for (const to of destinations) {
    const text = input.text.replace('{ topic: claims }', to);
    assert.equal(readJobFile({ ...input, text }).diagnostics, [], to);
  }
});

test('the integration in the README is valid', () => {
  const reading = readIntegrationFile(exampleOf('jobs/integrations', 'insurer-sftp'), { localRoots: null });
  assert.is(reading.kind, 'valid', JSON.stringify(reading));
});

test.run();
