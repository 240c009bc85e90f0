import { $ZodError } from 'zod/v4/core';
import * as z from 'zod/mini';
import type { JsonSchema } from '../../../compiler/index.ts';

/** The schema of a value that people write: it checks the value, converts it to T, and describes it in JSON Schema. */
export type ValueSchema<T> = z.ZodMiniType<T>;

/** What a schema accepts, if it differs from what its code says. */
const described = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** What is wrong with one member of a value, as the rest of a sentence that begins with its path. */
export class WrongMember extends Error {
  constructor(
    readonly member: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Creates the schema of values that fit `given` and that `read` converts. `read` throws an Error whose message is that of
 * the issue (a WrongMember names the member), or parses parts of the value with other schemas, whose issues are kept.
 */
export function converted<Given extends z.ZodMiniType, T>(
  given: Given,
  read: (value: z.output<Given>) => T,
): ValueSchema<T> {
  const convert = z.transform((value: z.output<Given>, { issues }): T => {
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error instanceof $ZodError) issues.push(...(error.issues as typeof issues));
      else {
        const path = error instanceof WrongMember ? [error.member] : [];
        issues.push({ code: 'custom', message: error.message, input: value, path });
      }
      return z.NEVER;
    }
  });
  return z.pipe(given, convert as never) as unknown as ValueSchema<T>;
}

/** Creates the schema of any value. JSON Schema describes it as that of `schema`: use it if `converted` checks the value. */
export function describedAs(schema: z.ZodMiniType): z.ZodMiniUnknown {
  const any = z.unknown();
  described.set(any, schema);
  return any;
}

/** Returns the JSON Schema of the values that a schema accepts. */
export function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const other = described.get(zodSchema);
      if (other !== undefined) Object.assign(jsonSchema, toJsonSchema(other));
    },
  });
  return json;
}
