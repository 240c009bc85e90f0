import type { Integrations } from '../../jobs/integrations/open-integrations.ts';
import { mayReadIntegration, mayUseConnections, type Principal } from '../../state/access/principal.ts';
import { InvalidSelection, readSelection, type RowSelection } from '../../connector/database/database-source.ts';
import { normalizePath } from '../../connector/remote-path.ts';
import { receiveUnpacked } from '../../reading/source/receive-unpacked.ts';
import type { ArrivingFile } from '../../reading/source/spool.ts';
import type { ParameterShape, ParameterValues } from '../api/parameter.ts';
import { readParameter } from '../api/read-query.ts';
import { mediaTypeOf } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { requireSources } from '../http/require-sources.ts';
import type { RequestServices } from '../http/services.ts';
import { readJsonObject } from './json-body.ts';
import { openRequestedSource, type RequestedSource } from './open-source.ts';
import { type Form, valuesOf } from './read-form.ts';

/** Size limit of the body, in bytes. */
const MAX_BYTES = 64 * 1024;

/** Returns true if a request names a file or rows of an integration in JSON, instead of sending a file in a form. */
export function isSourceRequest({ headers }: Request): boolean {
  return mediaTypeOf(headers) === 'application/json';
}

/** What is done with the file while it arrives. */
interface SourceOptions<Shape extends ParameterShape> {
  readonly onArrival?: ((file: ArrivingFile, values: ParameterValues<Shape>) => void) | undefined;
  readonly unpacksFrom?: (values: ParameterValues<Shape>) => number | null;
}

/**
 * Reads a request that names a file of an integration, or rows of a database: a JSON object with `source` and the fields of the form. Copies the
 * file into the spool, and continues on another connection if one is lost. `onArrival` is called when the file starts to
 * arrive; without it, the file is flushed to disk, and `unpacksFrom` returns the size from which the content of a compressed
 * file is stored instead, or null. Throws a Problem (400, 404, 413, 415, 501), ConnectorFailure, the
 * errors of Integrations.openConnector(), DiskFull and FileTooLarge. 507 if the disk or the caller has no room for it. Then nothing of the file is left.
 */
export async function readSourceRequest<Shape extends ParameterShape>(
  request: Request,
  shape: Shape,
  services: RequestServices,
  { onArrival, unpacksFrom = () => null }: SourceOptions<Shape>,
): Promise<Form<Shape>> {
  requireSourceScope(services.caller.principal);
  const { integrations } = requireSources(services);
  const { source, ...fields } = await readJsonObject(request, { maxBytes: MAX_BYTES });
  const { requested, members } = readSource(source);
  const values = readFields(members === undefined ? fields : { ...fields, members }, shape, services);
  await requireReadable(services.caller.principal, requested, integrations);
  const { storage, spoolQuota } = services;
  await storage.check();
  const { fileName, expectedBytes, chunks, release } = await openRequestedSource(requested, {
    integrations,
    signal: request.signal,
  });
  try {
    await spoolQuota.check(services.caller.principal.name, expectedBytes ?? 1);
    const guarded = storage.guard(chunks);
    const file = { fileName, maxBytes: services.limits.maxFileBytes, reusesChunks: true, signal: request.signal };
    if (onArrival === undefined) {
      const { spool } = services;
      const moreThan = unpacksFrom(values);
      const receiving =
        moreThan === null ? spool.receive(guarded, file) : receiveUnpacked(spool, guarded, { ...file, moreThan });
      return { file: await receiving, values };
    }
    const arriving = services.spool.receiveTransient(guarded, { ...file, expectedBytes });
    onArrival(arriving, values);
    return { file: await arriving.received, values };
  } finally {
    release();
  }
}

function readFields<Shape extends ParameterShape>(
  fields: Readonly<Record<string, unknown>>,
  shape: Shape,
  services: RequestServices,
): ParameterValues<Shape> {
  const sent = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const parameter = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (parameter === undefined)
      throw new Problem('unknown_part', `the body has only source, ${Object.keys(shape).join(', ')}`, { field: name });
    // A member that is null has its default.
    if (value !== null) sent.set(name, readParameter(name, textOf(name, value), { parameter, services }));
  }
  return valuesOf(shape, sent);
}

/** Returns the text of a JSON value, as the same field of a form would have it. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Problem('invalid_value', `${name} takes a text, a number or a boolean`, { field: name });
}

const SOURCE_RULE =
  'source takes { "integrationId": "…", "path": "…" } and "members", or of a database "query", or "table" and "cursorColumn"';

function readSource(source: unknown): { requested: RequestedSource; members: unknown } {
  if (source === undefined || source === null)
    throw new Problem('missing_part', `the member "source" is required. ${SOURCE_RULE}`, { field: 'source' });
  if (typeof source !== 'object') throw new Problem('invalid_value', SOURCE_RULE, { field: 'source' });
  const { integrationId, path, members, query, table, cursorColumn, ...others } = source as Readonly<
    Record<string, unknown>
  >;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Problem('invalid_value', SOURCE_RULE, { field: `source.${unknown}` });
  const rows = { query, table, cursorColumn };
  const superfluous = path === undefined ? undefined : Object.entries(rows).find(([, value]) => value !== undefined);
  if (superfluous !== undefined) throw new Problem('invalid_value', SOURCE_RULE, { field: `source.${superfluous[0]}` });
  const selection = readRowSelection(rows);
  const id = readText('integrationId', integrationId);
  if (selection !== null && members !== undefined)
    throw new Problem('invalid_value', SOURCE_RULE, { field: 'source.members' });
  const requested: RequestedSource =
    selection === null
      ? { kind: 'file', integrationId: id, path: normalizePath(readText('path', path)) }
      : { kind: 'rows', integrationId: id, selection };
  return { requested, members };
}

function readText(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Problem('invalid_value', `source.${name} is required. ${SOURCE_RULE}`, { field: `source.${name}` });
}

function readRowSelection(members: Readonly<Record<string, unknown>>): RowSelection | null {
  try {
    return readSelection(members);
  } catch (error) {
    if (!(error instanceof InvalidSelection)) throw error;
    throw new Problem('invalid_value', error.message, { field: error.field });
  }
}

/** Throws a Problem (403) if the caller may read nothing of any integration. */
function requireSourceScope(principal: Principal): void {
  if (!mayUseConnections(principal) && principal.integrations === null) throw forbidSource();
}

/**
 * Throws a Problem (403) if the caller may not read this file or these rows. Without the scope `connect`, a caller reads
 * files and tables of the integrations of its key that the patterns of the integration allow, and no query: a query reaches
 * every table of the database. The answer does not show whether an integration exists that the caller may not use.
 */
async function requireReadable(
  principal: Principal,
  source: RequestedSource,
  integrations: Pick<Integrations, 'find' | 'isReadable'>,
): Promise<void> {
  if (mayUseConnections(principal)) return;
  const found = await integrations.find(source.integrationId);
  if (!mayReadIntegration(principal, found?.name ?? source.integrationId)) throw forbidSource();
  // What does not exist is 404, as for every caller that may use the name.
  if (found === null) return;
  const isReadable =
    source.kind === 'file'
      ? integrations.isReadable(found, source.path)
      : source.selection.kind === 'table' && integrations.isReadable(found, source.selection.table);
  if (!isReadable) throw forbidSource();
}

function forbidSource(): Problem {
  return new Problem(
    'forbidden',
    'the caller may not read this source. It requires the scope "connect", or a key with --integrations that names the integration, whose "paths" or "tables" allow it',
    { field: 'source', requiredScope: 'connect' },
  );
}
