import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';

/**
 * Writes ts-morph as one file into `folder`/ts-morph, and beside it the code that V8 compiles for it: loading the package
 * takes most of the time of compiling a small spec. compiler/emitting/code/ts-morph.ts reads the files.
 */
export async function compileTsMorph(root, folder) {
  const outfile = join(folder, 'ts-morph/ts-morph.cjs');
  mkdirSync(join(folder, 'ts-morph'), { recursive: true });
  await build({
    entryPoints: [createRequire(join(root, 'package.json')).resolve('ts-morph')],
    outfile,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // Only ASCII, so that the file can be read without decoding.
    charset: 'ascii',
    banner: { js: '(function (exports, require, module, __filename) {' },
    footer: { js: '})' },
    logLevel: 'error',
  });
  // In a process of its own: with a fixed seed, V8 orders its tables in the same way, so that two builds have the same
  // bytes. V8 accepts the code in processes with any seed.
  const cache = join(folder, 'ts-morph/ts-morph.cache');
  // Options of V8 in NODE_OPTIONS would become part of the code.
  const { NODE_OPTIONS: _, ...env } = process.env;
  execFileSync(process.execPath, ['--random-seed=1', import.meta.filename, outfile, cache], { stdio: 'inherit', env });
}

/** Writes the code that V8 compiles for a bundle. It contains the name of the file, but not its folder. */
function writeCompiledCode(bundle, cache) {
  const script = new Script(readFileSync(bundle, 'latin1'), { filename: basename(bundle) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(import.meta.url), module, bundle);
  printExample(module.exports);
  const code = script.createCachedData();
  // V8 does not notice that code is damaged.
  writeFileSync(cache, Buffer.concat([createHash('sha256').update(code).digest(), code]));
}

/** Prints a module with each kind of statement that the compiler prints. V8 compiles the functions that it calls. */
function printExample({ Project, StructureKind, ...kinds }) {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: kinds.IndentationText.TwoSpaces,
      quoteKind: kinds.QuoteKind.Single,
      newLineKind: kinds.NewLineKind.LineFeed,
    },
  });
  const properties = [{ name: 'id', type: 'string', docs: ['The id.'] }];
  const record = { kind: StructureKind.Interface, name: 'Example', isExported: true, docs: ['A record.'], properties };
  const read = { kind: StructureKind.Function, name: 'read', statements: ['return 1;'], returnType: 'number' };
  project.createSourceFile('module.ts', { statements: ['$0;', '{ $1 }', record, read] }).getFullText();
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename)
  writeCompiledCode(process.argv[2], process.argv[3]);
