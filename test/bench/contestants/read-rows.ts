import { type ReadRow, readEntry, readPayment, readText, readWide } from '../checks/rows.ts';

/** How the pipelines of the peers read a record of a spec. */
export function rowReaderOf(spec: string): ReadRow {
  const readers: { readonly [spec: string]: ReadRow | undefined } = {
    payments: readPayment,
    texts: readText,
    wide: readWide,
    entries: readEntry,
  };
  const reader = readers[spec];
  if (reader === undefined) throw new Error(`nobody wrote the checks of ${spec} by hand`);
  return reader;
}

/** Bytes that a stream hands over at a time: the same for all who choose. */
export const CHUNK_BYTES = 512 * 1024;
