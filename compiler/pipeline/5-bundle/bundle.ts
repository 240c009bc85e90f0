import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import { fileNameOf } from '../4-emit/file-name.ts';
import { kernelFolder } from './kernel-folder.ts';

/** Starts the process of esbuild, which then starts while the module is emitted. Errors are those of bundleModule(). */
export function startBundler(): void {
  transform('').catch(() => undefined);
}

/**
 * Returns one ES module for Node and browsers. It contains a generated module, its fast reader unless `fastSource` is
 * null, and the part of the kernel that they use. `name` is the name of the spec.
 * @throws if esbuild rejects the source
 */
export async function bundleModule(source: string, name: string, fastSource: string | null = null): Promise<string> {
  const names = new ConstantNames();
  const result = await build({
    // A comment has the path of the source, which must not depend on the folder of the process.
    absWorkingDir: fileURLToPath(new URL('../../', kernelFolder())),
    stdin: {
      contents: names.collect(source),
      loader: 'ts',
      sourcefile: `${fileNameOf(name)}.ts`,
      resolveDir: fileURLToPath(kernelFolder()),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [kernelPlugin(fastSource, names)],
  });
  const file = result.outputFiles?.[0];
  if (file === undefined) throw new Error('esbuild gave no output');
  return restoreConstants(file.text, names);
}

/**
 * Resolves `specmill/kernel` to the kernel of this compiler, and `*.fast.ts` to the fast reader. Any other import of a
 * generated module is an error.
 */
function kernelPlugin(fastSource: string | null, names: ConstantNames): Plugin {
  const folder = kernelFolder();
  return {
    name: 'specmill-kernel',
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, ({ path, kind, importer, namespace }) => {
        if (path === 'specmill/kernel') return { path: 'index.ts', namespace: 'kernel' };
        if (fastSource !== null && namespace !== 'kernel' && path.endsWith('.fast.ts'))
          return { path: 'fast.ts', namespace: 'fast' };
        if (namespace === 'kernel' && kind === 'import-statement')
          return { path: posix.join(posix.dirname(importer), path), namespace };
        return { errors: [{ text: `a generated module cannot import ${JSON.stringify(path)}` }] };
      });
      builder.onLoad({ filter: /.*/, namespace: 'fast' }, () => ({
        contents: names.collect(fastSource ?? ''),
        loader: 'ts',
      }));
      builder.onLoad({ filter: /.*/, namespace: 'kernel' }, ({ path }) => ({
        contents: names.collect(readFileSync(new URL(path, folder), 'utf8')),
        loader: 'ts',
      }));
    },
  };
}

/** The names that the bundled modules declare at top level with `const` and with `let`. */
class ConstantNames {
  readonly #constants = new Set<string>();
  readonly #variables = new Set<string>();

  /** Records the names that a module declares, and returns its source unchanged. */
  collect(source: string): string {
    for (const [, kind, declaredName = ''] of source.matchAll(/^(?:export )?(const|let) (\w+)/gm))
      (kind === 'const' ? this.#constants : this.#variables).add(declaredName);
    return source;
  }

  /**
   * Returns whether a name in the bundle can only be a constant. esbuild appends a number to a name that two modules
   * declare, so the name without its number counts as well.
   */
  isConstant(name: string): boolean {
    const possible = [name, name.replace(/\d+$/, '')];
    return (
      possible.some((declaredName) => this.#constants.has(declaredName)) &&
      !possible.some((declaredName) => this.#variables.has(declaredName))
    );
  }
}

/**
 * Restores `const` in a bundle, where esbuild writes `var`. V8 treats only `const` as constant, which makes the readers
 * about an eighth faster.
 */
function restoreConstants(text: string, names: ConstantNames): string {
  return text.replace(/^var (?=(\w+) = )/gm, (declared, name: string) =>
    names.isConstant(name) ? 'const ' : declared,
  );
}
