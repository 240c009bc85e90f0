import { MAX_TABLE_BYTES, ReferenceFault } from '../../../compiler/reference-tables.ts';
import { ReferenceFailure } from '../../state/reference/load-table.ts';
import type { StoredTable, Unchanged, VersionChange } from '../../state/reference/table-registry.ts';
import { orNull, type ParameterValues, text } from '../api/parameter.ts';
import { requireSpecOf } from '../form/find-spec.ts';
import { mediaTypeOf, readBody } from '../http/body.ts';
import { releaseWhenRead } from '../http/answer-budget.ts';
import { callerOf } from '../http/caller.ts';
import { etagOf, isNotModified, matches } from '../http/entity-tag.ts';
import { Problem } from '../http/problem.ts';
import { toEntry } from '../http/record-request.ts';
import { bytes, empty, json } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';

type Params = Readonly<Record<string, string>>;

/** The names that a table may have, and a spec may use. */
const NAME = /^[a-z][a-z0-9-]{0,99}$/;

/** GET /reference: all tables that the caller may see, sorted by name. */
export async function listTables(request: Request, services: RequestServices): Promise<Response> {
  const tables = await services.tables.list();
  return json(tables.filter(({ name }) => mayUse(request, services, name)));
}

/** The query parameters of GET /reference/{name}. */
export const tableFilters = {
  spec: orNull(
    text(
      'The id or the name of a spec in git. The response is the file of the specs folder that it reads as this table.',
      {
        example: 'payments',
      },
    ),
  ),
};

/** GET /reference/{name}: the CSV file of a table. */
export async function getTable(
  request: Request,
  services: RequestServices,
  params: Params,
  { spec }: ParameterValues<typeof tableFilters>,
): Promise<Response> {
  const table = spec === null ? await findTable(request, services, params) : await findOfSpec(spec, services, params);
  const etag = etagOf(table.version);
  if (isNotModified(request.headers, table.version)) return empty(304, { etag });
  const release = await reserve(request, services, table.bytes);
  try {
    const response = bytes(await services.tables.read(table), 'text/csv; charset=utf-8', { etag });
    return releaseWhenRead(response, release, request.signal);
  } catch (error) {
    release();
    throw error;
  }
}

/** Waits until the memory for a file is free. */
function reserve(request: Request, { tableFiles, caller }: RequestServices, bytes: number): Promise<() => void> {
  return tableFiles.take(caller.principal.name, bytes, request.signal);
}

/**
 * PUT /reference/{name}: stores a version of a table. 201 if the table is new. 422 if the body is no table, or if a spec in
 * service could not read it, 412 if If-Match does not match.
 */
export async function putTable(request: Request, services: RequestServices, params: Params): Promise<Response> {
  const name = requireName(params);
  if (!mayUse(request, services, name)) throw forbidden();
  if (mediaTypeOf(request.headers) !== 'text/csv')
    throw new Problem('unsupported_media_type', 'send the CSV file of the table with the Content-Type text/csv');
  if ((request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', 'send the body without a Content-Encoding');
  await services.storage.checkForRun();
  // The body is received, copied, and read as a table.
  const length = Number(request.headers.get('content-length') ?? MAX_TABLE_BYTES);
  const release = await reserve(request, services, 2 * Math.min(length, MAX_TABLE_BYTES));
  try {
    return await storeTable(name, request, services);
  } finally {
    release();
  }
}

async function storeTable(name: string, request: Request, services: RequestServices): Promise<Response> {
  const body = await readWhole(request);
  const uses = services.registry
    .list()
    .flatMap(({ compiled }) => compiled?.module.spec.reference ?? [])
    .filter((use) => use.name === name && use.file === undefined);
  try {
    const change = await services.tables.put(name, body, {
      ...{ uses, isCurrent: isCurrentOf(request.headers) },
      beforeChange: (change) => audit(services, name, { method: 'PUT', ...change }),
    });
    if (change.kind !== 'changed') throw problemOf(change);
    return json(change.table, { status: change.isNew ? 201 : 200, headers: { etag: etagOf(change.table.version) } });
  } catch (error) {
    if (error instanceof ReferenceFault) throw new Problem('invalid_reference', error.message);
    if (error instanceof ReferenceFailure)
      throw new Problem('invalid_reference', `a spec in service names this table, but ${error.message}`);
    throw error;
  }
}

/** DELETE /reference/{name}: removes a table. 204; 412 if If-Match does not match. */
export async function deleteTable(request: Request, services: RequestServices, params: Params): Promise<Response> {
  const { name } = await findTable(request, services, params);
  const removed = await services.tables.remove(name, {
    isCurrent: isCurrentOf(request.headers),
    beforeChange: (change) => audit(services, name, { method: 'DELETE', ...change }),
  });
  if (removed.kind !== 'removed') throw problemOf(removed);
  return empty(204);
}

/** Stores the entry of a change before it takes effect, so that no run reads a table whose change is not in the audit. */
async function audit(
  { caller, audit: log }: RequestServices,
  name: string,
  { method, before, after }: VersionChange & { method: string },
): Promise<void> {
  const { notes } = caller;
  if (before !== null) notes.specVersionBefore = before;
  if (after !== null) notes.specVersionAfter = after;
  const status = after === null ? 204 : before === null ? 201 : 200;
  const answered = { method, path: '/api/v1/reference/:name', params: { name }, status, storesNothing: false };
  const entry = toEntry({ ...caller, ...answered });
  await log.storeBefore(entry);
  notes.entry = entry;
}

async function findTable(request: Request, services: RequestServices, { name = '' }: Params): Promise<StoredTable> {
  if (!mayUse(request, services, name)) throw forbidden();
  const table = NAME.test(name) ? await services.tables.find(name) : null;
  if (table === null) throw problemOf({ kind: 'not_found' });
  return table;
}

/** Returns a table that a spec reads from the folder of the specs. */
async function findOfSpec(
  spec: string,
  services: RequestServices,
  { name = '' }: Params,
): Promise<Pick<StoredTable, 'name' | 'version' | 'rows' | 'bytes'>> {
  const { compiled } = requireSpecOf({ id: spec }, services);
  const table = compiled?.module.tables?.find((one) => one.name === name);
  if (table === undefined)
    throw new Problem('reference_not_found', 'the spec has no file of the specs folder as a table of this name');
  return { ...table, bytes: await services.tables.sizeOf(table.version) };
}

function requireName({ name = '' }: Params): string {
  if (NAME.test(name)) return name;
  throw new Problem(
    'invalid_value',
    'the name of a table has a to z, 0 to 9 and hyphens, begins with a letter, and has at most 100 characters',
    { field: 'name' },
  );
}

/** A key that is limited to some specs may use only the tables whose names its patterns allow. */
function mayUse(request: Request, services: RequestServices, name: string): boolean {
  return callerOf(request, services.caller).mayUseName?.(name) !== false;
}

function forbidden(): Problem {
  return new Problem('forbidden', 'the key is limited to other names of specs and reference tables');
}

function isCurrentOf(headers: Headers): ((version: string) => boolean) | null {
  const ifMatch = headers.get('if-match');
  return ifMatch === null ? null : (version) => matches(ifMatch, version);
}

function problemOf({ kind }: Unchanged): Problem {
  switch (kind) {
    case 'not_found':
      return new Problem('reference_not_found', 'there is no reference table of this name');
    case 'version_differs':
      return new Problem('version_differs', 'the table has another version than If-Match: read it again');
    case 'quota_exceeded':
      return new Problem('insufficient_storage', 'the service has 1,000 reference tables: delete some');
    default:
      return kind satisfies never;
  }
}

async function readWhole(request: Request): Promise<Uint8Array> {
  // The chunks would lie between other allocations, and the allocator could not return their memory to the system.
  const body = new ArrayBuffer(0, { maxByteLength: MAX_TABLE_BYTES });
  await readBody(request, MAX_TABLE_BYTES, async (chunk) => {
    const at = body.byteLength;
    body.resize(at + chunk.length);
    new Uint8Array(body, at).set(chunk);
  });
  // The thread that reads the table shares this memory.
  const whole = new Uint8Array(new SharedArrayBuffer(body.byteLength));
  whole.set(new Uint8Array(body));
  return whole;
}
