import type { SpecText } from '../../../compiler/index.ts';
import { type SpecDiagnostic, toPublicDiagnostics } from '../../state/registry/compile/spec-diagnostic.ts';
import { mediaTypeOf, readText } from '../http/body.ts';
import { Problem } from '../http/problem.ts';

/** Size limit of the text of a spec, in bytes. */
export const SPEC_BYTES = 1024 * 1024;
/** Limits of the lists of a spec. The service compiles specs of strangers, so its limits are lower than the language's. */
const MAX_ITEMS = { fields: 2000, correctionRules: 5000, validationRules: 5000 };

const SYNTAXES: Readonly<Record<string, SpecText['syntax']>> = {
  'application/json': 'json',
  'application/yaml': 'yaml',
  'application/x-yaml': 'yaml',
  'text/yaml': 'yaml',
  'text/x-yaml': 'yaml',
};

type Reading = Omit<SpecText, 'text' | 'syntax'>;

/**
 * Reads the text of a spec in JSON or YAML from the body of a request, without parsing it. With `mayBeEmpty`, returns
 * null for an empty body. Throws a Problem (400 not UTF-8, 413 too large, 415 wrong content type), and ClientGone.
 */
export async function readSpecText(request: Request, reading: Reading): Promise<SpecText>;
export async function readSpecText(request: Request, reading: Reading & { mayBeEmpty: true }): Promise<SpecText | null>;
export async function readSpecText(
  request: Request,
  { mayBeEmpty = false, ...reading }: Reading & { mayBeEmpty?: boolean },
): Promise<SpecText | null> {
  const type = mediaTypeOf(request.headers);
  const syntax = Object.hasOwn(SYNTAXES, type) ? SYNTAXES[type] : undefined;
  // A request without a body needs no Content-Type.
  const isEmpty = mayBeEmpty && (type === '' || request.headers.get('content-length') === '0');
  if (syntax === undefined && !isEmpty) throw createMediaTypeProblem();
  const text = await readText(request, SPEC_BYTES);
  if (mayBeEmpty && text === '') return null;
  if (syntax === undefined) throw createMediaTypeProblem();
  return { ...reading, text, syntax, maxItems: MAX_ITEMS };
}

/** Returns the text of a draft in YAML for the compiler. JSON is YAML, too. */
export function createDraftText(text: string, reading: Reading): SpecText {
  return { ...reading, text, syntax: 'yaml', maxItems: MAX_ITEMS };
}

/** Returns true if one of the diagnostics says that the text is not valid JSON or YAML. */
export function isMalformed(diagnostics: readonly SpecDiagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'invalid_json' || code === 'invalid_yaml');
}

/** Creates the Problem for a spec that has errors: 400 if it is not valid JSON or YAML, otherwise 422. */
export function createSpecProblem(diagnostics: readonly SpecDiagnostic[]): Problem {
  const details = { diagnostics: toPublicDiagnostics(diagnostics) };
  if (diagnostics.some(({ code }) => code === 'invalid_json'))
    return new Problem('malformed_json', 'the body is not valid JSON (RFC 8259)', details);
  if (diagnostics.some(({ code }) => code === 'invalid_yaml'))
    return new Problem('malformed_yaml', 'the body is not valid YAML 1.2', details);
  if (diagnostics.some(({ code }) => code === 'spec_too_costly'))
    return new Problem('spec_too_costly', 'the spec needs more time or memory than the service allows', details);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return new Problem('invalid_spec', `the spec has ${errors} ${errors === 1 ? 'error' : 'errors'}`, details);
}

function createMediaTypeProblem(): Problem {
  const accept = 'application/json, application/yaml';
  return new Problem('unsupported_media_type', `send the spec as one of ${accept}`, { headers: { accept } });
}
