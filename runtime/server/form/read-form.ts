import { receiveUnpacked } from '../../reading/source/receive-unpacked.ts';
import type { ArrivingFile, ReceiveOptions, SpooledFile } from '../../reading/source/spool.ts';
import type { Parameter, ParameterShape, ParameterValues } from '../api/parameter.ts';
import { readParameter } from '../api/read-query.ts';
import { Problem } from '../http/problem.ts';
import type { RequestServices } from '../http/services.ts';
import { checkBeforeBody } from '../http/body.ts';
import { FILE_PART } from './form-parser.ts';
import { receiveForm, type Upload } from './upload.ts';

/** SQLite writes each byte twice, so larger files of runs are received into the spool. */
const MAX_STORED_BYTES = 64 * 1024;

/** A form that was received completely. */
export interface Form<Shape extends ParameterShape> {
  /** The file in the spool. The caller must pass it to a run or discard it. */
  file: SpooledFile;
  values: ParameterValues<Shape>;
}

/**
 * Receives a form with a file and fields, in any order. Each field is parsed when it arrives, so an invalid field ends
 * the upload at once. A small file is received into memory if runs store it in the database. The caller must pass such a
 * file to discardReceived(), too. If all required fields precede the file, `unpacksFrom` is called with the values known so
 * far: it returns the size from which the content of a compressed file is stored instead, or null. Throws a Problem (400, 413,
 * 415, or the Problem of a field), DiskFull, FileTooLarge, or ClientGone. Then nothing of the file is left.
 */
export function readForm<Shape extends ParameterShape>(
  request: Request,
  shape: Shape,
  services: RequestServices,
  unpacksFrom: (values: ParameterValues<Shape>) => number | null = () => null,
): Promise<Form<Shape>> {
  const { spool, fileMemory, storesSmallFiles, limits } = services;
  const expectedBytes = expectedBytesOf(request);
  const isSmall = storesSmallFiles && expectedBytes !== null && expectedBytes <= MAX_STORED_BYTES;
  return receive(request, shape, {
    ...limits,
    services,
    discard: (file) => discardReceived(file, services),
    receive(chunks, file, sent) {
      const small = isSmall ? fileMemory.receive(chunks, expectedBytes, file) : null;
      if (small !== null) return small;
      const moreThan = isComplete(shape, sent) ? unpacksFrom(valuesOf(shape, sent)) : null;
      return moreThan === null ? spool.receive(chunks, file) : receiveUnpacked(spool, chunks, { ...file, moreThan });
    },
  });
}

/**
 * Like readForm(), for a file that is needed only until the response. A small file is received into memory, any other
 * one into the spool, without a flush to disk. The caller must pass it to discardReceived().
 *
 * If all required fields precede the file, `onArrival` is called when a file of the spool starts to arrive, with the values
 * known so far. Optional fields that follow the file can still change the values.
 */
export function readTransientForm<Shape extends ParameterShape>(
  request: Request,
  shape: Shape,
  services: RequestServices,
  onArrival: (file: ArrivingFile, values: ParameterValues<Shape>) => void = () => {},
): Promise<Form<Shape>> {
  const { spool, fileMemory, limits } = services;
  const expectedBytes = expectedBytesOf(request);
  return receive(request, shape, {
    ...limits,
    services,
    discard: (file) => discardReceived(file, services),
    receive(chunks, file, sent) {
      const small = expectedBytes === null ? null : fileMemory.receive(chunks, expectedBytes, file);
      if (small !== null) return small;
      const arriving = spool.receiveTransient(chunks, { ...file, expectedBytes });
      if (isComplete(shape, sent)) onArrival(arriving, valuesOf(shape, sent));
      return arriving.received;
    },
  });
}

/** Returns the size of the body in bytes; null if it is unknown. */
function expectedBytesOf({ headers }: Request): number | null {
  const contentLength = headers.get('content-length');
  return contentLength === null ? null : Number(contentLength);
}

/** Removes a file of a form from the memory or from the spool. */
export async function discardReceived(
  file: SpooledFile,
  { spool, fileMemory }: Pick<RequestServices, 'spool' | 'fileMemory'>,
): Promise<void> {
  if (file.content === undefined) await spool.discard(file);
  else fileMemory.release(file);
}

interface Receiver extends Pick<Upload, 'maxFileBytes' | 'discard'> {
  services: RequestServices;
  /** Stores the file. `sent` contains the values of the fields that preceded the file, by name. */
  receive(
    chunks: AsyncIterable<Uint8Array>,
    file: ReceiveOptions,
    sent: ReadonlyMap<string, unknown>,
  ): Promise<SpooledFile>;
}

async function receive<Shape extends ParameterShape>(
  request: Request,
  shape: Shape,
  { receive, discard, maxFileBytes, services }: Receiver,
): Promise<Form<Shape>> {
  const sent = new Map<string, unknown>();
  await checkBeforeBody(request, () => checkRoom(request, services));
  const file = await receiveForm(request, {
    discard,
    maxFileBytes,
    receive: (chunks, file) => receive(services.storage.guard(chunks), file, sent),
    onField: (name, value) => sent.set(name, readField(name, value, { shape, services })),
  });
  try {
    const values = valuesOf(shape, sent);
    if (file === null) throw new Problem('missing_part', 'the part "file" is required', { field: FILE_PART });
    return { file, values };
  } catch (error) {
    if (file !== null) await discard(file);
    throw error;
  }
}

/** A form has about this many bytes without its file. */
const FORM_BYTES = 1024;

/** Throws a Problem (507) if the disk or the caller's part of it has no room for the file of a request. */
async function checkRoom({ headers }: Request, { storage, spoolQuota, caller }: RequestServices): Promise<void> {
  await storage.check();
  const bytes = Number(headers.get('content-length') ?? 0) - FORM_BYTES;
  await spoolQuota.check(caller.principal.name, Math.max(1, bytes));
}

function readField(
  name: string,
  value: string,
  { shape, services }: { shape: ParameterShape; services: RequestServices },
): unknown {
  const parameter = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (parameter === undefined) {
    throw new Problem(
      'unknown_part',
      `the form has no part "${name}". Its parts are ${[FILE_PART, ...Object.keys(shape)].join(', ')}`,
      { field: name },
    );
  }
  return readParameter(name, value, { parameter, services });
}

function isComplete(shape: ParameterShape, sent: ReadonlyMap<string, unknown>): boolean {
  return Object.entries(shape).every(([name, { fallback }]) => sent.has(name) || fallback !== undefined);
}

/**
 * Returns the values of all fields: those in `sent`, by name, and the fallbacks of the others. Throws a Problem (400) if a
 * required field is missing.
 */
export function valuesOf<Shape extends ParameterShape>(
  shape: Shape,
  sent: ReadonlyMap<string, unknown>,
): ParameterValues<Shape> {
  // The cast is safe: each value was parsed by its field, which defines the type.
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, valueOf(name, field, sent)]),
  ) as ParameterValues<Shape>;
}

function valueOf(name: string, field: Parameter<unknown>, sent: ReadonlyMap<string, unknown>): unknown {
  if (sent.has(name)) return sent.get(name);
  if (field.fallback === undefined)
    throw new Problem('missing_part', `the part "${name}" is required`, { field: name });
  return field.fallback;
}
