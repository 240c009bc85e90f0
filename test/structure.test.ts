import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** The arrows of the house: which folder may import which; see compiler/README.md. */
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Import {
  from: string;
  to: string;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('dist/'))
    .map((file) => join(folder, file));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/(?:^|\n)(?:import|export)[^;'"`]*?from '([^']+)'|\bimport\('([^']+)'\)/g)].map(
    ([, fixed, dynamic]) => {
      const specifier = fixed ?? dynamic ?? '';
      return {
        from: file,
        to: specifier.startsWith('.') ? relative(ROOT, normalize(join(ROOT, dirname(file), specifier))) : specifier,
      };
    },
  );
}

const compiler = filesBelow('compiler').flatMap(importsOf);
const runtime = filesBelow('runtime').flatMap(importsOf);
const generated = filesBelow('generated').flatMap(importsOf);

function formatImports(imports: Import[]): string {
  return imports.map(({ from, to }) => `${from} imports ${to}`).join('\n');
}

test('there are imports to look at', () => {
  assert.ok(compiler.length > 100 && runtime.length > 50 && generated.length >= 3);
});

test('the compiler knows nothing of the runtime', () => {
  assert.is(formatImports(compiler.filter(({ to }) => to.startsWith('runtime/') || to.startsWith('generated/'))), '');
});

test("the runtime enters the compiler by its doors; types of the contract are everybody's", () => {
  const crossing = runtime.filter(({ to }) => to.startsWith('compiler/'));
  // The page has a door of its own, which imports nothing of Node.js.
  const doorOf = (from: string) => (from.startsWith('runtime/page/') ? 'compiler/browser.ts' : 'compiler/index.ts');
  const isAllowed = ({ from, to }: Import) => to === doorOf(from) || to === 'compiler/kernel/model/contract.ts';
  assert.is(formatImports(crossing.filter((one) => !isAllowed(one))), '');
});

test('the kernel imports nothing but itself', () => {
  assert.is(
    formatImports(
      compiler.filter(({ from, to }) => from.startsWith('compiler/kernel/') && !to.startsWith('compiler/kernel/')),
    ),
    '',
  );
});

test('generated modules import the kernel alone, and their own fast readers', () => {
  const isOwn = ({ from, to }: (typeof generated)[number]) => to === from.replace(/\.ts$/, '.fast.ts');
  assert.is(formatImports(generated.filter((edge) => edge.to !== 'specmill/kernel' && !isOwn(edge))), '');
});

test('the stages of the compiler look back, never ahead', () => {
  const stageOf = (file: string) => Number(/^compiler\/(\d)-/.exec(file)?.[1] ?? 0);
  // Emitters are called by what belongs to one type, correction or rule, which plans and checks with it.
  const ahead = compiler.filter(({ from, to }) => stageOf(from) > 0 && stageOf(to) > stageOf(from));
  assert.is(formatImports(ahead), '');
});

test('only the store speaks SQL, and only code/literal makes source text of texts', () => {
  const sql = runtime.filter(({ from, to }) => to === 'sqlite3' && !from.startsWith('runtime/store/'));
  assert.is(formatImports(sql), '');
  const casts = filesBelow('compiler').filter(
    (file) => file !== 'compiler/code/literal.ts' && / as Code\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.equal(casts, []);
});

test.run();
