import type { SpooledFile } from '../source/spool.ts';
import { Problem } from './problem.ts';
import type { Services } from './services.ts';
import { FILE_PART, receiveForm } from './upload.ts';

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
export async function readForm<Shape extends FormShape>(request: Request, shape: Shape, { spool, limits }: Services): Promise<Form<Shape>> {
  const sent = new Map<string, unknown>();
  const file = await receiveForm(request, {
    spool,
    maxFileBytes: limits.maxFileBytes,
    onField: (name, value) => sent.set(name, readField(shape, name, value)),
  });
  try {
    // Each value was read by its own field, which is where the type comes from.
    const values = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, valueOf(name, field, sent)])) as FormValues<Shape>;
    if (file === null) throw new Problem('missing_part', 'the form has no file', { field: FILE_PART });
    return { file, values };
  } catch (error) {
    if (file !== null) await spool.discard(file);
    throw error;
  }
}

/** Reads a value that was sent under a name. Throws a Problem, 400. */
export function readValue<T>(name: string, text: string, read: (text: string) => T): T {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('invalid_value', `${name} ${error instanceof Error ? error.message : 'cannot be used'}`, { field: name });
  }
}

function readField(shape: FormShape, name: string, value: string): unknown {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (field === undefined) {
    throw new Problem('unknown_part', `the form takes ${[FILE_PART, ...Object.keys(shape)].join(', ')}, and no other part`, { field: name });
  }
  return readValue(name, value, field.read);
}

function valueOf(name: string, field: Field<unknown>, sent: ReadonlyMap<string, unknown>): unknown {
  if (sent.has(name)) return sent.get(name);
  if (field.fallback === undefined) throw new Problem('missing_part', `the form has no ${name}`, { field: name });
  return field.fallback;
}
