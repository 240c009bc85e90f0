import type { FileKind } from '../../reading/source/file-kind.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';
import { SystemFailure } from '../command-line/failures.ts';
import { nameInput, openInput, whileInterruptible } from './input.ts';

/** The beginning of a file. `isWhole` is true if it is the whole file. */
export interface Beginning {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** How much of a file is read. `maxBytes` limits the content of a compressed file. `kind`: what is known of its bytes. */
export interface BeginningLimits {
  readonly maxSampleBytes: number;
  readonly maxBytes: number;
  readonly kind?: FileKind;
}

/** Reads the beginning of a file. Throws like openInput(), and SystemFailure if it cannot be read. */
export async function readBeginning(
  file: string,
  { maxSampleBytes, maxBytes, kind = {} }: BeginningLimits,
): Promise<Beginning> {
  const source = await openInput(file, maxBytes, kind);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    await whileInterruptible(async (signal) => {
      for await (const chunk of source.chunks(0, signal)) {
        // The source may reuse its buffer, so the bytes must be copied. Buffer.slice() would not copy them.
        chunks.push(new Uint8Array(chunk.subarray(0, maxSampleBytes + 1 - length)));
        length += chunk.length;
        if (length > maxSampleBytes) break;
      }
    });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new SystemFailure(`cannot read ${nameInput(file)}: ${reasonOf(error)}`);
  } finally {
    await source.close();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxSampleBytes), isWhole: length <= maxSampleBytes };
}
