import type { LogicalType } from './logical-type.ts';

/** A schema as JSON. */
export type SchemaJson = string | readonly SchemaJson[] | { readonly [key: string]: SchemaJson | number | null };

/** What a schema says about the values of a field. */
export interface TypedValues {
  readonly logical: LogicalType;
  /** False: no message contains null for the field. */
  readonly isNullable: boolean;
}

/** How an encoding describes its messages. */
export interface SchemaForm {
  /** The media type of the schemas, with which documents for other tools contain them. */
  readonly mediaType: string;
  /** Returns the schema of the values of a field. */
  typeOf(field: TypedValues): SchemaJson;
  /** Returns the schema of a message. */
  describe(message: DescribedMessage): SchemaJson;
  /** Returns why a program that reads with the schema `reader` cannot read messages with the schema `writer`. */
  findConflicts(reader: SchemaJson, writer: SchemaJson): SchemaConflict[];
}

/** A reason why one schema cannot read the messages of another. */
export interface SchemaConflict {
  /** The record of the reader, as the spec names it. */
  readonly record: string;
  /** The field. Null: the record itself. */
  readonly field: string | null;
  /** The end of a sentence that begins with the field or the record. */
  readonly reason: string;
}

/** What the schema of a message says. */
export interface DescribedMessage {
  /** The name of the spec, and that of the record type. Null: the spec has one type. */
  readonly spec: string;
  readonly recordType: string | null;
  /** Where the name of the schema belongs. Null: nowhere. */
  readonly namespace: string | null;
  readonly fields: readonly DescribedField[];
  /** The records of other types that follow the fields. */
  readonly members: readonly DescribedMember[];
}

/** A field of a message in its schema. */
export interface DescribedField {
  readonly name: string;
  /** The schema of its values, as `typeOf` returns it. */
  readonly schema: SchemaJson;
}

/** Records that are a member of a message. */
export interface DescribedMember {
  readonly name: string;
  /** Whether the member is a list. If not, it is a record or null. */
  readonly isList: boolean;
  /** The schema of a record, as `describe` returns it. */
  readonly schema: SchemaJson;
}
