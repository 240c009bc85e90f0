import { createHash } from 'node:crypto';
import { transformSync } from 'esbuild';
import { versionOf } from '../../compiler/pipeline/1-read/canonical.ts';
import type { EncoderName } from '../../compiler/formats.ts';
import type { SpecText } from '../../compiler/pipeline/1-read/read-spec.ts';
import type { AnySpec } from '../../compiler/pipeline/1-read/spec-shape.ts';
import { emitSpec } from '../../compiler/pipeline/4-emit/emit-spec.ts';
import { compile, readAndCheck } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { isLong } from './property.ts';

/** What the compiler emits for a spec: `<name>.ts`, and `<name>.fast.ts` unless the spec has no fast reader. */
export interface ModuleSource {
  readonly source: string;
  readonly fastSource: string | null;
}

/** Emits a spec that has no errors. */
export function emitSource(spec: AnySpec, encoder?: EncoderName): ModuleSource {
  return emitSpec(spec, versionOf(spec), encoder);
}

/**
 * Loads emitted source over the kernel's own sources, without the bundle that `compile` makes: a third of its
 * processor time, and the same behaviour. The samples, and every suite that compiles, cover the bundle.
 */
export async function linkModule({ source, fastSource }: ModuleSource): Promise<SpecModule> {
  // A fast reader holds the careful readers of its module. Two modules with the same fast source need a copy each.
  const owner = createHash('sha256').update(source).digest('hex');
  const linked =
    fastSource === null ? source : linkImport(source, /(["'])\.\/[^"']*\.fast\.ts\1/, `${toUrl(fastSource)}#${owner}`);
  // The cast is safe: `npm run check` type-checks the generated modules against this type.
  return (await import(toUrl(linked))) as SpecModule;
}

const modules = new Map<string, Promise<SpecModule>>();

/**
 * Loads the module of a spec: linked, or in a long run the standalone bundle. The same text gives the same module.
 * Throws for a spec with errors.
 */
export async function loadModule(input: SpecText): Promise<SpecModule> {
  const key = `${input.encoder ?? ''} ${input.text}`;
  const known = modules.get(key) ?? (isLong ? loadBundle(input) : loadLinked(input));
  modules.set(key, known);
  return known;
}

/** Loads the standalone ES module that `compile` returns. Throws for a spec with errors. */
export async function loadBundle(input: SpecText): Promise<SpecModule> {
  const { module, diagnostics } = await compile(input);
  if (module === null) throw new Error(`${input.text} has errors: ${JSON.stringify(diagnostics)}`);
  // The bundle exports what the contract declares.
  return (await import(toDataUrl(module.esm))) as SpecModule;
}

async function loadLinked(input: SpecText): Promise<SpecModule> {
  const { spec, diagnostics } = readAndCheck(input);
  if (spec === null) throw new Error(`${input.text} has errors: ${JSON.stringify(diagnostics)}`);
  return linkModule(emitSource(spec, input.encoder));
}

function toUrl(source: string): string {
  const { code } = transformSync(source, { loader: 'ts', format: 'esm' });
  const kernel = new URL('../../compiler/kernel/index.ts', import.meta.url).href;
  return toDataUrl(linkImport(code, /(["'])specmill\/kernel\1/, kernel));
}

function linkImport(source: string, specifier: RegExp, url: string): string {
  return source.replace(specifier, JSON.stringify(url));
}

function toDataUrl(code: string): string {
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
}
