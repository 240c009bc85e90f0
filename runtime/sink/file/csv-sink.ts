import { toCsvCell } from '../../base/files/csv-cell.ts';
import type { Sink } from '../contract.ts';
import type { LineTarget } from '../line-targets.ts';
import { createNdjsonSink } from '../ndjson.ts';
import { createCsvRows } from './csv-rows.ts';

/** Creates a sink that writes each message as a line of CSV (RFC 4180, with LF), after a header with the fields. */
export function createCsvSink(target: LineTarget): Sink {
  // The target gets rows, not the messages.
  const { lines: _, memory: __, writesHeld: ___, ...sink } = createNdjsonSink(target);
  let toRows: ReturnType<typeof createCsvRows> | null = null;
  let header: Uint8Array | null = null;
  return {
    ...sink,
    async open(run) {
      const names = run.spec.fields.map(({ name }) => name);
      toRows = createCsvRows(names);
      header = Buffer.from(`${names.map(toCsvCell).join(',')}\n`);
      return sink.open(run);
    },
    async commit(batch, checkpoint) {
      if (header !== null) await sink.commit({ ...batch, bytes: header }, checkpoint);
      header = null;
      if (toRows !== null) await sink.commit({ ...batch, bytes: toRows(batch) }, checkpoint);
    },
  };
}
