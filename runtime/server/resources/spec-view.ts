import { toPublicDiagnostics } from '../../state/registry/compile/spec-diagnostic.ts';
import { type RegisteredSpec, versionOf } from '../../state/registry/spec/registered-spec.ts';

/** Returns a spec as an item of a list: without its fields, rules and diagnostics. */
export function toSpecSummary(spec: RegisteredSpec): object {
  const { id, origin, name } = spec;
  const { description, format } = spec.compiled?.spec ?? {};
  const stored = spec.origin === 'api' ? spec.stored : null;
  return {
    id,
    origin,
    version: versionOf(spec),
    ...(stored && { revision: stored.number, createdAt: stored.createdAt, updatedAt: stored.updatedAt }),
    name,
    ...(description !== undefined && { description }),
    ...(format !== undefined && { format }),
    valid: spec.compiled !== null,
  };
}

/** Returns a spec as the API shows it, with its text and its diagnostics. */
export function toSpecJson(spec: RegisteredSpec): object {
  const { id, origin } = spec;
  const version = versionOf(spec);
  if (spec.origin === 'git')
    return { id, origin, version, ...spec.compiled.spec, diagnostics: toPublicDiagnostics(spec.compiled.warnings) };
  const { number, createdAt, updatedAt, body } = spec.stored;
  // The cast is safe: the store contains the spec as a JSON object.
  const content = spec.compiled?.spec ?? (JSON.parse(body) as object);
  return {
    id,
    origin,
    version,
    revision: number,
    createdAt,
    updatedAt,
    ...content,
    diagnostics: toPublicDiagnostics(spec.diagnostics),
  };
}
