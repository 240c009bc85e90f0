import type { ByteContext, ByteField, ByteForm, PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import type { Code } from '../../emitting/code/literal.ts';
import { type LogicalType, TEXT_TYPE } from '../../emitting/encoders/model/logical-type.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import type { KeyShapes, KeyValues } from '../shape/shape.ts';
import type { JsonType, SchemaKeywords } from './value-schema.ts';

/** A field of any type: only its name is known. */
export interface NamedField {
  readonly name: string;
}

/** The types of values in expressions. `null` is the type of the literal. */
export type ExpressionType = 'string' | 'bool' | 'int' | 'decimal' | 'date' | 'time' | 'timestamp' | 'null';

/** How expressions use the values of a field type. */
export interface ExpressionForm<Plan> {
  /** The type of the value in expressions. */
  readonly type: ExpressionType;
  /**
   * Converts `value`, an expression of the reader's type, to the form that kernel functions of expressions take. Null
   * stays null.
   */
  load(plan: Plan, value: Code, scope: Scope): Code;
  /** Converts the result of an expression to the value that a reader returns. Null stays null. */
  store(plan: Plan, result: Code, scope: Scope): Code;
  /** Returns the declarations that `store` needs besides those of the type. */
  declareStore?(plan: Plan, scope: Scope): readonly Code[];
  /** Reports why the type cannot have the value of an expression. `pointer` is the JSON pointer of the field. */
  checkStore?(plan: Plan, pointer: string, report: Report): void;
}

/** The texts of a type in documentation, in Markdown. */
export interface TypeText {
  /** What the type accepts, for authors of specs. */
  readonly accepts: string;
  /** What values are in the message. */
  readonly message: string;
  /** The TypeScript type of values. */
  readonly typescript: string;
  /** What texts of the type look like, for senders of files. */
  readonly looks: string;
}

/**
 * How the set of accepted texts of a field changed. `same`: no difference. `wider`: the field accepts more texts, and
 * the old texts have the same values. `revalued`: the field accepts the same texts, but some have other values.
 * `other`: any other difference, or one that cannot be determined.
 */
export type Acceptance = 'same' | 'wider' | 'revalued' | 'other';

/** Everything that the compiler knows about one field type. */
export interface TypeKind<T extends string = string, K extends KeyShapes = KeyShapes>
  extends TypeDefinition<T, K, unknown, NamedField> {}

/**
 * What a file defines for one field type. `K` are the keys of a field that apply to the type. `Plan` is the plain data
 * that `plan` derives from a field.
 */
export interface TypeDefinition<T extends string, K extends KeyShapes, Plan, Field> {
  readonly type: T;
  /** The keys of a field that apply to this type. A few types may share a key. */
  readonly keys: K;
  /** Whether any text is a value, so that no text is a type mismatch, and blanks around a text belong to it. */
  readonly isText: boolean;
  /** Whether values are compared as numbers. WHOLE: they are whole numbers. */
  readonly isNumber: false | 'WHOLE' | 'DECIMAL';
  /** Whether generated readers pass the value on as text or as a boolean. A number is the text of its digits. */
  readonly form: 'string' | 'boolean';
  /** What a cell with a date means for the type: its day, or its day and time. Null: what it has. Default: null. */
  readonly moment: 'DAY' | 'INSTANT' | null;
  /** How two values are compared: by code points, exactly as numbers, or by their days. Null: they have no order. */
  readonly comparesAs: 'TEXT' | 'NUMBER' | 'DAY' | null;
  /** Returns the number of decimals that each value has, or null if it varies. Default: null. */
  scaleOf(plan: Plan): number | null;
  /**
   * Returns what values are for encodings with types of their own. `isLong`: the rules of the field keep numbers within
   * 64 bits. Default: texts.
   */
  logicalOf(plan: Plan, bounds: { readonly isLong: boolean }): LogicalType;
  /** Reports why an encoding with types of its own cannot contain the values. `pointer` is the JSON pointer of the field. */
  checkLogical?(field: Field, pointer: string, report: Report): void;
  /** Returns the date pattern of the field, or null if values have no day that rules can compare. */
  datePlan(plan: Plan): PlannedPattern | null;
  /**
   * Returns all texts in the message that are equal to a value of a condition. Null if only the careful reader can compare
   * them.
   */
  equalTexts(value: string): readonly string[] | null;
  /** Returns an expression for the value in a record of the module. `value` is the value in the readers. */
  recordValue(value: Code, integerAs: 'number' | 'bigint', scope: Scope): Code;
  /**
   * Compares the texts that a field accepts with those that it accepted in an earlier state. `old` may have another type.
   * Default: `same` if all keys of the type are equal, otherwise `other`.
   */
  compareTexts(old: Field & { readonly type: string }, now: Field): Acceptance;
  /** How `diff` reports that texts of the same type are written differently. Null: by the sentence of the type. */
  readonly reportedAs: 'PATTERN' | 'WORDS' | 'NOTATION' | null;
  /** The types whose values in the message include all values of this type. */
  readonly partOf: readonly string[];
  /** Returns a regular expression for all values. It may match further texts. */
  valuePattern(field: Field): string;
  /** Returns a regular expression for texts that are accepted and are their own values. Null if there is no simple one. */
  plainPattern(field: Field): string | null;
  /** Returns a regular expression for all texts that are accepted. Null if there is no simple one. */
  acceptedPattern(field: Field): string | null;
  /** Returns whether each text that `now`, a field of another type, accepts is its own value in the field `old`. */
  keepsTextsOf(old: Field, now: Field & { readonly type: string }): boolean;
  /** Returns whether upper and lower case letters make no difference to a value. */
  ignoresCase(field: Field): boolean;
  /** Returns a text of a file that has a value, for examples in messages. Default: the value itself. */
  exampleText(value: string, field: Field): string;
  /** Returns texts that are accepted, or nearly, for examples in messages. */
  typicalTexts(field: Field): readonly string[];
  /** The texts of the type in the language reference and in the documentation of specs, in Markdown. */
  readonly text: TypeText;
  /** Reports invalid values of the keys that apply to the type. `pointer` is the JSON pointer of the field. */
  check(field: Field, pointer: string, report: Report): void;
  /** Returns the type's plan of a field. May throw if `check` reports an error for it. */
  plan(field: Field): Plan;
  /** Describes the type for documentation: `DECIMAL with decimal separator ","`. A default format is not mentioned. */
  sentence(plan: Plan): string;
  /**
   * Describes the type in the issue for a text that does not fit it, including a default format. If absent, `sentence`
   * is used.
   */
  demand?(plan: Plan): string;
  /**
   * Converts an operand of the spec, such as an allowed value, to the form of the field's values. Operands do not use
   * the separators of the field. Returns null if the operand is not of the type.
   */
  canonical(text: string, field: Field): string | null;
  /** Parses a text of the file at compile time. Returns the value, or null if the text is not of the type. */
  parse(text: string, plan: Plan): string | null;
  /** Returns texts that `parse` converts to the value, with the simplest first. Empty if no text has this value. */
  write(value: string, plan: Plan): readonly string[];
  /** Returns texts of the type, for samples and comparisons. Absent: other code knows some. */
  examples?(plan: Plan): readonly string[];
  /**
   * Returns the JSON Schema of the value in the message. `numbersAs` decides whether a number is a JSON number or a
   * string of its digits.
   */
  schema(plan: Plan, numbersAs: 'NUMBER' | 'STRING'): SchemaKeywords & { readonly type: JsonType };
  /**
   * The logical type of the values in the Open Data Contract Standard 3.1, unless it is the type of `schema`. Default:
   * null.
   */
  readonly logicalType: 'date' | 'time' | 'timestamp' | null;
  /** Returns the TypeScript type of the value in a record. `integerAs` is the type of an INTEGER. */
  typescript(integerAs: 'number' | 'bigint'): Code;
  /** Whether only the reader of a text uses what `declare` returns. Default: `check` and copies use it, too. */
  readonly declaresReader?: true;
  /** Returns the functions that the generated module needs to read a field with this plan. */
  declare(plan: Plan, scope: Scope): readonly Code[];
  /**
   * Returns an expression for the value of `text`, an expression whose text is not null. The result is null if the text
   * is not of the type. Except for STRING, the text has no blanks around it.
   */
  read(plan: Plan, text: Code, scope: Scope): Code;
  /**
   * Returns an expression that converts `input`, a property of a plain object, to a value. The result is undefined if
   * the property is not of the type.
   */
  readInputValue(plan: Plan, input: Code, scope: Scope): Code;
  /** How expressions use values of the type. */
  readonly expression: ExpressionForm<NoInfer<Plan>>;
  /** Returns the code that reads the field in the fast reader, or null if only the careful reader can read it. */
  inBytes(plan: Plan, field: ByteField, context: ByteContext): ByteForm | null;
}

/** The members of a definition that have a default. */
type TypeOptions<Definition> = Omit<Definition, Defaulted> & Partial<Pick<Definition, Defaulted & keyof Definition>>;
type Defaulted =
  | 'isText'
  | 'isNumber'
  | 'form'
  | 'moment'
  | 'comparesAs'
  | 'scaleOf'
  | 'logicalOf'
  | 'datePlan'
  | 'logicalType'
  | 'equalTexts'
  | 'recordValue'
  | 'compareTexts'
  | 'reportedAs'
  | 'partOf'
  | 'valuePattern'
  | 'plainPattern'
  | 'acceptedPattern'
  | 'keepsTextsOf'
  | 'ignoresCase'
  | 'exampleText'
  | 'typicalTexts';

/** Whether two keys of fields have the same value. */
export function isSameKey(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Creates a type from its definition. The returned type hides the types of the plan and the keys. This is safe because
 * each kind receives only fields of its type and plans that it created.
 */
export function createTypeKind<const T extends string, K extends KeyShapes, Plan>(
  definition: TypeOptions<TypeDefinition<T, K, Plan, NamedField & KeyValues<K>>>,
): TypeKind<T, K> {
  const defaults = {
    isText: false,
    isNumber: false,
    form: 'string',
    moment: null,
    comparesAs: null,
    scaleOf: () => null,
    logicalOf: () => TEXT_TYPE,
    datePlan: () => null,
    logicalType: null,
    equalTexts: (value: string) => [value],
    recordValue: (value: Code) => value,
    compareTexts: (old: { readonly type: string }, now: object): Acceptance => {
      const keysOf = (field: object) =>
        Object.keys(definition.keys).map((key) => Object.entries(field).find(([own]) => own === key));
      return old.type === definition.type && isSameKey(keysOf(old), keysOf(now)) ? 'same' : 'other';
    },
    reportedAs: null,
    partOf: [],
    valuePattern: () => '[^]+',
    plainPattern: () => null,
    acceptedPattern: () => null,
    keepsTextsOf: () => false,
    ignoresCase: () => false,
    exampleText: (value: string) => value,
    typicalTexts: (field: NamedField & KeyValues<K>) => definition.examples?.(definition.plan(field)) ?? [],
  };
  return { ...defaults, ...definition } as unknown as TypeKind<T, K>;
}

/** Returns how expressions use values whose form is that of the reader. */
export function plainExpression(type: ExpressionType): ExpressionForm<unknown> {
  return { type, load: (_, value) => value, store: (_, result) => result };
}
