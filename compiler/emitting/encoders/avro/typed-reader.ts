import type { SchemaJson } from '../model/schema-form.ts';
import type {
  ColumnType,
  MessageBytes,
  TypedColumn,
  TypedReader,
  TypedRecord,
  TypedValue,
} from '../model/typed-values.ts';
import { MessageCursor } from './message-cursor.ts';

/** A field in the schema of a record. */
interface SchemaField {
  readonly name: string;
  readonly doc?: string;
  readonly type: SchemaJson;
}

/** The schema of a record. */
interface SchemaRecord {
  readonly fields: readonly SchemaField[];
}

/** The type of values in a schema. */
interface SchemaType extends Partial<SchemaRecord> {
  readonly items?: SchemaRecord;
  readonly logicalType?: string;
  readonly precision?: number;
  readonly scale?: number;
}

type ReadValue = (cursor: MessageCursor, messages: MessageBytes) => TypedValue;

/** Creates a reader of the values of messages in Avro. `schema` is that of a record, as describeMessage() returned it. */
export function createAvroReader(schema: SchemaJson): TypedReader {
  // describeMessage() returns a record with fields.
  const columns = (schema as unknown as SchemaRecord).fields.map(toColumn);
  const readers = columns.map(readerOfColumn);
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
  const { logicalType = '', precision = 0, scale = 0, fields, items } = type as unknown as SchemaType;
  if (items !== undefined) return { kind: 'list', columns: items.fields.map(toColumn) };
  if (fields !== undefined) return { kind: 'record', columns: fields.map(toColumn) };
  if (logicalType === 'decimal') return { kind: 'decimal', precision, scale };
  if (logicalType === 'date') return { kind: 'date' };
  const unit = logicalType.endsWith('-millis') ? 'MILLIS' : 'MICROS';
  return { kind: logicalType.startsWith('time-') ? 'time' : 'instant', unit };
}

function readerOfColumn({ type, isNullable }: TypedColumn): ReadValue {
  return isNullable ? orNull(readerOf(type)) : readerOf(type);
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
    case 'record':
      return recordReader(type.columns);
    case 'list':
      return listReader(recordReader(type.columns));
    default:
      return type satisfies never;
  }
}

function recordReader(columns: readonly TypedColumn[]): (cursor: MessageCursor, messages: MessageBytes) => TypedRecord {
  const readers = columns.map((column) => ({ name: column.name, read: readerOfColumn(column) }));
  return (cursor, messages) => {
    const record = Object.create(null) as TypedRecord;
    for (const { name, read } of readers) record[name] = read(cursor, messages);
    return record;
  };
}

/** Reads an array: blocks of records, and an empty one at the end. */
function listReader(read: ReturnType<typeof recordReader>): ReadValue {
  return (cursor, messages) => {
    const records: TypedRecord[] = [];
    for (let count = Number(cursor.long()); count > 0; count = Number(cursor.long()))
      for (let record = 0; record < count; record++) records.push(read(cursor, messages));
    return records;
  };
}
