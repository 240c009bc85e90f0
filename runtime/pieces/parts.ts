import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../base/files/create-folder.ts';
import { syncToDisk } from '../base/files/sync-to-disk.ts';
import { type LineTarget, openLineFile } from '../sink/line-targets.ts';
import type { PartsDestination } from './destination.ts';
import { formatNumber } from './piece-results.ts';
import { type ObjectAddress, openPieceBucket } from './store/piece-bucket.ts';

/** Returns whether the lines of a piece are at their place. Throws ConnectorFailure. */
export async function hasPart(destination: PartsDestination, piece: number): Promise<boolean> {
  if (destination.kind === 'folder')
    return stat(partPathOf(destination.path, piece)).then(
      () => true,
      () => false,
    );
  const objects = await openPieceBucket(destination.address);
  try {
    return (await objects.stat(partKeyOf(destination.address, piece))) !== null;
  } finally {
    objects.close();
  }
}

/**
 * Opens the file or the object of a piece. It appears when it is complete: a file is written under a name of this attempt, and
 * renamed when it is on disk. `isDiscarded`: it never appears, because the run fails. Throws the errors of the place.
 */
export async function openPart(
  destination: PartsDestination,
  piece: number,
  isDiscarded: boolean,
): Promise<LineTarget> {
  const target =
    destination.kind === 'folder'
      ? await openPartFile(destination.path, piece)
      : await openPartObject(destination.address, piece);
  return { ...target, finish: isDiscarded ? () => target.discard() : () => target.finish() };
}

async function openPartFile(folder: string, piece: number): Promise<LineTarget> {
  await createFolder(folder);
  const path = partPathOf(folder, piece);
  const target = await openLineFile(path);
  return {
    ...target,
    async finish() {
      await target.finish();
      await syncToDisk(path);
    },
  };
}

async function openPartObject(address: ObjectAddress, piece: number): Promise<LineTarget> {
  const objects = await openPieceBucket(address);
  const writer = objects.write(partKeyOf(address, piece));
  return {
    async write(parts) {
      for (const bytes of parts) await writer.write(bytes);
    },
    async finish() {
      try {
        await writer.commit();
      } catch (error) {
        await writer.abort();
        throw error;
      } finally {
        objects.close();
      }
    },
    async discard() {
      await writer.abort();
      objects.close();
    },
  };
}

function partPathOf(folder: string, piece: number): string {
  return join(folder, nameOf(piece));
}

function partKeyOf({ prefix }: ObjectAddress, piece: number): string {
  return prefix === '' ? nameOf(piece) : `${prefix}/${nameOf(piece)}`;
}

function nameOf(piece: number): string {
  return `part-${formatNumber(piece)}.ndjson`;
}
