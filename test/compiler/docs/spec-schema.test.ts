import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSpecSchema } from '../../../compiler/index.ts';

const root = join(import.meta.dirname, '../../..');

test('spec.schema.json is generated from the declaration of the spec language', () => {
  assert.equal(
    JSON.parse(readFileSync(join(root, 'generated/spec.schema.json'), 'utf8')),
    createSpecSchema(),
    'to update it: specmill docs --spec-schema > generated/spec.schema.json',
  );
});

test('every example spec names the location of the schema for editors', () => {
  const specs = readdirSync(join(root, 'specs')).filter((name) => name.endsWith('.yaml'));
  assert.ok(specs.length >= 6);
  for (const name of specs) {
    const path = join(root, 'specs', name);
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
    assert.is(resolve(dirname(path), schema), join(root, 'generated/spec.schema.json'), name);
  }
});

test.run();
