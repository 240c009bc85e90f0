import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
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
  const root = new URL('../../', kernelFolder());
  const sourcefile = `${fileNameOf(name)}.ts`;
  const result = await build({
    // A comment has the path of the source, which must not depend on the folder of the process.
    absWorkingDir: fileURLToPath(root),
    stdin: {
      contents: source,
      loader: 'ts',
      sourcefile,
      resolveDir: fileURLToPath(kernelFolder()),
    },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    // Settings of the project of the caller do not apply.
    tsconfigRaw: {},
    // The paths remain below the folder of the kernel, also where the package is a symbolic link.
    preserveSymlinks: true,
    plugins: [kernelPlugin(fastSource)],
  });
  const file = result.outputFiles[0];
  if (file === undefined) throw new Error('esbuild gave no output');
  const names = new ConstantNames();
  names.collect(source);
  if (fastSource !== null) names.collect(fastSource);
  for (const path of kernelFiles(result.metafile, sourcefile)) names.collect(readFileSync(new URL(path, root), 'utf8'));
  const text = file.text.replace(PATH_OF_KERNEL, (comment, path) =>
    path === sourcefile ? comment : `// kernel:${path}`,
  );
  return restoreConstants(text, names);
}

const PATH_OF_KERNEL = /^\/\/ compiler\/kernel\/(.+)$/gm;

/** Returns the files of the kernel in a bundle. For esbuild, the generated module `sourcefile` is in their folder, too. */
function kernelFiles({ inputs }: Metafile, sourcefile: string): string[] {
  return Object.keys(inputs).filter((path) => {
    const [, file] = /^compiler\/kernel\/(.+)$/.exec(path) ?? [];
    return file !== undefined && file !== sourcefile;
  });
}

/**
 * Resolves `specmill/kernel` to the kernel of this compiler, and `*.fast.ts` to the fast reader. Any other import of a
 * generated module is an error. esbuild itself resolves and reads the files of the kernel, because a message to this
 * process for each of them would take longer than to bundle them.
 */
function kernelPlugin(fastSource: string | null): Plugin {
  const index = fileURLToPath(new URL('index.ts', kernelFolder()));
  return {
    name: 'specmill-kernel',
    setup(builder) {
      const refuse = (path: string) => ({
        errors: [{ text: `a generated module cannot import ${JSON.stringify(path)}` }],
      });
      // An import of the kernel is relative.
      builder.onResolve({ filter: /^[^.]/ }, ({ path }) =>
        path === 'specmill/kernel' ? { path: index } : refuse(path),
      );
      builder.onResolve({ filter: /\.fast\.ts$/ }, ({ path }) =>
        fastSource === null ? refuse(path) : { path: 'fast.ts', namespace: 'fast' },
      );
      builder.onLoad({ filter: /.*/, namespace: 'fast' }, () => ({
        contents: fastSource ?? '',
        loader: 'ts',
      }));
    },
  };
}

/** The names that the bundled modules declare at top level with `const` and with `let`. */
class ConstantNames {
  readonly #constants = new Set<string>();
  readonly #variables = new Set<string>();

  /** Records the names that a module declares. */
  collect(source: string): void {
    for (const [, kind, declaredName = ''] of source.matchAll(/^(?:export )?(const|let) (\w+)/gm))
      (kind === 'const' ? this.#constants : this.#variables).add(declaredName);
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
