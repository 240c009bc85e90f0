import type { SpecText } from '../../../compiler/index.ts';
import type { StoredSpec } from '../../store/spec-store.ts';
import type { CompiledSpec } from '../compile/compiled-spec.ts';
import type { SpecDiagnostic } from '../compile/spec-diagnostic.ts';
import { gitSpecId } from './spec-id.ts';

interface CommonSpec {
  /** UUID; of a spec in git the UUIDv5 of its name. */
  id: string;
  name: string;
}

/** A spec of the folder. */
export interface GitSpec extends CommonSpec {
  origin: 'git';
  compiled: CompiledSpec;
}

/** A spec that was made over the API. */
export interface ApiSpec extends CommonSpec {
  origin: 'api';
  stored: StoredSpec;
  /** Null where an older compiler took it and this one does not: `diagnostics` tell why. */
  compiled: CompiledSpec | null;
  diagnostics: readonly SpecDiagnostic[];
}

/** A spec that is served. It stays as it is: a change makes another one. */
export type RegisteredSpec = GitSpec | ApiSpec;

export function createGitSpec(compiled: CompiledSpec): GitSpec {
  const { name } = compiled.spec;
  return { origin: 'git', id: gitSpecId(name), name, compiled };
}

export function createApiSpec(stored: StoredSpec, compiled: CompiledSpec): ApiSpec {
  return { origin: 'api', id: stored.id, name: stored.name, stored, compiled, diagnostics: compiled.warnings };
}

/** The version of a spec: SHA-256 of its canonical form. */
export function versionOf(spec: RegisteredSpec): string {
  return spec.origin === 'git' ? spec.compiled.module.spec.version : spec.stored.version;
}

/** What a stored spec is read from. */
export function inputOf({ body, name }: StoredSpec): SpecText {
  return { text: body, path: name, syntax: 'json' };
}
