/** A member to put into a tar archive, and the defect that it is to have. */
export interface Tarred {
  name: string;
  content?: Uint8Array | string;
  /** The type flag. Default: `0`, a file. */
  type?: string;
  /** Replaces the real size. */
  bytes?: number;
  /** The size is written in base 256, as GNU tar does for large files. */
  isBase256?: boolean;
}

/** Creates a tar archive as described by POSIX.1-2017 (pax). */
export function createTar(members: readonly Tarred[], { end = 2 } = {}): Buffer {
  return Buffer.concat([...members.flatMap(memberOf), Buffer.alloc(512 * end)]);
}

/** Creates the record of a pax header, whose length counts itself. */
export function createPaxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (length !== String(length).length + Buffer.byteLength(rest))
    length = String(length).length + Buffer.byteLength(rest);
  return `${length}${rest}`;
}

function memberOf({ name, content = '', type = '0', bytes, isBase256 = false }: Tarred): Buffer[] {
  const data = Buffer.from(content as string);
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write('0000644\0', 100);
  const size = bytes ?? data.length;
  if (isBase256) {
    block[124] = 0x80;
    block.writeUInt32BE(size, 132);
  } else block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [block, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
}
