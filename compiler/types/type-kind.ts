import type { ByteContext, ByteField, ByteForm } from '../bytes/byte-form.ts';
import type { Code } from '../code/literal.ts';
import type { KernelFunction, Scope } from '../code/scope.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { KeyShapes, KeyValues } from '../shape/shape.ts';
import type { JsonType, SchemaKeywords } from './value-schema.ts';

/** A field whose keys are unknown to the caller. */
export interface NamedField {
  readonly name: string;
}

/** Everything that the compiler knows about one field type. */
export interface TypeKind<T extends string = string, K extends KeyShapes = KeyShapes>
  extends TypeDefinition<T, K, unknown, NamedField> {}

/**
 * What a type defines. `Keys` are the keys of a field that belong to the type. `Plan` is plain data that `plan` derives
 * from a field.
 */
export interface TypeDefinition<T extends string, K extends KeyShapes, Plan, Field> {
  readonly type: T;
  /** The keys of a field that have an effect for this type only, or for a few types that share them. */
  readonly keys: K;
  /** Reports invalid type-specific keys of a field. `pointer` is the JSON pointer of the field. */
  check(field: Field, pointer: string, report: Report): void;
  /** Plans a field. Must only be called if `check` reports no error, and may throw otherwise. */
  plan(field: Field): Plan;
  /** Describes the type in documentation: `DECIMAL with decimal separator ","`. */
  sentence(plan: Plan): string;
  /**
   * Describes the type in the issue of a text that does not fit. Default: `sentence`, which leaves out the default
   * format.
   */
  demand?(plan: Plan): string;
  /**
   * Converts an operand in the spec, in plain notation, to a value of the field. Returns null if it is not of the type.
   */
  canonical(text: string, field: Field): string | null;
  /** Parses a text of the file at compile time. Returns its value, or null if it is not of the type. */
  parse(text: string, plan: Plan): string | null;
  /** Returns texts of a file that `parse` reads as the value, the simplest first. Empty if no text has this value. */
  write(value: string, plan: Plan): readonly string[];
  /** Returns the JSON Schema of the value in the message: a number, or a string of its digits. */
  schema(plan: Plan, numbersAs: 'NUMBER' | 'STRING'): SchemaKeywords & { readonly type: JsonType };
  /** Returns the TypeScript type of the value in a record. `integerAs` is how INTEGER appears there. */
  typescript(integerAs: 'number' | 'bigint'): Code;
  /** Returns the function of the kernel that writes the value as JSON. */
  json(numbersAs: 'NUMBER' | 'STRING'): KernelFunction;
  /** Returns the functions that the generated module needs to read the field. */
  declare(plan: Plan, scope: Scope): readonly Code[];
  /**
   * Returns an expression for the value of `text`, or null if it is not of the type. `text` is neither null nor
   * surrounded by blanks, except for STRING.
   */
  read(plan: Plan, text: Code, scope: Scope): Code;
  /** Returns an expression for a member of a plain object as a value, or undefined if it is not of the type. */
  readInputValue(plan: Plan, input: Code, scope: Scope): Code;
  /** Returns the code that reads the field from bytes, or null if only the careful reader can read it. */
  inBytes(plan: Plan, field: ByteField, context: ByteContext): ByteForm | null;
}

/** Hides the plan and the keys of a type. This is safe because each kind receives only fields of its type and plans that it created. */
export function createTypeKind<const T extends string, K extends KeyShapes, Plan>(
  definition: TypeDefinition<T, K, Plan, NamedField & KeyValues<K>>,
): TypeKind<T, K> {
  return definition as unknown as TypeKind<T, K>;
}
