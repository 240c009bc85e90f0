import * as assert from 'node:assert/strict';
import avsc from 'avsc';
import { createMessageSchemas } from '../../../compiler/formats.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';

/** A type of Avro as a schema has it, without its union. */
type AvroType = string | AvroLogicalType | AvroArray | AvroRecord;
interface AvroLogicalType {
  readonly logicalType: string;
  readonly scale?: number;
}
interface AvroArray {
  readonly type: 'array';
  readonly items: AvroRecord;
}
interface AvroRecord {
  readonly type: 'record';
  readonly fields: readonly { name: string; doc?: string; type: AvroType | readonly AvroType[] }[];
}

/** Reads messages with avsc, which knows nothing of the encoder. */
export interface MessageReader {
  /** Throws if a message does not have the values of a JSON message, as texts. */
  compare(message: Uint8Array, values: readonly (string | null)[]): void;
}

/** Longs as bigint. */
const longType = avsc.types.LongType.__with({
  fromBuffer: (buffer: Buffer) => buffer.readBigInt64LE(),
  toBuffer: (value: bigint) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigInt64LE(value);
    return buffer;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value: unknown) => typeof value === 'bigint',
  compare: (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1),
});

/** Creates a reader of the messages of a module, or of one of its record types. */
export function createMessageReader(spec: SpecInfo, recordType: string | null = null): MessageReader {
  const described = createMessageSchemas(spec, 'test.of.avro').find((one) => one.recordType === recordType);
  assert.ok(described, 'the messages have a schema');
  const schema = described.schema as { fields: { name: string; type: unknown }[] };
  // A property may not be called like a field: __proto__, for example.
  const fields = schema.fields.map((field, index) => ({ ...field, name: `f${index}` }));
  // Without logical types, values are numbers, bytes and texts.
  const type = avsc.Type.forSchema({ ...schema, fields } as never, {
    registry: { long: longType },
    wrapUnions: 'never',
  });
  return {
    compare(message, values) {
      const record = type.fromBuffer(Buffer.from(message)) as Readonly<Record<string, unknown>>;
      assert.equal(schema.fields.length, values.length);
      for (const [index, { name, type: written }] of schema.fields.entries()) {
        compareValue(record[`f${index}`], values[index] ?? null, { name, type: written as AvroType });
      }
    },
  };
}

/** Throws if a value is not that of a JSON message: the text of a field, or that of the records of a member. */
function compareValue(
  value: unknown,
  text: string | null,
  { name, type: written }: Pick<AvroRecord['fields'][number], 'name' | 'type'>,
): void {
  const type = (Array.isArray(written) ? written[1] : written) as AvroType;
  if (text === null) return assert.equal(value, null, name);
  if (typeof type === 'string' || 'logicalType' in type)
    return assert.ok(isSame(value, text, type), `${name}: ${String(value)} is not ${text}`);
  const json = JSON.parse(quoteNumbers(text)) as JsonRecord | JsonRecord[];
  if (type.type === 'record') return compareRecord(value, json as JsonRecord, type);
  const [items, expected] = [value as unknown[], json as JsonRecord[]];
  assert.equal(items.length, expected.length, name);
  for (const [index, item] of items.entries()) compareRecord(item, expected[index] ?? {}, type.items);
}

type JsonRecord = Readonly<Record<string, unknown>>;

function compareRecord(value: unknown, expected: JsonRecord, { fields }: AvroRecord): void {
  assert.equal(Object.keys(expected).length, fields.length);
  for (const { name, doc = name, type } of fields) {
    const json = expected[doc];
    assert.notEqual(json, undefined, doc);
    const text = json === null ? null : typeof json === 'object' ? JSON.stringify(json) : String(json);
    compareValue((value as JsonRecord)[name], text, { name, type });
  }
}

/** Returns a JSON text whose numbers are texts, because JSON.parse() rounds numbers. */
function quoteNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token.startsWith('"') ? token : `"${token}"`));
}

function isSame(value: unknown, text: string, type: string | AvroLogicalType): boolean {
  if (type === 'string') return value === Buffer.from(text).toString();
  if (type === 'boolean') return String(value) === text;
  if (type === 'long') return value === BigInt(text);
  assert.ok(typeof type === 'object');
  const { logicalType, scale = 0 } = type;
  if (logicalType === 'decimal') return toUnits(value as Buffer) === unitsOf(text, scale);
  // Other forms of dates are compared in tests of their own.
  if (logicalType === 'date')
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Number(value) * 86_400_000 === Date.parse(text) : typeof value === 'number';
  const decimals = logicalType.endsWith('millis') ? 3 : 6;
  const instant = logicalType.startsWith('time-') ? `1970-01-01T${text}Z` : text;
  const [, before = '', fraction = ''] = /^([^.]+?)(?:\.(\d+))?Z$/.exec(instant) ?? [];
  const seconds = BigInt(Date.parse(`${before}Z`)) / 1000n;
  return BigInt(value as number) === unitsOf(`${seconds}.${fraction}`, decimals);
}

function toUnits(bytes: Buffer): bigint {
  return BigInt.asIntN(8 * bytes.length, BigInt(`0x${bytes.toString('hex')}`));
}

/** Returns a number in units of its decimal `scale`. Throws if it has more decimals than zeros. */
function unitsOf(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  assert.match(fraction.slice(scale), /^0*$/);
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}
