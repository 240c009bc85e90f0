import type { Sink } from '../../sink/contract.ts';

/** What a run found out about its file that a later look at single records needs. */
export interface RecordPlaces {
  /** The length in bytes of each listed record, by the number of the record. */
  byteLengths: ReadonlyMap<number, number>;
  /** The state of the last position: the columns that the header names, and the encoding of the file. Null: none. */
  state: unknown;
}

/** Adds to a sink that the places of the first `limit` records with issues are kept. */
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
