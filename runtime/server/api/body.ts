import type { Content } from './answer.ts';
import type { ParameterShape } from './parameter.ts';
import type { Schema } from './schema.ts';

/** The body of a request. */
export type RequestBody =
  | {
      kind: 'content';
      isRequired: boolean;
      /** The body by its media type. */
      content: Readonly<Record<string, Content>>;
    }
  /** A form (multipart/form-data) with a file and fields. */
  | { kind: 'form'; fields: ParameterShape; example: FormExample };

/** The parts of an example of a form. */
export interface FormExample {
  file: { name: string; text: string };
  fields: Readonly<Record<string, string>>;
}

/** A JSON body. */
export function jsonBody<T>(schema: Schema<T>, example: NoInfer<T>): RequestBody {
  return { kind: 'content', isRequired: true, content: { 'application/json': { schema, example } } };
}

/** A form (multipart/form-data) with the part `file` and these fields, in any order. */
export function formBody<Fields extends ParameterShape>(
  fields: Fields,
  example: { file: FormExample['file']; fields: Partial<Record<keyof Fields & string, string>> },
): RequestBody {
  // The cast is safe: an absent field is not listed.
  return { kind: 'form', fields, example: example as FormExample };
}
