import { RunFailure } from '../../../../base/model/run-failure.ts';

/** Returns the failure of a compressed file or an archive that cannot be unpacked. */
export function unpackingFailed(message: string): RunFailure {
  return new RunFailure('decompression_failed', message);
}

/** Returns the failure of compressed data that is damaged, or uses what is not supported. */
export function damagedData(reason: string): RunFailure {
  return unpackingFailed(`the file cannot be decompressed: ${reason}`);
}

/** Returns the failure of compressed data that ends too early. */
export function truncatedData(): RunFailure {
  return damagedData(UNEXPECTED_END);
}

/** Returns the failure of compressed data whose checksum is wrong. */
export function wrongChecksum(): RunFailure {
  return damagedData('its checksum is wrong');
}

/** Returns the failure of a file that has other data after the compressed content. */
export function dataAfterEnd(): RunFailure {
  return damagedData('data follows the end of the compressed content');
}

export const UNEXPECTED_END = 'it is truncated';
