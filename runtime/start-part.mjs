import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The name of the import that esbuild resolves to all modules of the start. */
const START = 'specmill-start';

/**
 * Returns a plugin of esbuild that puts the modules of `start` into few parts. esbuild creates a part for each set of
 * commands that share a module, so that a command would load 40 small files, each for half a millisecond. With the
 * plugin, all modules that are loaded later also import those of the start, which are loaded by then.
 *
 * `entry` is the module that loads the others. `options` are those of the build.
 */
export async function gatherStart(entry, start, options) {
  const { metafile } = await build({ ...options, entryPoints: [entry, start], metafile: true, write: false });
  const { inputs } = metafile;
  const needed = new Set();
  const add = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const { path: imported, kind, external } of inputs[path].imports)
      if (kind === 'import-statement' && external !== true) add(imported);
  };
  add(start);
  const later = new Set();
  for (const { imports } of Object.values(inputs))
    for (const { path, kind, external } of imports)
      if (kind === 'dynamic-import' && external !== true) later.add(join(options.absWorkingDir, path));
  return {
    name: START,
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^${START}$`) }, () => ({ path: START, namespace: START }));
      builder.onLoad({ filter: /./, namespace: START }, () => ({
        contents: [...needed].map((path) => `import './${path}';`).join('\n'),
        resolveDir: options.absWorkingDir,
      }));
      builder.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        later.has(path) ? { contents: `${readFileSync(path, 'utf8')}\nimport '${START}';\n`, loader: 'ts' } : undefined,
      );
    },
  };
}
