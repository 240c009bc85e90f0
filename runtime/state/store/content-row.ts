import { checksumOf, StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import { checksumOfBatch, type DetailColumns, packColumns, unpackDetails } from './batch-details.ts';
import { readMessageFile } from './message-file.ts';

/** A row of the table `batch_contents`: the contents of a batch, or their place in a message file. */
export interface ContentRow extends DetailColumns {
  batch: number;
  first_record: number;
  value_bytes: Buffer;
  value_file: string | null;
  value_position: number | null;
  value_length: number | null;
  /** Null if the details are in the row. Then only the values can be in a message file. */
  details_length: number | null;
  checksum: number | null;
}

/**
 * Returns the columns of a row with the contents that are in a message file of the folder `messages`. Returns null if the
 * file is missing. Throws the system's errors, and StoredDataDamaged if the contents are not those that were stored.
 */
export async function readContents(row: ContentRow, messages: string): Promise<Partial<ContentRow> | null> {
  const { value_file: file, value_position: position, details_length: detailsLength } = row;
  if (file === null) {
    verify(row, () => checksumOf(packColumns(row), checksumOf(row.value_bytes)));
    return {};
  }
  const valueLength = detailsLength === null ? lastNumberOf(row.value_ends) : (row.value_length ?? 0);
  const length = valueLength + (detailsLength ?? 0);
  const contents = await readMessageFile(messages, { file, position: position ?? 0, length });
  if (contents === null) return null;
  verify(row, () => checksumOf(contents));
  return {
    ...(detailsLength !== null && unpackDetails(contents.subarray(valueLength))),
    value_bytes: contents.subarray(0, valueLength),
    ...{ value_file: null, value_position: null, value_length: null, details_length: null },
  };
}

/** Batches of earlier versions have no checksum, and are read as they are. */
function verify({ batch, checksum, first_record: firstRecord }: ContentRow, computed: () => number): void {
  if (checksum !== null && checksumOfBatch(computed(), firstRecord) !== checksum)
    throw new StoredDataDamaged(`the batch ${batch} of messages`);
}

/** Returns the last unsigned 32-bit number (little-endian) of `bytes`; 0 if there is none. */
function lastNumberOf(bytes: Buffer): number {
  return bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
}
