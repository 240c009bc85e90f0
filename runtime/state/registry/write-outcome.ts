import type { CompileRequest } from './compile/compile-request.ts';
import type { SpecDiagnostic } from './compile/spec-diagnostic.ts';
import type { ApiSpec } from './spec/registered-spec.ts';

/**
 * The outcome of creating or replacing a spec. `rejected`: the spec has errors. `name_taken`: another spec has the
 * name. `not_found`: there is no spec of the API with this id. `quota_exceeded`: the texts of all specs and their
 * versions would exceed the limit of the store. `version_differs`: the current version is not `ifVersion`.
 */
export type WriteOutcome =
  | { kind: 'written'; spec: ApiSpec }
  | { kind: 'rejected'; diagnostics: readonly SpecDiagnostic[] }
  | { kind: 'name_taken'; name: string }
  | { kind: 'not_found' }
  | { kind: 'quota_exceeded' }
  | { kind: 'version_differs' };

/**
 * The outcome of removing a spec. `not_found`: there is no spec of the API with this id. `version_differs`: the current
 * version is not `ifVersion`.
 */
export type Removed = { kind: 'removed' | 'not_found' | 'version_differs' };

/** Under which condition to replace a spec, and the client that waits for it. */
export interface ReplaceCondition {
  /** The version that must be the current one. Absent: any version is replaced. */
  ifVersion?: string | undefined;
  request?: CompileRequest;
}
