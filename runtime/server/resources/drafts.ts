import { readJsonObject } from '../form/json-body.ts';
import { requireSpecOf } from '../form/find-spec.ts';
import { createDraftText, SPEC_BYTES } from '../form/spec-body.ts';
import { callerOf } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { json } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';
import { toPublicDiagnostics } from '../../state/registry/compile/spec-diagnostic.ts';
import type { DraftCheck } from '../shapes/draft.ts';

/** JSON writes a character as an escape of up to six bytes. The rest is for the other members. */
const MAX_BYTES = 6 * SPEC_BYTES + 4096;

/**
 * POST /drafts: compiles the text of a spec and returns its diagnostics and its module. Stores nothing. Throws a Problem:
 * 400 for a member that is missing or unknown, 403 and 404 for `specId`, 413 if the text is too large.
 */
export async function checkDraft(request: Request, services: RequestServices): Promise<Response> {
  const { text, specId = null, ...others } = await readJsonObject(request, { maxBytes: MAX_BYTES });
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Problem('invalid_value', `there is no member "${unknown}"`, { field: unknown });
  if (typeof text !== 'string') throw new Problem('invalid_value', 'text is not a text', { field: 'text' });
  if (specId !== null && typeof specId !== 'string')
    throw new Problem('invalid_value', 'specId is neither a text nor null', { field: 'specId' });
  if (Buffer.byteLength(text) > SPEC_BYTES)
    throw new Problem('too_large', `the text has more than ${SPEC_BYTES} bytes`, { field: 'text' });
  const spec = specId === null ? null : requireSpecOf({ id: specId }, services);
  const input = createDraftText(text, {
    path: spec?.name ?? 'draft',
    ...(spec?.origin === 'git' && { expectedName: spec.name }),
  });
  const { module, diagnostics } = await services.registry.check(spec, input, callerOf(request, services.caller));
  return json({
    valid: !diagnostics.some(({ severity }) => severity === 'error'),
    diagnostics: toPublicDiagnostics(diagnostics),
    compiled: module === null ? null : { spec: module.spec, version: module.version, module: module.esm },
  } satisfies DraftCheck);
}
