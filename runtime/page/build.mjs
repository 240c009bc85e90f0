// Bundles the page: dist/page/index.html, and files whose names contain a hash of their content.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const source = (name) => join(import.meta.dirname, name);

/**
 * Leaves out the code of encodings that only writes modules: their files `emit.ts`. The page and its worker show messages,
 * and write no module.
 */
const withoutEmitters = {
  name: 'without-emitters',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]encoders[\\/][^\\/]+[\\/]emit\.ts$/ }, async ({ path }) => ({
      contents: toAbsent(await readExports(path)),
    }));
  },
};

/** Writes the page into `folder`/page, which then holds nothing else. */
export async function buildPage(folder) {
  const page = join(folder, 'page');
  const assets = join(page, 'page');
  rmSync(page, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  // The workers and the editor are built first, because the page names their files.
  const worker = await bundle(
    assets,
    { 'check-worker': source('worker/check-worker.ts') },
    { splitting: true, chunkNames: 'worker-[name]-[hash]', plugins: [withoutEmitters] },
  );
  const editor = await bundle(assets, { 'spec-editor': source('views/draft/editor/open-editor.ts') });
  const inference = await bundle(
    assets,
    { 'infer-worker': source('views/infer/infer-worker.ts') },
    {
      alias: {
        'node:module': source('views/infer/node-module.ts'),
      },
      plugins: [await createKernelNames()],
    },
  );
  const define = {
    CHECK_WORKER: JSON.stringify(`./${worker.files['check-worker.js']}`),
    INFER_WORKER: JSON.stringify(`./${inference.files['infer-worker.js']}`),
    SPEC_EDITOR: JSON.stringify(`./${editor.files['spec-editor.js']}`),
  };
  const { files } = await bundle(
    assets,
    { page: source('main.tsx'), style: source('style.css'), icon: source('icon.svg') },
    // Views that few users open are files of their own, and what they share with the page is another one.
    { define, splitting: true, chunkNames: '[name]-[hash]', plugins: [withoutEmitters] },
  );
  const html = readFileSync(source('index.html'), 'utf8')
    .replace('{{SCRIPT}}', files['page.js'])
    .replace('{{STYLE}}', files['style.css'])
    .replace('{{ICON}}', files['icon.svg']);
  writeFileSync(join(page, 'index.html'), html);
  // The licence of a bundled package demands that its text is distributed, too.
  copyFileSync(join(root, 'node_modules/preact/LICENSE'), join(page, 'preact.LICENSE'));
  writeFileSync(join(page, 'editor.LICENSE'), readLicenses(editor.packages));
  writeFileSync(join(page, 'infer.LICENSE'), readLicenses(inference.packages));
}

/**
 * Returns a plugin that replaces the kernel by its names where the compiler needs only them: a module must not declare one.
 * The rest of the worker imports the files of the kernel that it uses.
 */
async function createKernelNames() {
  const contents = toAbsent(await readExports('compiler/kernel/index.ts'));
  const namespace = 'kernel-names';
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /kernel\/index\.ts$/ }, ({ importer, path }) =>
        importer.endsWith(join('emitting', 'code', 'names.ts')) ? { path, namespace } : undefined,
      );
      onLoad({ filter: /./, namespace }, () => ({ contents }));
    },
  };
}

/** Returns a module whose exports are all null. */
function toAbsent(names) {
  return names.map((name) => `export const ${name} = null;`).join('');
}

/** Returns the names that a source file exports. */
async function readExports(entry) {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    metafile: true,
    write: false,
    bundle: true,
    format: 'esm',
    outdir: root,
  });
  const [{ exports }] = Object.values(metafile.outputs);
  return exports;
}

/** Returns the texts of the licences of packages. */
function readLicenses(packages) {
  return packages.map((name) => `${name}\n\n${readLicense(join(root, 'node_modules', name))}`).join('\n');
}

function readLicense(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  // A package without the file names its licence and its author only.
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${license}. Copyright ${author.name ?? author}\n`;
}

/** Builds entry points and returns the names of the written files by their names without the hash, and the packages in them. */
async function bundle(outdir, entryPoints, options = {}) {
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: root,
    metafile: true,
    outdir,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    // A module of Node.js is an error.
    platform: 'browser',
    target: ['es2022', 'chrome116', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
  const names = Object.keys(metafile.outputs).map((path) => basename(path));
  const files = Object.fromEntries(names.map((name) => [name.replace(/-[A-Z0-9]{8}(?=\.)/, ''), name]));
  const found = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return { files, packages: [...new Set(found)].filter((name) => name !== undefined).sort() };
}
