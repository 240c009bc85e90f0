import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecText } from '../../compiler/index.ts';
import { readCompiled } from '../../runtime/state/registry/compile/compiled-spec.ts';
import { openModuleCache } from '../../runtime/state/registry/compile/module-cache.ts';
import { pruneModules } from '../../runtime/state/registry/prune-modules.ts';
import { createSpecCompiler, type SpecCompilation } from '../../runtime/state/registry/compile/spec-compiler.ts';
import { ORDERS_YAML } from './service.ts';

const test = suite('compiling in a thread');
const orders: SpecText = { text: ORDERS_YAML, path: 'orders.yaml', syntax: 'yaml', expectedName: 'orders' };
const fields = Array.from({ length: 3000 }, (_, i) => ({ name: `f${i}`, type: 'DECIMAL', required: true }));
const large: SpecText = {
  text: JSON.stringify({ name: 'large', format: 'CSV', fields }),
  path: 'large',
  syntax: 'json',
};
const codesOf = ({ diagnostics }: SpecCompilation) => diagnostics.map(({ code }) => code);
const onFault = (error: Error) => assert.unreachable(error.message);

test('specs are compiled one after the other, each with its own result', async () => {
  const compiler = createSpecCompiler(onFault);
  const all = await Promise.all(
    [orders, { ...orders, text: 'name: [' }, orders, { ...orders, expectedName: 'others' }].map((input) =>
      compiler.compile(input),
    ),
  );
  assert.equal(
    all.map(({ module }) => module?.name),
    ['orders', undefined, 'orders', undefined],
  );
  assert.is(all[0]?.module?.esm, all[2]?.module?.esm);
  await compiler.close();
});

test('a spec that needs too much processor time or memory is rejected with a diagnostic; the next one compiles', async () => {
  for (const [limits, message] of [
    [{ processorMs: 300 }, /more than 0\.3 s of processor time/],
    [{ memoryMb: 48 }, /more than 48 MB of memory/],
  ] as const) {
    const compiler = createSpecCompiler(onFault, limits);
    const refused = await compiler.compile(large);
    assert.equal([refused.module, codesOf(refused)], [null, ['spec_too_costly']]);
    assert.match(refused.diagnostics[0]?.message ?? '', message);
    await compiler.close();
  }
  const compiler = createSpecCompiler(onFault, { memoryMb: 48 });
  const [refused, next] = await Promise.all([
    compiler.compile(large),
    compiler.compile({ ...orders, text: 'name: [' }),
  ]);
  assert.equal([codesOf(refused), codesOf(next)], [['spec_too_costly'], ['invalid_yaml']]);
  await compiler.close();
});

test('the thread ends when idle and starts again on demand', async () => {
  const compiler = createSpecCompiler(onFault, { idleMs: 50 });
  for (let i = 0; i < 2; i++) {
    assert.is((await compiler.compile(orders)).module?.name, 'orders');
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  await compiler.close();
  assert.equal(codesOf(await compiler.compile(orders)), ['compile_failed']);
});

test('compiled modules are cached; damaged ones are compiled again', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'specmill-cache-'));
  const cache = await openModuleCache(dataFolder);
  const compiler = createSpecCompiler(onFault);
  const first = await readCompiled(orders, { cache, compiler });
  await compiler.close();
  // A closed compiler rejects calls, so this result comes from the cache.
  assert.equal(await readCompiled(orders, { cache, compiler }), first);
  assert.ok(first.kind === 'compiled');
  assert.equal(first.compiled.module.spec, {
    name: 'orders',
    version: first.compiled.module.spec.version,
    format: 'CSV',
    fields: [
      { name: 'id', type: 'STRING', sensitive: false },
      { name: 'amount', type: 'DECIMAL', sensitive: false },
    ],
  });
  rmSync(first.compiled.module.path);
  assert.is((await readCompiled(orders, { cache, compiler })).kind, 'rejected');
  assert.ok(readdirSync(join(dataFolder, 'modules')).every((name) => !name.includes('.partial')));
  rmSync(dataFolder, { recursive: true });
});

test('old unused modules are removed from the cache', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-cache-'));
  mkdirSync(join(folder, 'modules'));
  for (const name of ['a.mjs', 'b.json', 'b.ts', 'b.d.ts', 'c.mjs', 'c.mjs.0a.partial'])
    writeFileSync(join(folder, 'modules', name), '');
  await pruneModules(folder, new Set(['b']));
  assert.is(readdirSync(join(folder, 'modules')).length, 6);
  await pruneModules(folder, new Set(['b']), Date.now() + 31 * 24 * 3600_000);
  assert.equal(readdirSync(join(folder, 'modules')).sort(), ['b.d.ts', 'b.json', 'b.ts']);
  rmSync(folder, { recursive: true });
});

test.run();
