import type { ByteEnding } from '../../bytes/byte-form.ts';
import type { Code } from '../../code/literal.ts';
import type { KernelFunction, Scope } from '../../code/scope.ts';
import type { ContainerForm } from './container.ts';
import type { LogicalType } from './logical-type.ts';
import type { SchemaForm } from './schema-form.ts';
import type { TypedForm } from './typed-values.ts';

/** What the values of a field are in the readers, apart from null: texts, the digits of numbers, or booleans. */
export type ValueForm = 'TEXT' | 'NUMBER' | 'BOOLEAN';

/** A field of a message. */
export interface MessageField {
  readonly name: string;
  /** The property of its value in the values of a record. */
  readonly key: string;
  readonly form: ValueForm;
  /** The type of the field. */
  readonly type: string;
  /** How an encoding with types of its own writes the values. */
  readonly logical: LogicalType;
  /** False: no message contains null for the field. */
  readonly isNullable: boolean;
  /** The number of decimals that each value has. Null: it varies, or values have none. */
  readonly scale: number | null;
  /** The least and the greatest number that FATAL rules allow. Null: there is none, or a double cannot represent it. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** Everything about one encoding of messages. */
export interface Encoder {
  readonly name: string;
  /** The media type of a message: the header `content-type`. */
  readonly contentType: string;
  /** Whether no message contains a line feed, so that a file can have one message per line. */
  readonly isLine: boolean;
  /** How the careful reader writes a message. */
  readonly values: ValueEncoder;
  /** How the fast reader writes a message. */
  readonly bytes: ByteEncoder;
  /**
   * Creates a reader of the values of messages with these fields, in their order. Throws if messages do not contain the
   * texts of values: programs that write tables or CSV files then read JSON messages.
   */
  createValueReader(fields: readonly MessageName[]): ValueReader;
  /** Splits the text of a message into its members, for people. Null: the text is no such message. */
  split(text: string): readonly MessageMember[] | null;
  /** The schemas of messages, which their readers need. Absent: messages need none. */
  readonly schema?: SchemaForm;
  /** The function that joins the message of a record with those of its members (`as`). Absent: messages have no members. */
  readonly parts?: KernelFunction;
  /** How messages become a file with their schema. Absent: they do not. */
  readonly container?: ContainerForm;
  /** How values are read with their types. Absent: programs that write columns cannot read these messages. */
  readonly typed?: TypedForm;
  /** Returns what values must fulfil besides their type so that a message can contain them. Absent, null: nothing. */
  limitOf?(logical: LogicalType): ValueLimit | null;
}

/** What the values of a field must fulfil so that a message can contain them. */
export interface ValueLimit {
  /** The end of the sentence "The value must …". */
  readonly demand: string;
  /** The function that returns whether a text fits. It gets the text, or the day of a date, and the operands. */
  readonly test: KernelFunction;
  readonly operands: readonly number[];
}

/** A field whose name alone is known. */
export interface MessageName {
  readonly name: string;
}

/** A member of a message, as its text has it. */
export interface MessageMember {
  readonly name: string;
  /** The value as it is in the text. */
  readonly text: string;
  /** The value without what encloses or escapes it. Null is null. */
  readonly value: string | null;
}

/** How the careful reader turns the values of a record into its message. */
export interface ValueEncoder {
  /** What the function returns: the beginning of its docstring. */
  readonly doc: Code;
  /** The type that it returns. A string becomes UTF-8. */
  readonly returns: 'string' | 'Uint8Array';
  /** Emits the statements of the function. `value` returns an expression for the value of a field. */
  emit(fields: readonly MessageField[], value: (field: MessageField) => Code, scope: Scope): readonly Code[];
}

/**
 * How the fast reader writes a message. While it works, it has each value in its output as JSON: a text in quotes, the
 * digits of a number, `true`, `false` or `null`.
 */
export interface ByteEncoder {
  /**
   * Whether the message contains the values in this form, so that they are read into their place in it. Otherwise, they
   * are turned there (`inPlace`), or are read beside it, and `append` writes them.
   */
  readonly isInPlace: boolean;
  /** Returns the constant bytes before the value of a field, as text. */
  label(field: MessageName, isFirst: boolean): string;
  /**
   * Returns an expression that appends a value to the output: its length after it, or -1 if the record needs the careful
   * reader. `place` is an `OutputValue`. The statements around it have `output`, `length` and `report`.
   */
  append(field: MessageField, place: Code, scope: Scope): Code;
  /**
   * Returns how a value that was read to its place in the message becomes its form there. Null, and absent: the value is
   * read beside the message, and `append` writes it.
   */
  inPlace?(field: MessageField, scope: Scope): InPlaceForm | null;
  /** What the function that ends a message does, as its docstring says it. */
  readonly endDoc: Code;
  /** The statements that end a message and return the length of the output. */
  emitEnd(scope: Scope): readonly Code[];
}

/** How a value becomes its form at its place in the message. */
export interface InPlaceForm {
  /** The statements before the value is read to index `length` of the output. They may move `length`. */
  readonly before: readonly Code[];
  /** How the value ends. */
  readonly ending: ByteEnding;
}

/** The kinds of values in messages. */
export const NULL_VALUE = 0;
export const TEXT_VALUE = 1;
export const NUMBER_VALUE = 2;
export const TRUE_VALUE = 3;
export const FALSE_VALUE = 4;
export type ValueKind =
  | typeof NULL_VALUE
  | typeof TEXT_VALUE
  | typeof NUMBER_VALUE
  | typeof TRUE_VALUE
  | typeof FALSE_VALUE;

/** Reads the values of messages, in the order of their fields. */
export interface ValueReader {
  /** The bytes with the value that was read last. */
  readonly bytes: Uint8Array;
  /** Where they have the text of a TEXT_VALUE or the digits of a NUMBER_VALUE, in UTF-8 without escapes. */
  readonly from: number;
  readonly to: number;
  /** Begins with the message from `from` to `to`. Throws if it ends before. */
  begin(message: Uint8Array, from: number, to: number): void;
  /** Moves to the value of the next field, and returns its kind. */
  next(): ValueKind;
  /** Ends the message after its last value. Throws an Error if it does not end there. */
  end(): void;
}
