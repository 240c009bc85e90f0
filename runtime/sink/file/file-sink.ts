import { createCheckpoint } from '../../base/model/checkpoint.ts';
import type { FileDestination } from '../../base/model/destination.ts';
import type { Journal, JournalEntry } from '../../base/model/journal.ts';
import { createEntries, joinEntries, toRunEnding } from '../../base/model/journal-entries.ts';
import type { Sink } from '../contract.ts';
import type { LineTarget } from '../line-targets.ts';
import { createNdjsonSink } from '../ndjson.ts';
import { toCsvCell } from '../../base/files/csv-cell.ts';
import { createParquetSink } from './parquet/parquet-sink.ts';
import { createCsvRows } from './csv-rows.ts';

/** Where a run writes its file, and where it stores its end. */
export interface FileSinkParts extends Pick<FileDestination, 'format' | 'escapesFormulas'> {
  readonly target: LineTarget;
  readonly journal: Journal;
}

/**
 * Creates the sink of a run that writes a file of an integration. The file becomes visible when the run has read all
 * records, and not at all if the run ends as FAILED. Only then is the progress of the run stored: a resumed run writes
 * the file from its start, with the same bytes.
 */
export function createFileSink({ format, escapesFormulas = false, target, journal }: FileSinkParts): Sink {
  const sink = createSinkOf(format, { target, escapesFormulas });
  const toEntry = createEntries(createCheckpoint());
  let all: JournalEntry | null = null;
  return {
    ...sink,
    async commit(batch, checkpoint) {
      const entry = toEntry(checkpoint);
      all = all === null ? entry : joinEntries(all, entry);
      await sink.commit(batch, checkpoint);
    },
    async close(result) {
      await sink.close(result);
      if (result === null) return;
      if (all !== null) await journal.commit(all);
      await journal.finish(toRunEnding(result));
    },
  };
}

function createSinkOf(
  format: FileDestination['format'],
  { target, escapesFormulas }: { readonly target: LineTarget; readonly escapesFormulas: boolean },
): Sink {
  switch (format) {
    case 'NDJSON':
      return createNdjsonSink(target);
    case 'CSV':
      return createCsvSink(target, escapesFormulas);
    case 'PARQUET':
      return createParquetSink(target);
    default:
      return format satisfies never;
  }
}

/** Creates a sink that writes each message as a line of CSV (RFC 4180, with LF), after a header with the fields. */
function createCsvSink(target: LineTarget, escapesFormulas: boolean): Sink {
  // The target gets rows, not the messages.
  const { lines: _, memory: __, writesHeld: ___, ...sink } = createNdjsonSink(target);
  let toRows: ReturnType<typeof createCsvRows> | null = null;
  let header: Uint8Array | null = null;
  return {
    ...sink,
    async open(run) {
      const names = run.spec.fields.filter(({ isPublished = true }) => isPublished).map(({ name }) => name);
      toRows = createCsvRows({ names, encoder: run.spec.encoder, escapesFormulas });
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
