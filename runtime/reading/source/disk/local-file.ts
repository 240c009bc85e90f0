import { open } from 'node:fs/promises';
import { type FileBlocks, waitForBlocks } from './file-blocks.ts';

/** A file on the disk of this machine, or in memory. */
export interface LocalFile {
  readonly path: string;
  /** Present if the file is a local copy of an object, whose blocks are copied when they are read. */
  readonly blocks?: FileBlocks | undefined;
  /** Present if the whole file is in memory. Then nothing is at `path`. */
  readonly content?: Uint8Array | undefined;
}

/** An open file. `read` waits for blocks that are not on disk yet, and throws like waitForBlocks(). */
export interface OpenedFile {
  /** Like FileHandle.read(), at the byte offset `position`. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number }>;
  close(): Promise<void>;
}

/** Opens a file for reading. Throws the system's error. */
export async function openLocalFile({ path, blocks, content }: LocalFile): Promise<OpenedFile> {
  if (content !== undefined) return openContent(content);
  const handle = await open(path, 'r');
  if (blocks === undefined) return handle;
  return {
    async read(buffer, offset, length, position) {
      await waitForBlocks(blocks, position, position + length);
      return handle.read(buffer, offset, length, position);
    },
    stat: () => handle.stat(),
    close: () => handle.close(),
  };
}

function openContent(content: Uint8Array): OpenedFile {
  return {
    async read(buffer, offset, length, position) {
      const part = content.subarray(position, position + length);
      buffer.set(part, offset);
      return { bytesRead: part.length };
    },
    stat: async () => ({ size: content.length }),
    close: async () => {},
  };
}
