import type { CompiledSpec } from '../../state/registry/compile/compiled-spec.ts';
import { toPublicDiagnostics } from '../../state/registry/compile/spec-diagnostic.ts';
import type { Parameter } from '../api/parameter.ts';
import { string } from '../api/schema.ts';
import { findSpecByIdOrName } from './find-spec.ts';
import { Problem } from '../http/problem.ts';
import { requireFoundSpec } from '../http/forbid.ts';
import type { RequestServices } from '../http/services.ts';
import type { RunModule } from '../../base/model/run-module.ts';

/** The spec that a form names. */
export interface ChosenSpec {
  id: string;
  /** The compiled module of the spec when the form was read. Later changes of the spec do not affect it. */
  module: RunModule;
}

/**
 * The form field `specId`. Its value is the id or the name of a spec; the id takes precedence. An empty value is rejected
 * with 400, a spec that the caller may not use with 403, an unknown spec with 404, and a stored spec that does not compile with 422.
 */
export const specField: Parameter<ChosenSpec> = {
  schema: string('The id or the name of a spec. An id takes precedence.', { minLength: 1 }),
  example: 'orders',
  read(given, { registry, caller }: RequestServices) {
    if (given === '') throw new Error('takes the id or the name of a spec');
    const spec = findSpecByIdOrName(registry, given);
    requireFoundSpec(spec, { idOrName: given, principal: caller.principal, field: 'specId' });
    if (spec === null)
      throw new Problem('spec_not_found', 'no spec has this id or name. GET /api/v1/specs lists them', {
        field: 'specId',
      });
    const compiled: CompiledSpec | null = spec.compiled;
    if (compiled !== null) return { id: spec.id, module: compiled.module };
    const diagnostics = spec.origin === 'api' ? spec.diagnostics : [];
    throw new Problem('invalid_spec', 'the stored spec has errors in this version of the service: correct it', {
      field: 'specId',
      diagnostics: toPublicDiagnostics(diagnostics),
    });
  },
};
