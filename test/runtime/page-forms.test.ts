/** The forms of the page read the JSON Schemas of the service, in Node.js. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { entryOf, type NamedSchemas, prune } from '../../runtime/page/views/forms/form-schema.ts';
import { credentialSchema, integrationSchema, typesOf } from '../../runtime/page/views/forms/load-form.ts';
import { credentialTypes } from '../../runtime/state/vault/credential-types.ts';
import { connectorTypes } from '../../runtime/connector/types/connector-types.ts';

const document = readFileSync(join(import.meta.dirname, '../../generated/openapi.json'), 'utf8');
const { schemas } = (JSON.parse(document) as { components: { schemas: NamedSchemas } }).components;

test('the members of a job are entered in the way of their schemas', () => {
  const { properties = {} } = schemas['JobInput'] ?? {};
  const kindOf = (name: string) => entryOf(properties[name] ?? {}, schemas).kind;
  assert.equal(['name', 'source', 'spec', 'schedule', 'to', 'options', 'keepFor', 'specs'].map(kindOf), [
    'text',
    'object',
    'text',
    'variants',
    'variants',
    'object',
    'text',
    'json',
  ]);
  const to = entryOf(properties['to'] ?? {}, schemas);
  assert.equal(to.kind === 'variants' && to.variants.map(({ name }) => name), ['topic', 'table', 'path']);
  const options = properties['options']?.properties ?? {};
  assert.equal(entryOf(options['maxErrors'] ?? {}, schemas), { kind: 'number', isText: true });
  assert.equal(entryOf(options['skipInvalidRecords'] ?? {}, schemas), { kind: 'flag' });
  assert.is(entryOf(properties['ready']?.properties?.['ignore'] ?? {}, schemas).kind, 'lines');
});

test('each type of integration and of credential has a form with its members', () => {
  const types = typesOf(schemas['IntegrationInput']);
  assert.is(types.length, connectorTypes.length);
  for (const type of types) {
    const config = entryOf(integrationSchema(schemas, type).properties?.['config'] ?? {}, schemas);
    assert.is(config.kind, 'object', type);
  }
  const local = entryOf(integrationSchema(schemas, 'LOCAL_FS').properties?.['config'] ?? {}, schemas);
  assert.equal(local.kind === 'object' && local.schema.required, ['root']);
  for (const { type, secret } of credentialTypes) {
    const schema = credentialSchema(schemas, type, true);
    assert.equal(Object.keys(schema.properties?.['secret']?.properties ?? {}), Object.keys(secret), type);
    assert.is('name' in (schema.properties ?? {}), true);
    assert.is('name' in (credentialSchema(schemas, type, false).properties ?? {}), false);
  }
});

test('members that are empty are left out', () => {
  assert.equal(prune({ a: '', b: null, c: { d: '' }, e: [], f: false, g: 0, h: { i: 'x' } }), {
    f: false,
    g: 0,
    h: { i: 'x' },
  });
  assert.is(prune({ a: {} }), undefined);
});

test.run();
