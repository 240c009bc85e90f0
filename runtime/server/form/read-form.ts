import type { ArrivingFile, ReceiveOptions, SpooledFile } from '../../source/spool.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../http/services.ts';
import { FILE_PART, receiveForm, type Upload } from './upload.ts';

/** A field of a form. */
export interface Field<T> {
  /** Reads what was sent. Throws an Error whose message goes on from the field's name, as "takes true or false", or a Problem. */
  read(text: string): T;
  /** What stands for a field that was not sent; undefined: it is due. */
  fallback?: T;
}

/** The fields of a form by their names. */
export type FormShape = Readonly<Record<string, Field<unknown>>>;
export type FormValues<Shape extends FormShape> = { [Name in keyof Shape]: ReturnType<Shape[Name]['read']> };

export interface Form<Shape extends FormShape> {
  /** In the spool: the caller's to hand over or to discard. */
  file: SpooledFile;
  values: FormValues<Shape>;
}

/**
 * Receives a file and its fields, in any order. A field is read when it comes, so that a wrong one ends
 * the upload at once. Throws a Problem (400, 413, 415, or what a field throws); then nothing is left.
 */
export function readForm<Shape extends FormShape>(
  request: Request,
  shape: Shape,
  { spool, limits }: Services,
): Promise<Form<Shape>> {
  return receive(request, shape, {
    ...limits,
    discard: (file) => spool.discard(file),
    receive: (chunks, file) => spool.receive(chunks, file),
  });
}

/**
 * The same for a file that is needed only until the request is answered. Where all that is due came before the file,
 * `onArrival` is told of the file while it is received, and of the values as they are by then: fields may still follow.
 */
export function readTransientForm<Shape extends FormShape>(
  request: Request,
  shape: Shape,
  { spool, limits }: Services,
  onArrival: (file: ArrivingFile, values: FormValues<Shape>) => void = () => {},
): Promise<Form<Shape>> {
  const contentLength = request.headers.get('content-length');
  const expectedBytes = contentLength === null ? null : Number(contentLength);
  return receive(request, shape, {
    ...limits,
    discard: (file) => spool.discard(file),
    receive(chunks, file, sent) {
      const arriving = spool.receiveTransient(chunks, { ...file, expectedBytes });
      if (isComplete(shape, sent)) onArrival(arriving, valuesOf(shape, sent));
      return arriving.received;
    },
  });
}

interface Receiver extends Pick<Upload, 'maxFileBytes' | 'discard'> {
  /** `sent`: what came before the file. */
  receive(
    chunks: AsyncIterable<Uint8Array>,
    file: ReceiveOptions,
    sent: ReadonlyMap<string, unknown>,
  ): Promise<SpooledFile>;
}

async function receive<Shape extends FormShape>(
  request: Request,
  shape: Shape,
  { receive, discard, maxFileBytes }: Receiver,
): Promise<Form<Shape>> {
  const sent = new Map<string, unknown>();
  const file = await receiveForm(request, {
    discard,
    maxFileBytes,
    receive: (chunks, file) => receive(chunks, file, sent),
    onField: (name, value) => sent.set(name, readField(shape, name, value)),
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

/** Reads a value that was sent under a name. Throws a Problem, 400. */
export function readValue<T>(name: string, text: string, read: (text: string) => T): T {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('invalid_value', `${name} ${error instanceof Error ? error.message : 'is invalid'}`, {
      field: name,
    });
  }
}

function readField(shape: FormShape, name: string, value: string): unknown {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (field === undefined) {
    throw new Problem(
      'unknown_part',
      `the form has no part "${name}". Its parts are ${[FILE_PART, ...Object.keys(shape)].join(', ')}`,
      { field: name },
    );
  }
  return readValue(name, value, field.read);
}

function isComplete(shape: FormShape, sent: ReadonlyMap<string, unknown>): boolean {
  return Object.entries(shape).every(([name, { fallback }]) => sent.has(name) || fallback !== undefined);
}

function valuesOf<Shape extends FormShape>(shape: Shape, sent: ReadonlyMap<string, unknown>): FormValues<Shape> {
  // Each value was read by its own field, which is where the type comes from.
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, valueOf(name, field, sent)]),
  ) as FormValues<Shape>;
}

function valueOf(name: string, field: Field<unknown>, sent: ReadonlyMap<string, unknown>): unknown {
  if (sent.has(name)) return sent.get(name);
  if (field.fallback === undefined)
    throw new Problem('missing_part', `the part "${name}" is required`, { field: name });
  return field.fallback;
}
