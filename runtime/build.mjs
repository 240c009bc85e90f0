// Bundles the program (dist/specmill.js), the page (dist/page), and the compiler, the kernel and the client as libraries
// (dist/compiler.js, …) with their types.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compileParts } from './compile-parts.mjs';
import { compileTsMorph } from './compile-ts-morph.mjs';
import { buildPage } from './page/build.mjs';
import { gatherStart } from './start-part.mjs';

const root = resolve(import.meta.dirname, '..');

/** It becomes a part of the program and its threads: a few functions of a package that is large and takes long to load. */
const ZOD = ['zod/mini', 'zod/v4/core'];
/** They become parts of the scripts, because packages of many files take long to load. */
const BUNDLED = ['yaml', '@eslint-community/regexpp', '@marcbachmann/cel-js'];
/** These, too. Scripts cannot require them, because early versions of Node.js 22 refuse ES modules. */
const SERVING = ['h3', 'rou3', 'srvx/node', 'srvx/body-limit', 'srvx', 'oauth4webapi'];
const LICENSED = {
  zod: 'zod/LICENSE',
  yaml: 'yaml/LICENSE',
  regexpp: '@eslint-community/regexpp/LICENSE',
  'cel-js': '@marcbachmann/cel-js/LICENSE',
  h3: 'h3/LICENSE',
  rou3: 'rou3/LICENSE',
  srvx: 'srvx/LICENSE',
  oauth4webapi: 'oauth4webapi/LICENSE.md',
};

/**
 * Writes the bundles into a folder and removes the chunks of earlier builds. Returns the id of the compiler in them.
 */
export async function buildProgram(folder) {
  const buildId = hashOfCompiler();
  const options = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    alias: findPackages(ZOD),
    sourcemap: true,
    logLevel: 'warning',
    define: { SPECMILL_BUILD_ID: JSON.stringify(buildId) },
  };
  const written = new Set();
  const write = async (entryPoints, others) => {
    const { metafile } = await build({ ...options, entryPoints, metafile: true, ...others });
    for (const path of Object.keys(metafile.outputs)) written.add(resolve(root, path));
    return metafile.outputs;
  };
  // The program shares no parts with the libraries and the threads, which would divide its parts further.
  const main = 'runtime/cli/main.ts';
  const outputs = await write(
    { specmill: main },
    {
      alias: findPackages([...ZOD, ...BUNDLED, ...SERVING]),
      plugins: [await gatherStart(main, 'runtime/cli/commands/validate.ts', options)],
    },
  );
  const libraries = {
    compiler: 'compiler/index.ts',
    kernel: 'compiler/kernel/index.ts',
    'threads/compile-thread': 'runtime/state/registry/compile/compile-thread.ts',
    'threads/run-thread': 'runtime/runs/worker/run-thread.ts',
    'threads/table-thread': 'runtime/state/reference/table-thread.ts',
  };
  // A part with the same content would have the same name, but scripts replace those of the program.
  await write(libraries, { chunkNames: 'parts/library-[name]-[hash]' });
  await buildClient(folder);
  await compileTsMorph(root, folder);
  await compileParts({ root, folder, outputs });
  await buildPage(folder);
  // The licences of the packages demand that their texts are distributed, too.
  for (const [file, text] of Object.entries(LICENSED))
    copyFileSync(join(root, 'node_modules', text), join(folder, `${file}.LICENSE`));
  chmodSync(join(folder, 'specmill.js'), 0o755);
  for (const name of readdirSync(join(folder, 'parts'))) {
    const part = join(folder, 'parts', name);
    if (!written.has(part)) rmSync(part);
  }
  return buildId;
}

function findPackages(names) {
  return Object.fromEntries(names.map((name) => [name, fileURLToPath(import.meta.resolve(name))]));
}

/** Writes the client of the service: one file that imports nothing, for Node.js and browsers. */
async function buildClient(folder) {
  await build({
    entryPoints: { client: join(root, 'runtime/client/client.ts') },
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    sourcemap: true,
    logLevel: 'warning',
  });
}

/** Writes the type declarations of the libraries to `folder`/types. */
function declareLibraries(folder) {
  const options = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--outDir',
    join(folder, 'types'),
    '--rootDir',
    root,
  ];
  const files = ['compiler/index.ts', 'compiler/kernel/index.ts', 'runtime/client/client.ts'].map((file) =>
    join(root, file),
  );
  const common = [
    '--ignoreConfig',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable,dom.asynciterable',
    '--module',
    'nodenext',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--exactOptionalPropertyTypes',
    '--types',
    'node',
  ];
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...common, ...options, ...files], {
    cwd: root,
    stdio: 'inherit',
  });
}

/**
 * Returns a hash of the compiler's sources. It is part of the cache key, so that a new compiler does not use old
 * modules.
 */
function hashOfCompiler() {
  const hash = createHash('sha256');
  for (const name of readdirSync(join(root, 'compiler'), { recursive: true }).sort()) {
    if (name.endsWith('.ts')) hash.update(`${name}\0`).update(readFileSync(join(root, 'compiler', name)));
  }
  return hash.digest('hex');
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  await buildProgram(join(root, 'dist'));
  declareLibraries(join(root, 'dist'));
}
