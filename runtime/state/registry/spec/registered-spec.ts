import type { SpecText } from '../../../../compiler/index.ts';
import type { StoredSpec } from '../../store/spec-store.ts';
import type { CompiledSpec } from '../compile/compiled-spec.ts';
import type { SpecDiagnostic } from '../compile/spec-diagnostic.ts';
import { gitSpecId } from './spec-id.ts';

interface CommonSpec {
  /** UUID. A spec in git has the UUIDv5 of its name, a spec of the API a UUIDv4. */
  id: string;
  name: string;
}

/** A spec in the specs folder, which is under git. */
export interface GitSpec extends CommonSpec {
  origin: 'git';
  compiled: CompiledSpec;
}

/** A spec that was created over the API. */
export interface ApiSpec extends CommonSpec {
  origin: 'api';
  stored: StoredSpec;
  /**
   * Null if an older compiler accepted the spec but this one finds errors. `diagnostics` then contains the errors,
   * otherwise the warnings.
   */
  compiled: CompiledSpec | null;
  diagnostics: readonly SpecDiagnostic[];
}

/** A spec that is in service. It is immutable: a change of the spec creates a new object. */
export type RegisteredSpec = GitSpec | ApiSpec;

/** Creates the RegisteredSpec of a compiled spec in the specs folder. */
export function createGitSpec(compiled: CompiledSpec): GitSpec {
  const { name } = compiled.spec;
  return { origin: 'git', id: gitSpecId(name), name, compiled };
}

/** Creates the RegisteredSpec of a compiled spec that was created over the API. */
export function createApiSpec(stored: StoredSpec, compiled: CompiledSpec): ApiSpec {
  return { origin: 'api', id: stored.id, name: stored.name, stored, compiled, diagnostics: compiled.warnings };
}

/** Returns the version of a spec: SHA-256 of its canonical form, hexadecimal. */
export function versionOf(spec: RegisteredSpec): string {
  return spec.origin === 'git' ? spec.compiled.module.spec.version : spec.stored.version;
}

/** Returns a stored spec as input for the compiler. */
export function inputOf({ body, name }: StoredSpec): SpecText {
  return { text: body, path: name, syntax: 'json' };
}
