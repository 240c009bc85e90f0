import { mayUseSpec } from '../../state/access/principal.ts';
import type { CompiledSpec } from '../../state/registry/compile/compiled-spec.ts';
import type { ModuleText } from '../../state/registry/compile/module-cache.ts';
import { type ApiSpec, inputOf, type RegisteredSpec, versionOf } from '../../state/registry/spec/registered-spec.ts';
import { toPublicDiagnostics } from '../../state/registry/compile/spec-diagnostic.ts';
import type { WriteOutcome } from '../../state/registry/write-outcome.ts';
import { requireSpecOf, specNotFound } from '../form/find-spec.ts';
import { choice, orNull, type ParameterValues, text as anyText, wholeNumber, withDefault } from '../api/parameter.ts';
import { callerOf } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { empty, json, text } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';
import { isMalformed, readSpecText, createSpecProblem } from '../form/spec-body.ts';
import { etagOf, isNotModified, matches } from '../http/entity-tag.ts';

type Params = Readonly<Record<string, string>>;

/** POST /specs: creates a spec. 201; 409 if the name is taken, 422 if the spec has errors. */
export async function createSpec(request: Request, services: RequestServices): Promise<Response> {
  const { registry, storage, caller } = services;
  await storage.check();
  const { spec } = requireWritten(
    await registry.create(await readSpecText(request, { path: 'spec' }), callerOf(request, caller)),
  );
  caller.notes.specVersionAfter = versionOf(spec);
  return json(toSpecJson(spec), { status: 201, headers: { ...headersOf(spec), location: `/api/v1/specs/${spec.id}` } });
}

/** The query parameters of GET /specs. */
export const specPage = {
  include: orNull(choice(['spec'], '`spec` adds the fields, the rules and the diagnostics of each spec.')),
  limit: withDefault(1000, wholeNumber('The number of specs on a page.', { min: 1, max: 1000, example: 10 })),
  cursor: orNull(anyText('The name of a spec: the page begins after it.', { example: 'a' })),
};

/**
 * GET /specs?limit=&cursor=&include=: a page of specs, sorted by name. The Link header (RFC 8288) contains the next
 * page. The texts of the specs are included only with `include=spec`.
 */
export function listSpecs(
  { url }: Request,
  { registry, caller }: RequestServices,
  _: Params,
  { limit, include, cursor }: ParameterValues<typeof specPage>,
): Response {
  const rest = registry
    .list()
    .filter(({ name }) => (cursor === null || name > cursor) && mayUseSpec(caller.principal, name));
  const page = rest.slice(0, limit);
  return json(page.map(include === null ? toSpecSummary : toSpecJson), { headers: nextPage(url, page, rest.length) });
}

/**
 * Returns the Link header of the next page, which starts after the last name of this page. Empty if this is the last
 * page.
 */
function nextPage(url: string, page: readonly RegisteredSpec[], rest: number): Record<string, string> {
  const last = page.at(-1);
  if (last === undefined || page.length === rest) return {};
  const { pathname, searchParams } = new URL(url);
  searchParams.set('cursor', last.name);
  return { link: `<${pathname}?${searchParams}>; rel="next"` };
}

/** GET /specs/{id}: a spec with its text and its diagnostics. 304 if the client has this version. */
export function getSpec({ headers }: Request, services: RequestServices, params: Params): Response {
  const spec = requireSpecOf(params, services);
  if (isNotModified(headers, versionOf(spec))) return empty(304, headersOf(spec));
  return json(toSpecJson(spec), { headers: headersOf(spec) });
}

/**
 * PUT /specs/{id}: stores the next version of a spec. 412 if If-Match names another version, 409 if the spec is managed
 * in git or the name is taken, 422 if the spec has errors.
 */
export async function replaceSpec(request: Request, services: RequestServices, params: Params): Promise<Response> {
  const { caller, storage } = services;
  await storage.check();
  const before = findApiSpec(params, services);
  caller.notes.specVersionBefore = versionOf(before);
  const ifVersion = checkVersion(request.headers, before);
  const sent = await readSpecText(request, { path: before.name, ignoredKeys: SERVICE_KEYS });
  const condition = { ifVersion, request: callerOf(request, caller) };
  const { spec } = requireWritten(await services.registry.replace(before.id, sent, condition));
  caller.notes.specVersionAfter = versionOf(spec);
  return json(toSpecJson(spec), { headers: headersOf(spec) });
}

/**
 * DELETE /specs/{id}: removes a spec with all its versions. 412 if If-Match names another version, 409 if the spec is
 * managed in git.
 */
export async function deleteSpec({ headers }: Request, services: RequestServices, params: Params): Promise<Response> {
  const spec = findApiSpec(params, services);
  services.caller.notes.specVersionBefore = versionOf(spec);
  const { kind } = await services.registry.remove(spec.id, checkVersion(headers, spec));
  if (kind === 'not_found') throw specNotFound();
  if (kind === 'version_differs') throw versionDiffers();
  return empty(204);
}

/**
 * POST /specs/{id}/validate: checks a spec and returns its diagnostics. Checks the body as the spec's replacement, or
 * the stored spec if the body is empty. Stores nothing.
 */
export async function validateSpec(request: Request, services: RequestServices, params: Params): Promise<Response> {
  const spec = requireSpecOf(params, services);
  const expected = spec.origin === 'git' ? { expectedName: spec.name } : {};
  const sent = await readSpecText(request, {
    path: spec.name,
    ignoredKeys: SERVICE_KEYS,
    ...expected,
    mayBeEmpty: true,
  });
  const input = sent ?? (spec.origin === 'api' ? inputOf(spec.stored) : spec.compiled.input);
  const { diagnostics } = await services.registry.check(spec, input, callerOf(request, services.caller));
  if (sent !== null && isMalformed(diagnostics)) throw createSpecProblem(diagnostics);
  return json({
    valid: !diagnostics.some(({ severity }) => severity === 'error'),
    diagnostics: toPublicDiagnostics(diagnostics),
  });
}

const TEXTS = {
  typescript: { text: 'ts', type: 'text/typescript' },
  esm: { text: 'mjs', type: 'text/javascript' },
  dts: { text: 'd.ts', type: 'text/typescript' },
} as const satisfies Readonly<Record<string, { text: ModuleText; type: string }>>;

/** The query parameter of GET /specs/{id}/module. */
export const moduleForm = {
  as: withDefault(
    'typescript',
    choice(
      ['typescript', 'esm', 'dts'],
      '`typescript`: the module as it is reviewed. `esm`: a standalone ES module. `dts`: its type declarations.',
    ),
  ),
};

/**
 * GET /specs/{id}/module: the TypeScript module of a spec. With `?as=esm`, the standalone ES module; with `?as=dts`,
 * its type declarations. 422 if the spec does not compile.
 */
export async function getModule(
  request: Request,
  services: RequestServices,
  params: Params,
  { as }: ParameterValues<typeof moduleForm>,
): Promise<Response> {
  const compiled = requireCompiled(requireSpecOf(params, services));
  const tag = `${compiled.module.hash}-${as}`;
  if (isNotModified(request.headers, tag)) return empty(304, { etag: etagOf(tag) });
  const module = await services.registry.readText(compiled, TEXTS[as].text, callerOf(request, services.caller));
  return text(module, TEXTS[as].type, { etag: etagOf(tag) });
}

/** GET /specs/{id}/description: the spec in words, for the senders of files. 422 if the spec does not compile. */
export async function getSpecDescription(
  request: Request,
  services: RequestServices,
  params: Params,
): Promise<Response> {
  const compiled = requireCompiled(requireSpecOf(params, services));
  return text(await services.registry.describe(compiled, callerOf(request, services.caller)), 'text/markdown');
}

function requireCompiled({ compiled, name }: RegisteredSpec): CompiledSpec {
  if (compiled !== null) return compiled;
  throw new Problem('invalid_spec', `the stored spec "${name}" has errors in this version of the service: correct it`);
}

/** Members that the service adds to a spec in responses. A PUT may contain them, and ignores them. */
const SERVICE_KEYS = ['id', 'origin', 'version', 'revision', 'createdAt', 'updatedAt', 'diagnostics'];

function headersOf(spec: RegisteredSpec): Record<string, string> {
  return { etag: etagOf(versionOf(spec)) };
}

function findApiSpec(params: Params, services: RequestServices): ApiSpec {
  const spec = requireSpecOf(params, services);
  if (spec.origin === 'git')
    throw new Problem('spec_in_git', `the spec "${spec.name}" is managed in git: change it there`);
  return spec;
}

/**
 * Returns the version that If-Match requires; undefined if there is no If-Match, or if it is `*`. Throws a Problem
 * (412) if it does not match the spec's version.
 */
function checkVersion(headers: Headers, spec: ApiSpec): string | undefined {
  const ifMatch = headers.get('if-match');
  if (ifMatch === null) return undefined;
  const version = versionOf(spec);
  if (!matches(ifMatch, version)) throw versionDiffers();
  return ifMatch.trim() === '*' ? undefined : version;
}

function requireWritten(written: WriteOutcome): Extract<WriteOutcome, { kind: 'written' }> {
  switch (written.kind) {
    case 'written':
      return written;
    case 'rejected':
      throw createSpecProblem(written.diagnostics);
    case 'name_taken':
      throw new Problem('name_taken', `another spec has the name "${written.name}"`, { field: 'name' });
    case 'not_found':
      throw specNotFound();
    case 'quota_exceeded':
      throw new Problem('insufficient_storage', 'the stored specs have reached their limit: delete specs');
    case 'version_differs':
      throw versionDiffers();
    default:
      return written satisfies never;
  }
}

function versionDiffers(): Problem {
  return new Problem('version_differs', 'the spec has another version than If-Match: read it again');
}

/** Returns a spec as an item of a list: without its fields, rules and diagnostics. */
function toSpecSummary(spec: RegisteredSpec): object {
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
function toSpecJson(spec: RegisteredSpec): object {
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
