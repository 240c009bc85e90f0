import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecStore, StoredSpec } from '../../runtime/state/store/spec-store.ts';
import { openTestStore } from '../support/test-store.ts';
import type { Store } from '../../runtime/state/store/store.ts';
import { createDataFolder } from './data-folder.ts';

const test = suite<{ folder: string; remove(): void; store: Store; specs: SpecStore }>('specs of the API');
test.before.each(async (context) => {
  Object.assign(context, createDataFolder());
  context.store = await openTestStore(context.folder);
  context.specs = context.store.specs;
});
test.after.each(async ({ store, remove }) => {
  await store.close();
  remove();
});

const given = (name: string, version = 'v1') => ({
  id: randomUUID(),
  name,
  body: `{"name":${JSON.stringify(name)},"v":"${version}"}`,
  version,
});

test('an inserted spec is found by id and by name, and listed by name', async ({ specs }) => {
  const [b, a] = [given('b ü\u{1f600}'), given('a')];
  for (const spec of [b, a]) assert.is((await specs.insert(spec)).kind, 'inserted');
  const found = await specs.get(b.id);
  assert.equal({ ...found, createdAt: null, updatedAt: null }, { ...b, number: 1, createdAt: null, updatedAt: null });
  assert.match(found?.createdAt ?? '', /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.equal((await specs.findByName('a'))?.id, a.id);
  assert.equal(
    (await specs.list()).map(({ name }) => name),
    ['a', b.name],
  );
  assert.equal([await specs.get('no'), await specs.findByName('A'), await specs.findByName('')], [null, null, null]);
});

test('of many simultaneous inserts of one name, one succeeds', async ({ specs }) => {
  const all = await Promise.all(Array.from({ length: 20 }, () => specs.insert(given('same'))));
  assert.equal(all.map(({ kind }) => kind).sort(), ['inserted', ...Array<string>(19).fill('name_taken')]);
  assert.is((await specs.list()).length, 1);
});

test('replacing creates the next version under the same id; an identical spec creates none', async ({ specs }) => {
  const spec = given('a');
  await specs.insert(spec);
  const next = { name: 'renamed', body: '{"v":2}', version: 'v2' };
  const replaced = (await specs.replace(spec.id, next)) as { kind: 'replaced'; spec: StoredSpec };
  assert.equal(
    [replaced.kind, replaced.spec.number, replaced.spec.name, replaced.spec.version, replaced.spec.body],
    ['replaced', 2, 'renamed', 'v2', '{"v":2}'],
  );
  const same = (await specs.replace(spec.id, next)) as { kind: 'replaced'; spec: StoredSpec };
  assert.equal(same.spec, replaced.spec);
  assert.equal(
    (await specs.versions(spec.id)).map(({ number, version, body }) => [number, version, body]),
    [
      [1, 'v1', spec.body],
      [2, 'v2', '{"v":2}'],
    ],
  );
  assert.is((await specs.insert(given('a'))).kind, 'inserted', 'the old name is free');
});

test('replacing: not found, name taken, another version', async ({ specs }) => {
  const [a, b] = [given('a'), given('b')];
  await specs.insert(a);
  await specs.insert(b);
  assert.equal(await specs.replace(randomUUID(), a), { kind: 'not_found' });
  assert.equal(await specs.replace(a.id, { ...a, name: 'b' }), { kind: 'name_taken' });
  assert.equal(await specs.replace(a.id, { ...a, version: 'v2' }, { ifVersion: 'v0' }), {
    kind: 'version_differs',
    version: 'v1',
  });
  assert.is((await specs.replace(a.id, { ...a, version: 'v2' }, { ifVersion: 'v1' })).kind, 'replaced');
  assert.is((await specs.get(a.id))?.version, 'v2');
});

test('of many simultaneous replacements of one version, one succeeds', async ({ specs }) => {
  const spec = given('a');
  await specs.insert(spec);
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      specs.replace(spec.id, { ...spec, version: `n${index}` }, { ifVersion: 'v1' }),
    ),
  );
  assert.is(all.filter(({ kind }) => kind === 'replaced').length, 1);
  assert.is((await specs.versions(spec.id)).length, 2);
});

test('removing a spec removes its versions and frees its name', async ({ specs }) => {
  const spec = given('a');
  await specs.insert(spec);
  assert.equal(await specs.remove(spec.id, { ifVersion: 'v0' }), { kind: 'version_differs', version: 'v1' });
  assert.equal(await specs.remove(spec.id), { kind: 'removed' });
  assert.equal(
    [await specs.remove(spec.id), await specs.get(spec.id), await specs.versions(spec.id)],
    [{ kind: 'not_found' }, null, []],
  );
  assert.is((await specs.insert(given('a'))).kind, 'inserted');
});

test('specs survive the process', async (context) => {
  const spec = given('a');
  await context.specs.insert(spec);
  await context.store.close();
  context.store = await openTestStore(context.folder);
  assert.is((await context.store.specs.get(spec.id))?.body, spec.body);
});

test.run();
