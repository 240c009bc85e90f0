import { MAX_VARINT, writeAvroLong } from '../../../kernel/avro/write-number.ts';
import type { Container, ContainerMessages, ContainerOptions } from '../model/container.ts';

/** `Obj` and the version of the format. */
const MAGIC = Uint8Array.of(0x4f, 0x62, 0x6a, 1);
const encoder = new TextEncoder();

/**
 * Creates the writer of an object container file (Avro 1.11). Its schema is the union of several schemas. Codecs: null and
 * deflate.
 */
export function createAvroFile({ schemas, sync, deflate }: ContainerOptions): Container {
  const schema = schemas.length === 1 ? schemas[0] : schemas;
  const meta = [
    ['avro.schema', JSON.stringify(schema)],
    ['avro.codec', deflate === null ? 'null' : 'deflate'],
  ].flatMap(([name = '', value = '']) => [...withLength(encoder.encode(name)), ...withLength(encoder.encode(value))]);
  return {
    header: concat([MAGIC, long(2), ...meta, long(0), sync]),
    block(messages) {
      const bytes = messages.types === null ? ownBytes(messages) : withBranches(messages, messages.types);
      const packed = deflate === null ? bytes : deflate(bytes);
      return [concat([long(messages.count), long(packed.length)]), packed, sync];
    },
  };
}

function ownBytes({ bytes, ends, count }: ContainerMessages): Uint8Array {
  return bytes.subarray(0, ends[count - 1] ?? 0);
}

/** Returns the messages, each after the index of its schema in the union. */
function withBranches({ bytes, ends, count }: ContainerMessages, types: readonly number[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let i = 0; i < count; i++) parts.push(long(types[i] ?? 0), bytes.subarray(ends[i - 1] ?? 0, ends[i]));
  return concat(parts);
}

function long(value: number): Uint8Array {
  const bytes = new Uint8Array(MAX_VARINT);
  return bytes.subarray(0, writeAvroLong(bytes, 0, value));
}

function withLength(bytes: Uint8Array): Uint8Array[] {
  return [long(bytes.length), bytes];
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
