import { type ReadRow, readEntry, readPayment, readText, readWide } from '../checks/rows.ts';

/** Returns the function with which the peers' pipelines read a record of a spec. */
export function rowReaderOf(spec: string): ReadRow {
  const readers: { readonly [spec: string]: ReadRow | undefined } = {
    payments: readPayment,
    texts: readText,
    wide: readWide,
    entries: readEntry,
  };
  const reader = readers[spec];
  if (reader === undefined) throw new Error(`there are no hand-written checks for ${spec}`);
  return reader;
}

/** The chunk size of every contestant that can choose one. */
export const CHUNK_BYTES = 512 * 1024;
