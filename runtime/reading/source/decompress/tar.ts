import { unpackingFailed } from './data/damaged-data.ts';
import type { RunFailure } from '../../../base/model/run-failure.ts';
import type { ByteInput } from './byte-input.ts';
import { BLOCK_BYTES, readTarHeader, type TarHeader } from './tar-header.ts';

/** A member of a tar archive. */
export interface TarMember {
  name: string;
  /** Size of its content, in bytes. */
  bytes: number;
  /** OTHER: a link, a device, a pipe, or a file with holes. */
  kind: 'FILE' | 'FOLDER' | 'OTHER';
  /** Yields the content. Only until the next member is requested. */
  content(): AsyncGenerator<Uint8Array>;
}

const CHUNK_BYTES = 256 * 1024;
/** Maximum size of the description of a member (pax, long names), and of headers in one archive. */
const MAX_DESCRIPTION_BYTES = 64 * 1024;
const MAX_HEADERS = 100_000;

/**
 * Yields the members of a tar archive, in order. Content that is not read is skipped. Throws a RunFailure
 * `decompression_failed` if the archive is damaged, ends early, has data after its end, or more than 100,000 headers.
 */
export async function* readTar(input: ByteInput): AsyncGenerator<TarMember> {
  let described: Described = {};
  for (let headers = 0; ; headers++) {
    if (headers === MAX_HEADERS) throw unpackingFailed(`the tar archive has more than ${MAX_HEADERS} members`);
    const header = await readHeader(input);
    if (header === null) return checkEnd(input);
    if (header.type === 'g') await readDescription(input, header);
    else if (header.type === 'x' || header.type === 'L' || header.type === 'K') {
      described = { ...described, ...readDescribed(header.type, await readDescription(input, header)) };
    } else {
      yield* readMember(input, { ...header, ...(header.type === 'S' ? {} : described) });
      described = {};
    }
  }
}

async function readHeader(input: ByteInput): Promise<TarHeader | null> {
  const block = await input.read(BLOCK_BYTES);
  if (block.length < BLOCK_BYTES) throw unpackingFailed('the tar archive is truncated: it has no end mark');
  if (block.every((byte) => byte === 0)) return null;
  const header = readTarHeader(block);
  if (header === null) throw unpackingFailed('the tar archive is damaged: the checksum of a header is wrong');
  return header;
}

/** What a member before it says about a member: pax and GNU tar. */
type Described = Partial<Pick<TarHeader, 'name' | 'bytes' | 'type'>>;

async function* readMember(input: ByteInput, { name, bytes, type }: TarHeader): AsyncGenerator<TarMember> {
  let left = bytes;
  const kind = type === '0' ? 'FILE' : type === '5' ? 'FOLDER' : 'OTHER';
  yield {
    name,
    bytes,
    kind,
    async *content() {
      while (left > 0) {
        const chunk = await input.read(Math.min(left, CHUNK_BYTES));
        if (chunk.length === 0) throw truncated();
        left -= chunk.length;
        yield chunk;
      }
    },
  };
  if (!(await input.skip(left + paddingOf(bytes)))) throw truncated();
}

async function readDescription(input: ByteInput, { bytes }: TarHeader): Promise<Buffer> {
  if (bytes > MAX_DESCRIPTION_BYTES)
    throw unpackingFailed(
      `the tar archive describes a member in more than ${MAX_DESCRIPTION_BYTES} bytes: it may be damaged`,
    );
  const padded = bytes + paddingOf(bytes);
  const read = await input.read(padded);
  if (read.length < padded) throw truncated();
  return read.subarray(0, bytes);
}

function readDescribed(type: string, description: Buffer): Described {
  if (type === 'L') return { name: description.toString('utf8').replace(/\0+$/u, '') };
  return type === 'K' ? {} : readPax(description);
}

/** Reads the records `length key=value` of a pax header. A sparse file is none that could be read. */
function readPax(description: Buffer): Described {
  const described: Described = {};
  for (let at = 0; at < description.length; ) {
    const blank = description.indexOf(0x20, at);
    const written = description.toString('latin1', at, Math.max(at, blank));
    const end = at + Number(written);
    if (!/^[1-9][0-9]{0,5}$/u.test(written) || end > description.length || description[end - 1] !== 0x0a)
      throw unpackingFailed('the tar archive is damaged: the description of a member is wrong');
    const [key, value] = splitOnce(description.toString('utf8', blank + 1, end - 1));
    if (key === 'path') described.name = value;
    if (key === 'size') described.bytes = readSize(value);
    if (key.startsWith('GNU.sparse.')) described.type = 'S';
    at = end;
  }
  return described;
}

function splitOnce(record: string): [key: string, value: string] {
  const at = record.indexOf('=');
  return at < 0 ? [record, ''] : [record.slice(0, at), record.slice(at + 1)];
}

function readSize(written: string): number {
  const bytes = Number(written);
  if (/^[0-9]{1,16}$/u.test(written) && Number.isSafeInteger(bytes)) return bytes;
  throw unpackingFailed('the tar archive is damaged: the size of a member is wrong');
}

/** The archive ends with zeros. Anything else would be members that are not read. */
async function checkEnd(input: ByteInput): Promise<void> {
  for (;;) {
    const rest = await input.read(CHUNK_BYTES);
    if (rest.length === 0) return;
    if (!rest.every((byte) => byte === 0)) throw unpackingFailed('data follows the end of the tar archive');
  }
}

function paddingOf(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

function truncated(): RunFailure {
  return unpackingFailed('the tar archive is truncated');
}
