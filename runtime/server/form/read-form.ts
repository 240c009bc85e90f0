import type { ArrivingFile, ReceiveOptions, SpooledFile } from '../../source/spool.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../http/services.ts';
import { FILE_PART, receiveForm, type Upload } from './upload.ts';

/** How to read a field of a form. */
export interface Field<T> {
  /**
   * Parses the value of the field. Throws a Problem, which is the response, or an Error, which becomes 400. The message
   * of an Error continues a sentence that starts with the name of the field, for example: "takes true or false".
   */
  read(text: string): T;
  /** The value if the form does not contain the field. Undefined means that the field is required. */
  fallback?: T;
}

/** The fields that a form may contain, by name. */
export type FormShape = Readonly<Record<string, Field<unknown>>>;
/** The parsed values of a form's fields, by name. */
export type FormValues<Shape extends FormShape> = { [Name in keyof Shape]: ReturnType<Shape[Name]['read']> };

/** A form that was received completely. */
export interface Form<Shape extends FormShape> {
  /** The file in the spool. The caller must pass it to a run or discard it. */
  file: SpooledFile;
  values: FormValues<Shape>;
}

/**
 * Receives a form with a file and fields, in any order. Each field is parsed when it arrives, so an invalid field ends
 * the upload at once. Throws a Problem (400, 413, 415, or the Problem of a field), DiskFull, FileTooLarge, or
 * ClientGone. Then nothing of the file is left.
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
 * Like readForm(), for a file that is needed only until the response. Such a file is not flushed to disk, and the
 * caller must discard it.
 *
 * If all required fields precede the file, `onArrival` is called when the file starts to arrive, with the values known
 * so far. Optional fields that follow the file can still change the values.
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
  /** Stores the file. `sent` contains the values of the fields that preceded the file, by name. */
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

/**
 * Parses the value of a form field or query parameter with `read`. Turns an Error of `read` into a Problem (400) that
 * names the parameter. A Problem of `read` is thrown unchanged.
 */
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
  // The cast is safe: each value was parsed by its field, which defines the type.
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
