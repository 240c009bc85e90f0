import type { RecordOutcome, SpecModule } from '../../compiler/kernel/model/contract.ts';

/** Returns all records that `read` of a module yields for a text, encoded as UTF-8. */
export async function readRecords(
  module: SpecModule,
  text: string,
): Promise<RecordOutcome<Record<string, unknown> | null>[]> {
  const outcomes: RecordOutcome<Record<string, unknown> | null>[] = [];
  // Emitted modules yield plain objects; lib.dom and Node.js type streams differently.
  for await (const outcome of module.read(new Blob([text]).stream() as unknown as ReadableStream<Uint8Array>))
    outcomes.push(outcome as RecordOutcome<Record<string, unknown>>);
  return outcomes;
}
