import { open } from 'node:fs/promises';
import { type FileBlocks, waitForBlocks } from './file-blocks.ts';

/** A file on the disk of this machine. */
export interface LocalFile {
  readonly path: string;
  /** Present if the file is a local copy of an object, whose blocks are copied when they are read. */
  readonly blocks?: FileBlocks | undefined;
}

/** An open file. `read` waits for blocks that are not on disk yet, and throws like waitForBlocks(). */
export interface OpenedFile {
  readonly fd: number;
  /** Like FileHandle.read(), at the byte offset `position`. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number }>;
  close(): Promise<void>;
}

/** Opens a file for reading. Throws the system's error. */
export async function openLocalFile({ path, blocks }: LocalFile): Promise<OpenedFile> {
  const handle = await open(path, 'r');
  if (blocks === undefined) return handle;
  return {
    fd: handle.fd,
    async read(buffer, offset, length, position) {
      await waitForBlocks(blocks, position, position + length);
      return handle.read(buffer, offset, length, position);
    },
    stat: () => handle.stat(),
    close: () => handle.close(),
  };
}
