import type { Sink } from '../../sink/contract.ts';

/** Facts about a file, collected during a run, with which single records can be read again. */
export interface RecordPlaces {
  /** The length in bytes of the first records with issues. The key is the number of the record. */
  byteLengths: ReadonlyMap<number, number>;
  /**
   * What reading inside the file requires: the columns that the header names, or the encoding of the file. It is the
   * last non-null `state` of a Position in the run. Null if there is none.
   */
  state: unknown;
}

/**
 * Returns a sink that passes everything to `sink` and also collects `places`. `byteLengths` contains the first `limit`
 * records with issues.
 */
export function withRecordPlaces(sink: Sink, limit: number): { sink: Sink; places: RecordPlaces } {
  const byteLengths = new Map<number, number>();
  const places = { byteLengths, state: null as unknown };
  const commit: Sink['commit'] = async (batch, checkpoint) => {
    for (const { record, byteLength } of batch.recordIssues)
      if (byteLengths.size < limit) byteLengths.set(record, byteLength);
    places.state = batch.next.state ?? places.state;
    await sink.commit(batch, checkpoint);
  };
  return { sink: { ...sink, commit }, places };
}
