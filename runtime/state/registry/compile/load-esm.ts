import { Script } from 'node:vm';
import type { SpecModule } from '../../../../compiler/kernel/model/contract.ts';

/** The code that V8 has compiled for a module. */
export interface ModuleCode {
  /** Returns the stored code of a module with this text, or null. */
  read(): Buffer | null;
  /** Receives the script if there is no stored code that V8 accepts. */
  onCompiled(script: Script): void;
}

/**
 * Loads a standalone ES module from its text. The text is executed, because a file could change after its hash was
 * checked.
 */
export function loadEsm(esm: string): Promise<SpecModule> {
  return loadEsmWithCode(esm, null);
}

/** Loads a module like loadEsm(). V8 uses `code`, if there is any, in place of compiling the module. */
export async function loadEsmWithCode(esm: string, code: ModuleCode | null): Promise<SpecModule> {
  const text = toScript(esm);
  if (text === null) return importText(esm);
  const cachedData = code?.read() ?? null;
  const script = new Script(text, { filename: 'module.mjs', ...(cachedData === null ? {} : { cachedData }) });
  if (cachedData === null || script.cachedDataRejected === true) code?.onCompiled(script);
  // Every emitted module has this shape. The tests of the compiler verify that.
  return (script.runInThisContext() as () => SpecModule)();
}

/**
 * Returns a module as the text of a function that returns its exports, or null if it has another form. An emitted module
 * imports nothing and ends with its exports, as esbuild writes them.
 */
function toScript(esm: string): string | null {
  const start = esm.lastIndexOf('\nexport {');
  if (start < 0) return null;
  const names = /^\nexport \{([\w$\s,]+)\};\n?$/.exec(esm.slice(start))?.[1];
  if (names === undefined) return null;
  const members = names.split(',').map((one) => one.trim().split(/\s+as\s+/));
  const exports = members.map(([name, exported]) => (exported === undefined ? name : `${exported}: ${name}`));
  return `(function () {"use strict";${esm.slice(0, start)}\nreturn { ${exports.join(', ')} };\n})`;
}

async function importText(esm: string): Promise<SpecModule> {
  const url = `data:text/javascript;base64,${Buffer.from(esm).toString('base64')}`;
  return (await import(url)) as SpecModule;
}
