import { ConnectorFailure } from '../../connector/failure.ts';
import { normalizePath, printable } from '../../connector/remote-path.ts';
import { readFile } from '../../jobs/take/read-file.ts';
import type { ArrivingFile } from '../../source/spool.ts';
import type { ParameterShape, ParameterValues } from '../api/parameter.ts';
import { readParameter } from '../api/read-query.ts';
import { mediaTypeOf } from '../http/body.ts';
import { requireUnbound } from '../http/forbid.ts';
import { Problem } from '../http/problem.ts';
import { requireSources } from '../http/require-sources.ts';
import type { RequestServices } from '../http/services.ts';
import { readJsonObject } from './json-body.ts';
import { type Form, valuesOf } from './read-form.ts';

/** Size limit of the body, in bytes. */
const MAX_BYTES = 64 * 1024;

/** A file of an integration. */
interface FileOfIntegration {
  readonly integrationId: string;
  readonly path: string;
}

/** Returns true if a request names a file of an integration in JSON, instead of sending a file in a form. */
export function isSourceRequest({ headers }: Request): boolean {
  return mediaTypeOf(headers) === 'application/json';
}

/**
 * Reads a request that names a file of an integration: a JSON object with `source` and the fields of the form. Copies the
 * file into the spool, and continues on another connection if one is lost. `onArrival` is called when the file starts to
 * arrive; without it, the file is flushed to disk. Throws a Problem (400, 404, 413, 415, 501), ConnectorFailure, the
 * errors of Integrations.openConnector(), DiskFull and FileTooLarge. Then nothing of the file is left.
 */
export async function readSourceRequest<Shape extends ParameterShape>(
  request: Request,
  shape: Shape,
  services: RequestServices,
  onArrival?: (file: ArrivingFile, values: ParameterValues<Shape>) => void,
): Promise<Form<Shape>> {
  requireUnbound(services.caller.principal);
  const { integrations } = requireSources(services);
  const { source, ...fields } = await readJsonObject(request, { maxBytes: MAX_BYTES });
  const values = readFields(fields, shape, services);
  const { integrationId, path } = readSource(source);
  const { connector, release } = await integrations.openConnector(integrationId);
  try {
    const found = await connector.stat(path);
    if (found === null)
      throw new ConnectorFailure(
        'not_found',
        `There is no file "${printable(path)}" below the root of the integration.`,
      );
    const file = { fileName: found.name, maxBytes: services.limits.maxFileBytes, signal: request.signal };
    const chunks = readFile(connector, { path, version: found.version, signal: request.signal });
    if (onArrival === undefined) return { file: await services.spool.receive(chunks, file), values };
    const arriving = services.spool.receiveTransient(chunks, { ...file, expectedBytes: found.size });
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

const SOURCE_RULE = 'source takes { "integrationId": "…", "path": "…" }';

function readSource(source: unknown): FileOfIntegration {
  if (source === undefined || source === null)
    throw new Problem('missing_part', `the member "source" is required. ${SOURCE_RULE}`, { field: 'source' });
  if (typeof source !== 'object') throw new Problem('invalid_value', SOURCE_RULE, { field: 'source' });
  const { integrationId, path, ...others } = source as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Problem('invalid_value', SOURCE_RULE, { field: `source.${unknown}` });
  for (const [name, value] of Object.entries({ integrationId, path }))
    if (typeof value !== 'string' || value === '')
      throw new Problem('invalid_value', `source.${name} is required. ${SOURCE_RULE}`, { field: `source.${name}` });
  // The loop has checked both members.
  return { integrationId: integrationId as string, path: normalizePath(path as string) };
}
