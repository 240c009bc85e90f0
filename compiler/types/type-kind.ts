import type { Field, FieldType } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostic.ts';
import type { Code } from '../4-emit/literal.ts';
import type { Scope } from '../4-emit/scope.ts';
import type { JsonType, SchemaKeywords } from '../rules/value-schema.ts';

/** Everything about one field type; the stages of the compiler ask it. `Plan` is what the plan keeps of it, plain data. */
export interface TypeKind<Plan> {
  readonly type: FieldType;
  /** What it says in a sentence about a field: `DECIMAL with "," before the decimals`. */
  sentence(plan: Plan): string;
  /** What is told to one whose text is not of the type, where the sentence leaves out what is usual. */
  demand?(plan: Plan): string;
  /** Diagnostics about the keys of the field that are its own; `pointer` is the field's. */
  check(field: Field, pointer: string, report: Report): void;
  /** Only asked where `check` found no error. */
  plan(field: Field): Plan;
  /** A text of the spec in plain notation, as the value has it; null where it is not of the type. */
  canonical(text: string, field: Field): string | null;
  /** A text of the file as its value, judged at compile time; null where it is not of the type. */
  parse(text: string, plan: Plan): string | null;
  /** Texts of a file that have this value, the plainest first; none where no text has it. The opposite of `parse`. */
  write(value: string, plan: Plan): readonly string[];
  /** What the value is in the message, as JSON Schema has it: a number as such, or its digits as a text. */
  schema(plan: Plan, numbersAs: 'NUMBER' | 'STRING'): SchemaKeywords & { readonly type: JsonType };
  /** Functions of the generated module that reading such a field needs; `name` is the field's in function names: `Amount`. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /** An expression: the value of `text`, which is neither null nor blank around; null where it is not of the type. STRING takes every text. */
  read(plan: Plan, text: Code, name: string, scope: Scope): Code;
  /** An expression: a member of a plain object as the value; undefined where it is not of the type. */
  readGiven(plan: Plan, given: Code, name: string, scope: Scope): Code;
}

/** A kind whose plan is not known to the one who asks: kinds make and take their own plans. */
export type AnyTypeKind = TypeKind<unknown>;

/** Forgets the plan's type. The stages give a kind no plan but the one it made. */
export function typeKind<Plan>(kind: TypeKind<Plan>): AnyTypeKind {
  return kind as AnyTypeKind;
}
