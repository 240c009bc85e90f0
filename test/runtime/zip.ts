import { crc32, deflateRawSync } from 'node:zlib';

/** A file to put into an archive, and the defect that it is to have. */
export interface Zipped {
  name: string;
  content: Uint8Array;
  stored?: boolean;
  /** Sizes and CRC follow the data, as in an archive written to a pipe. */
  streamed?: boolean;
  /** Sizes and offsets are in a Zip64 extra field. */
  zip64?: boolean;
  encrypted?: boolean;
  method?: number;
  /** Replaces the real one. */
  crc32?: number;
  bytes?: number;
}

/** Creates a zip archive as described by APPNOTE.TXT 6.3. */
export function createZip(files: readonly Zipped[], { comment = '' }: { comment?: string } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const data = file.stored === true ? Buffer.from(file.content) : deflateRawSync(file.content);
    const local = Buffer.concat([
      localHeader(file, data.length),
      data,
      ...(file.streamed === true ? [descriptor(file, data.length)] : []),
    ]);
    directory.push(listed(file, data.length, offset));
    locals.push(local);
    offset += local.length;
  }
  const bytes = Buffer.concat(directory);
  const isZip64 = files.some(({ zip64 }) => zip64);
  return Buffer.concat([
    ...locals,
    bytes,
    ...(isZip64 ? [end64(files.length, bytes.length, offset)] : []),
    end(isZip64 ? 0xffff : files.length, isZip64 ? 0xffffffff : bytes.length, isZip64 ? 0xffffffff : offset, comment),
  ]);
}

function common(file: Zipped, compressed: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE((file.encrypted === true ? 1 : 0) | (file.streamed === true ? 8 : 0), 2);
  fields.writeUInt16LE(file.method ?? (file.stored === true ? 0 : 8), 4);
  fields.writeUInt32LE(file.crc32 ?? crc32(file.content), 10);
  fields.writeUInt32LE(file.zip64 === true ? 0xffffffff : compressed, 14);
  fields.writeUInt32LE(file.zip64 === true ? 0xffffffff : (file.bytes ?? file.content.length), 18);
  fields.writeUInt16LE(Buffer.byteLength(file.name), 22);
  return fields;
}

function localHeader(file: Zipped, compressed: number): Buffer {
  const fields = common(file, compressed);
  if (file.streamed === true) fields.fill(0, 10, 22);
  const extra = file.zip64 === true ? extra64([file.content.length, compressed]) : Buffer.alloc(0);
  fields.writeUInt16LE(extra.length, 24);
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(file.name), extra]);
}

function listed(file: Zipped, compressed: number, offset: number): Buffer {
  const extra =
    file.zip64 === true
      ? Buffer.concat([Buffer.from([0x55, 0x54, 1, 0, 0]), extra64([file.content.length, compressed, offset])])
      : Buffer.alloc(0);
  const fields = common(file, compressed);
  fields.writeUInt16LE(extra.length, 24);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(file.zip64 === true ? 0xffffffff : offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(file.name), extra]);
}

function descriptor(file: Zipped, compressed: number): Buffer {
  const fields = Buffer.from('PK\x07\x08............', 'latin1');
  [crc32(file.content), compressed, file.content.length].forEach((number, i) =>
    fields.writeUInt32LE(number, 4 + 4 * i),
  );
  return fields;
}

function extra64(numbers: readonly number[]): Buffer {
  const fields = Buffer.alloc(4 + 8 * numbers.length);
  fields.writeUInt16LE(1, 0);
  fields.writeUInt16LE(8 * numbers.length, 2);
  numbers.forEach((number, i) => fields.writeBigUInt64LE(BigInt(number), 4 + 8 * i));
  return fields;
}

function end64(entries: number, bytes: number, offset: number): Buffer {
  const fields = Buffer.alloc(76);
  fields.write('PK\x06\x06', 0, 'latin1');
  fields.writeBigUInt64LE(44n, 4);
  [entries, entries, bytes, offset].forEach((number, i) => fields.writeBigUInt64LE(BigInt(number), 24 + 8 * i));
  fields.write('PK\x06\x07', 56, 'latin1');
  fields.writeBigUInt64LE(BigInt(offset + bytes), 64);
  fields.writeUInt32LE(1, 72);
  return fields;
}

function end(entries: number, bytes: number, offset: number, comment: string): Buffer {
  const fields = Buffer.alloc(22);
  fields.write('PK\x05\x06', 0, 'latin1');
  fields.writeUInt16LE(entries, 8);
  fields.writeUInt16LE(entries, 10);
  fields.writeUInt32LE(bytes, 12);
  fields.writeUInt32LE(offset, 16);
  fields.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([fields, Buffer.from(comment)]);
}
