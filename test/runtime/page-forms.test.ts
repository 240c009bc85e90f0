/** The forms of the page read the JSON Schemas of the service, in Node.js. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  entryOf,
  firstMembers,
  type FormSchema,
  labelAt,
  labelOf,
  type NamedSchemas,
  prune,
  shownMembers,
} from '../../runtime/page/views/forms/form-schema.ts';
import {
  credentialSchema,
  credentialTypes as credentialChoices,
  integrationSchema,
  integrationTypes,
} from '../../runtime/page/views/forms/load-form.ts';
import { credentialTypes } from '../../runtime/state/vault/credential-types.ts';
import { CREDENTIAL_TYPES, INTEGRATION_TYPES } from '../../runtime/page/views/integrations/type-words.ts';
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
    'rows',
  ]);
  const to = entryOf(properties['to'] ?? {}, schemas);
  assert.equal(to.kind === 'variants' && to.variants.map(({ name }) => name), ['topic', 'table', 'path']);
  const options = properties['options']?.properties ?? {};
  assert.equal(entryOf(options['maxErrors'] ?? {}, schemas), { kind: 'number', isText: true });
  assert.equal(entryOf(options['skipInvalidRecords'] ?? {}, schemas), { kind: 'flag' });
  assert.is(entryOf(properties['ready']?.properties?.['ignore'] ?? {}, schemas).kind, 'lines');
});

test('each type of integration and of credential has a form with its members', () => {
  const types = integrationTypes(schemas);
  assert.equal(
    types,
    connectorTypes.map(({ type: name, title }) => ({ name, title })),
  );
  for (const { name: type } of types) {
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

/** Returns the paths of the members that a form shows without a description. */
function findUndescribed(schema: FormSchema, path: string): string[] {
  const entry = entryOf(schema, schemas);
  const inner =
    entry.kind === 'object'
      ? [entry.schema]
      : entry.kind === 'variants'
        ? entry.variants.map((each) => each.schema)
        : [];
  const members = inner.flatMap((each) => Object.entries(each.properties ?? {}));
  return members.flatMap(([name, member]) => [
    ...(member.description === undefined ? [`${path}${name}`] : []),
    ...findUndescribed(member, `${path}${name}.`),
  ]);
}

/** Returns the paths of the members that a form takes as JSON. */
function findJson(schema: FormSchema, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const entry = entryOf(member, schemas);
    if (entry.kind === 'json') return [`${path}${name}`];
    if (entry.kind === 'object') return findJson(entry.schema, `${path}${name}.`);
    return entry.kind === 'variants' ? entry.variants.flatMap((each) => findJson(each.schema, `${path}${name}.`)) : [];
  });
}

test('no form asks for JSON', () => {
  assert.equal(findJson(schemas['JobInput'] ?? {}, ''), []);
  for (const { name } of integrationTypes(schemas)) assert.equal(findJson(integrationSchema(schemas, name), name), []);
  for (const { name } of credentialChoices(schemas))
    assert.equal(findJson(credentialSchema(schemas, name, true), name), []);
});

test('a flag or an object is a choice, and texts by names are pairs', () => {
  const database = integrationSchema(schemas, 'DATABASE').properties?.['config']?.properties ?? {};
  const ssl = entryOf(database['ssl'] ?? {}, schemas);
  assert.equal(ssl.kind === 'variants' && ssl.variants.map(({ name, schema }) => [name, labelOf(name, schema)]), [
    ['true', 'Yes'],
    ['false', 'No'],
    ['ca', 'Yes, with a certificate of your own'],
  ]);
  const http = integrationSchema(schemas, 'REST_API').properties?.['config']?.properties ?? {};
  assert.equal(entryOf(http['headers'] ?? {}, schemas), { kind: 'pairs' });
});

test('what the service refuses is named as the form names it', () => {
  const job = schemas['JobInput'] ?? {};
  const labels = ['source.path', 'to.table', 'specs.1.spec', 'spec', 'then.done.move', 'to', 'nothing'];
  assert.equal(
    labels.map((path) => labelAt(path.split('.'), job, schemas)),
    [
      'Source, Folder',
      'Destination, Table',
      'Several specs, 2: Spec',
      'Spec',
      'Afterwards, A published file, Move to',
      'Destination',
      null,
    ],
  );
  assert.is(
    labelAt(['config', 'ssl', 'ca'], integrationSchema(schemas, 'DATABASE'), schemas),
    'Encryption, Certificate of the authority',
  );
});

test('lists name types as forms do', () => {
  assert.equal(
    Object.entries(INTEGRATION_TYPES),
    connectorTypes.map(({ type, title }) => [type, title]),
  );
  assert.equal(Object.entries(CREDENTIAL_TYPES).sort(), credentialTypes.map(({ type, title }) => [type, title]).sort());
});

test('each member of a job and of an integration has a description', () => {
  assert.equal(findUndescribed(schemas['JobInput'] ?? {}, ''), []);
  for (const { name } of integrationTypes(schemas))
    assert.equal(
      findUndescribed(integrationSchema(schemas, name), `${name}.`),
      [`${name}.config`],
      'a title is enough',
    );
});

test('labels are words, and alternatives have titles', () => {
  const { properties = {} } = schemas['JobInput'] ?? {};
  const { to = {}, options = {}, source = {} } = properties;
  assert.is(labelOf('to', to), 'Destination');
  assert.is(
    labelOf('skipInvalidRecords', options.properties?.['skipInvalidRecords'] ?? {}),
    'Leave out records with errors',
  );
  assert.is(labelOf('unchangedFor', {}), 'Unchanged for');
  const entry = entryOf(to, schemas);
  assert.equal(entry.kind === 'variants' && entry.variants.map(({ name, schema }) => labelOf(name, schema)), [
    ...['A topic', 'A table of a database', 'Files of an integration'],
  ]);
  assert.equal(
    credentialChoices(schemas).map(({ title }) => title),
    credentialTypes.map(({ title }) => title),
  );
  assert.equal(firstMembers(source, {}), ['integration']);
  assert.is(shownMembers(source, {}).includes('integrationId'), false);
  assert.is(shownMembers(source, { integrationId: 'x' }).includes('integrationId'), true);
});

test('members that are empty are left out', () => {
  assert.equal(prune({ a: '', b: null, c: { d: '' }, e: [], f: false, g: 0, h: { i: 'x' } }), {
    f: false,
    g: 0,
    h: { i: 'x' },
  });
  assert.is(prune({ a: {} }), undefined);
  assert.equal(prune({ specs: [{ pattern: '', spec: 'a' }, {}] }), { specs: [{ spec: 'a' }] });
});

test.run();
