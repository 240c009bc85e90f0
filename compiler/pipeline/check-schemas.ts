import { createCollector, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { readSpec, type SpecText } from './1-read/read-spec.ts';
import { hasRecordTypes } from './1-read/record-views.ts';

/** A schema of a spec that a registry refuses, with the words of the registry. */
export interface RefusedSchema {
  readonly subject: string;
  readonly words: string;
  /** The name of the record type. Null: the spec has one type. */
  readonly recordType: string | null;
}

/** Returns the diagnostics of schemas that a registry refuses. The compiler asks no registry, so its caller does. */
export function reportSchemas(input: SpecText, refused: readonly RefusedSchema[]): readonly Diagnostic[] {
  const { positions, spec } = readSpec(input);
  const collector = createCollector(positions);
  const types = spec !== null && hasRecordTypes(spec) ? spec.recordTypes : [];
  for (const { subject, words, recordType } of refused) {
    const index = types.findIndex(({ name }) => name === recordType);
    const pointer = index < 0 ? '/name' : `/recordTypes/${index}/name`;
    collector.report('schema_refused', pointer, { subject, words });
  }
  return collector.diagnostics();
}
