import type { SpecText } from '../../../compiler/index.ts';
import type { StoredSpec } from '../../store/spec-store.ts';
import type { CompiledSpec } from '../compile/compiled-spec.ts';
import type { SpecDiagnostic } from '../compile/spec-diagnostic.ts';
import { gitSpecId } from './spec-id.ts';

interface CommonSpec {
  /** UUID. The id of a spec in git is the UUIDv5 of its name. */
  id: string;
  name: string;
}

/** A spec of the specs folder. */
export interface GitSpec extends CommonSpec {
  origin: 'git';
  compiled: CompiledSpec;
}

/** A spec that was created over the API. */
export interface ApiSpec extends CommonSpec {
  origin: 'api';
  stored: StoredSpec;
  /** Null if an older compiler accepted the spec and this one does not. Then `diagnostics` contains the errors. */
  compiled: CompiledSpec | null;
  diagnostics: readonly SpecDiagnostic[];
}

/** A spec that is in service. It is immutable: a change creates a new one. */
export type RegisteredSpec = GitSpec | ApiSpec;

/** Creates the registered form of a spec of the folder. */
export function createGitSpec(compiled: CompiledSpec): GitSpec {
  const { name } = compiled.spec;
  return { origin: 'git', id: gitSpecId(name), name, compiled };
}

/** Creates the registered form of a spec that was created over the API. */
export function createApiSpec(stored: StoredSpec, compiled: CompiledSpec): ApiSpec {
  return { origin: 'api', id: stored.id, name: stored.name, stored, compiled, diagnostics: compiled.warnings };
}

/** Returns the version of a spec: SHA-256 of its canonical form. */
export function versionOf(spec: RegisteredSpec): string {
  return spec.origin === 'git' ? spec.compiled.module.spec.version : spec.stored.version;
}

/** Returns the input for the compiler of a stored spec. */
export function inputOf({ body, name }: StoredSpec): SpecText {
  return { text: body, path: name, syntax: 'json' };
}
