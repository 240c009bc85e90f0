import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findChildCycles, findFileCycles, findFolderCycles } from './cycles.ts';
import { findSources, formatImports, type Import, parseImports, readImports, ROOT } from './imports.ts';
import { LAYERS, layerOf } from './layers.ts';

const compiler = readImports('compiler');
const runtime = readImports('runtime');
const generated = readImports('generated');

/** A longer file is split by what it holds. */
const MAX_LINES = 500;
/** Generated from the description of the API. */
const GENERATED = 'runtime/client/operations.ts';

const isIn = (part: string) => (path: string) => path.startsWith(`${part}/`);

test('the test finds the imports of all parts', () => {
  assert.ok(compiler.length > 100 && runtime.length > 50 && generated.length >= 3);
});

for (const [part, imports] of Object.entries({ compiler, runtime })) {
  const own = imports.filter(({ to }) => isIn(part)(to));

  test(`${part}: no files import each other in a cycle`, () => {
    assert.equal(findFileCycles(own), []);
  });

  test(`${part}: no folders import each other in a cycle`, () => {
    assert.equal([...findFolderCycles(own), ...findChildCycles(own, part)], []);
  });

  test(`${part}: every folder has a layer, and imports only its own layer and lower ones`, () => {
    assert.equal(
      [...new Set(own.flatMap(({ from, to }) => [from, to]))].filter((file) => layerOf(file) < 0),
      [],
    );
    assert.is(formatImports(own.filter(({ from, to }) => layerOf(from) < layerOf(to))), '');
  });

  test(`${part}: every listed layer exists`, () => {
    const listed = (LAYERS[part] ?? []).flat();
    assert.equal(
      listed.filter(
        (folder) => folder !== '.' && !own.some(({ from, to }) => [from, to].some(isIn(`${part}/${folder}`))),
      ),
      [],
    );
  });
}

test('a planted cycle of files, of folders, and of types only is found', () => {
  const plant = (from: string, ...lines: string[]): Import[] => parseImports(from, lines.join('\n'));
  const files = [
    ...plant('a/x.ts', "import { y } from './y.ts';"),
    ...plant('a/y.ts', "import type { X } from './x.ts';"),
  ];
  assert.equal(findFileCycles(files), ['a/x.ts → a/y.ts → a/x.ts']);
  assert.equal(findChildCycles(files, 'a'), ['a/x.ts → a/y.ts → a/x.ts']);
  const folders = [
    ...plant('a/b/x.ts', "export { y } from '../c/y.ts';"),
    ...plant('a/c/z.ts', "export type Z = import('../b/x.ts').X;"),
  ];
  assert.equal(findFileCycles(folders), []);
  assert.equal(findFolderCycles(folders), ['a/b → a/c → a/b']);
  // No folder imports itself through another one, but the root of `a` lies above and below its subfolder.
  const root = [
    ...plant('a/x.ts', "import './b/y.ts';"),
    ...plant('a/b/c/z.ts', "import {\n  w,\n} from '../../w.ts';"),
  ];
  assert.equal(findFolderCycles(root), []);
  assert.equal(findChildCycles([...root, ...plant('a/w.ts', "import './x.ts';")], 'a'), [
    'a/b → a/w.ts → a/x.ts → a/b',
  ]);
});

test('the compiler imports nothing of the runtime', () => {
  assert.is(formatImports(compiler.filter(({ to }) => isIn('runtime')(to) || isIn('generated')(to))), '');
});

test('the runtime imports the compiler through its door, and the types of the contract', () => {
  const allowed = [
    'compiler/index.ts',
    'compiler/formats.ts',
    'compiler/reference-tables.ts',
    'compiler/repairs.ts',
    'compiler/workbooks.ts',
    'compiler/kernel/model/contract.ts',
  ];
  const isAllowed = ({ from, to }: Import): boolean =>
    allowed.includes(to) || (/^compiler\/browser(?:-infer)?\.ts$/.test(to) && isIn('runtime/page')(from));
  assert.is(formatImports(runtime.filter((each) => isIn('compiler')(each.to) && !isAllowed(each))), '');
});

test('the kernel imports only itself', () => {
  const isKernel = isIn('compiler/kernel');
  assert.is(formatImports(compiler.filter(({ from, to }) => isKernel(from) && !isKernel(to))), '');
});

test('a generated module imports only the kernel and its own fast reader', () => {
  const isOwn = ({ from, to }: Import) => to === from.replace(/\.ts$/, '.fast.ts');
  assert.is(formatImports(generated.filter((each) => each.to !== 'specmill/kernel' && !isOwn(each))), '');
});

test('only the store imports SQLite', () => {
  assert.is(
    formatImports(runtime.filter(({ from, to }) => to === 'sqlite3' && !isIn('runtime/state/store')(from))),
    '',
  );
});

test(`no source file has more than ${MAX_LINES} lines`, () => {
  const lengths = ['compiler', 'runtime']
    .flatMap(findSources)
    .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 }));
  assert.ok(lengths.length > 500);
  assert.equal(
    lengths
      .filter(({ file, lines }) => lines > MAX_LINES && file !== GENERATED)
      .map(({ file, lines }) => `${file}: ${lines} lines`),
    [],
  );
});

test('only code/literal.ts casts a text to source text', () => {
  const casts = findSources('compiler').filter(
    (file) => file !== 'compiler/emitting/code/literal.ts' && / as Code\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.equal(casts, []);
});

test.run();
