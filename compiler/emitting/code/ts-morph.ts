import { createRequire } from 'node:module';

type TsMorph = typeof import('ts-morph');

/** The build defines this constant. It is undefined if the program runs from its sources. */
declare const SPECMILL_BUILD_ID: string | undefined;

/** Defines the exports of a CommonJS module. */
type CommonJsFunction = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
) => void;

const CHECKSUM_BYTES = 32;

const require = createRequire(import.meta.url);
let loaded: TsMorph | null = null;

/**
 * Loads ts-morph only when code is emitted, because loading it takes longer than checking a spec. It uses require().
 * For an import, Node.js would read the CommonJS module two more times, to detect its format and exports.
 */
export function loadTsMorph(): TsMorph {
  // require() is untyped. The package's own types apply.
  loaded ??= loadCompiled() ?? (require('ts-morph') as TsMorph);
  return loaded;
}

/**
 * Loads the bundle of ts-morph that the build writes with the code that V8 has compiled. This takes a quarter of the
 * time. V8 compiles the bundle again if its version differs from that of the build. Returns null if there is no build.
 */
function loadCompiled(): TsMorph | null {
  if (typeof SPECMILL_BUILD_ID !== 'string') return null;
  // A browser, where nothing is compiled, lacks these modules.
  const { existsSync, readFileSync } = require('node:fs') as typeof import('node:fs');
  const { Script } = require('node:vm') as typeof import('node:vm');
  const { fileURLToPath } = require('node:url') as typeof import('node:url');
  // The bundler places this module in the program's folder or in a subfolder.
  const folders = ['./ts-morph/', '../ts-morph/'].map((path) => new URL(path, import.meta.url));
  const folder = folders.find((one) => existsSync(new URL('ts-morph.cache', one)));
  if (folder === undefined) return null;
  const filename = fileURLToPath(new URL('ts-morph.cjs', folder));
  const cachedData = verify(readFileSync(new URL('ts-morph.cache', folder)));
  const script = new Script(readFileSync(filename, 'latin1'), {
    filename,
    ...(cachedData === null ? {} : { cachedData }),
  });
  const module = { exports: {} };
  // The cast is safe: the text of the bundle is such a function.
  const run = script.runInThisContext() as CommonJsFunction;
  run(module.exports, require, module, filename);
  return module.exports as TsMorph;
}

/** Returns compiled code without its checksum, or null if it is damaged, which V8 would not notice. */
function verify(content: Buffer): Buffer | null {
  const { createHash } = require('node:crypto') as typeof import('node:crypto');
  const code = content.subarray(CHECKSUM_BYTES);
  return createHash('sha256').update(code).digest().equals(content.subarray(0, CHECKSUM_BYTES)) ? code : null;
}
