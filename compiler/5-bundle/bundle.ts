import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { fileNameOf } from '../4-emit/file-name.ts';
import { kernelFolder } from './kernel-folder.ts';

/** A generated module, its fast reader and the part of the kernel that it uses as one ES module for Node and browsers. @throws where esbuild refuses the text. */
export async function bundleModule(source: string, name: string, fastSource: string | null = null): Promise<string> {
  const result = await build({
    stdin: { contents: source, loader: 'ts', sourcefile: `${fileNameOf(name)}.ts`, resolveDir: fileURLToPath(kernelFolder()) },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [kernelPlugin(fastSource)],
  });
  const file = result.outputFiles?.[0];
  if (file === undefined) throw new Error('esbuild gave no output');
  return file.text;
}

/** `specmill/kernel` is the kernel that this compiler was made with; but for the fast reader nothing else may be imported. */
function kernelPlugin(fastSource: string | null): Plugin {
  const folder = kernelFolder();
  return {
    name: 'specmill-kernel',
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, ({ path, kind, importer, namespace }) => {
        if (path === 'specmill/kernel') return { path: 'index.ts', namespace: 'kernel' };
        if (fastSource !== null && namespace !== 'kernel' && path.endsWith('.fast.ts')) return { path: 'fast.ts', namespace: 'fast' };
        if (namespace === 'kernel' && kind === 'import-statement') return { path: posix.join(posix.dirname(importer), path), namespace };
        return { errors: [{ text: `a generated module cannot import ${JSON.stringify(path)}` }] };
      });
      builder.onLoad({ filter: /.*/, namespace: 'fast' }, () => ({ contents: fastSource ?? '', loader: 'ts' }));
      builder.onLoad({ filter: /.*/, namespace: 'kernel' }, ({ path }) => ({ contents: readFileSync(new URL(path, folder), 'utf8'), loader: 'ts' }));
    },
  };
}
