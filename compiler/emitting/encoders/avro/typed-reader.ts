import type { SchemaJson } from '../model/schema-form.ts';
import type { ColumnType, MessageBytes, TypedColumn, TypedReader, TypedValue } from '../model/typed-values.ts';
import { MessageCursor } from './message-cursor.ts';

/** A field in the schema of a record. */
interface SchemaField {
  readonly name: string;
  readonly doc?: string;
  readonly type: SchemaJson;
}

/** The type of values in a schema. */
interface SchemaType {
  readonly logicalType?: string;
  readonly precision?: number;
  readonly scale?: number;
}

type ReadValue = (cursor: MessageCursor, messages: MessageBytes) => TypedValue;

/** Creates a reader of the values of messages in Avro. `schema` is that of a record, as describeMessage() returned it. */
export function createAvroReader(schema: SchemaJson): TypedReader {
  // describeMessage() returns a record with fields.
  const { fields } = schema as unknown as { readonly fields: readonly SchemaField[] };
  const columns = fields.map(toColumn);
  const readers = columns.map(({ type, isNullable }) => (isNullable ? orNull(readerOf(type)) : readerOf(type)));
  const cursor = new MessageCursor();
  return {
    columns,
    read(messages, { from, to }, into) {
      cursor.begin(messages.bytes, from);
      for (let column = 0; column < readers.length; column++)
        into[column]?.push((readers[column] as ReadValue)(cursor, messages));
      if (cursor.at !== to) throw new Error('a message does not end after its last value');
    },
  };
}

function toColumn({ name, doc, type }: SchemaField): TypedColumn {
  const isNullable = Array.isArray(type);
  const own = isNullable ? (type as readonly SchemaJson[])[1] : type;
  return { name: doc ?? name, isNullable, type: toColumnType(own as SchemaJson) };
}

function toColumnType(type: SchemaJson): ColumnType {
  if (type === 'boolean' || type === 'long') return { kind: type };
  if (type === 'string') return { kind: 'text' };
  const { logicalType = '', precision = 0, scale = 0 } = type as SchemaType;
  if (logicalType === 'decimal') return { kind: 'decimal', precision, scale };
  if (logicalType === 'date') return { kind: 'date' };
  const unit = logicalType.endsWith('-millis') ? 'MILLIS' : 'MICROS';
  return { kind: logicalType.startsWith('time-') ? 'time' : 'instant', unit };
}

/** Reads the branch of a union with null before the value. */
function orNull(read: ReadValue): ReadValue {
  return (cursor, messages) => (cursor.byte() === 0 ? null : read(cursor, messages));
}

function readerOf(type: ColumnType): ReadValue {
  switch (type.kind) {
    case 'text':
      return (cursor, messages) => {
        const length = Number(cursor.long());
        return messages.decode(cursor.at, cursor.skip(length));
      };
    case 'boolean':
      return (cursor) => cursor.byte() === 1;
    case 'decimal':
      return (cursor) => cursor.units(Number(cursor.long()));
    case 'date':
      return (cursor) => Number(cursor.long());
    case 'time':
      return type.unit === 'MILLIS' ? (cursor) => Number(cursor.long()) : (cursor) => BigInt(cursor.long());
    case 'long':
    case 'instant':
      return (cursor) => BigInt(cursor.long());
    default:
      return type satisfies never;
  }
}
