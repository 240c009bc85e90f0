import { schemasOfFormat } from '../base/model/value-format.ts';
import type { RunOptions } from '../base/model/run-info.ts';
import type { RunSchemas, SchemaSettings } from '../base/model/message-schemas.ts';
import type { Destination } from '../base/model/destination.ts';
import type { SpecInfo } from '../../compiler/kernel/model/contract.ts';
import type { SpecText } from '../../compiler/index.ts';
import { MODULE_LOST, MODULE_LOST_MESSAGE, RunFailure } from '../base/model/run-failure.ts';
import { findRunSchemas, type TypedJsonSchema } from '../sink/schemas/find-schemas.ts';

/** What decides which schemas the messages of a run have. */
export interface SchemaSubject {
  readonly spec: SpecInfo;
  /** Returns the text of the spec. Null: it is not stored. */
  findSource(): Promise<SpecText | null>;
  readonly options: RunOptions;
  readonly destination: Destination;
}

/**
 * Returns the schemas of the messages of a run in the registry. Null: its messages have none. Throws RunFailure if the
 * registry does not have or accept them, and RunPause if it does not answer.
 */
export async function findSchemasOf(
  { spec, findSource, options, destination }: SchemaSubject,
  settings: SchemaSettings,
): Promise<RunSchemas | null> {
  const schemas = schemasOfFormat(options.valueFormat ?? 'json');
  if (schemas === null || destination.kind !== 'topic') return null;
  if (settings.url === null) {
    if (schemas === 'RECORDS') return null;
    throw new RunFailure('schema_registry_missing', 'the format json-schema needs a registry: set --schema-registry');
  }
  const jsonSchemas = schemas === 'RECORDS' ? null : async () => describeJson(await findSource());
  return findRunSchemas({ spec, topic: destination.topic, jsonSchemas }, settings);
}

async function describeJson(source: SpecText | null): Promise<readonly TypedJsonSchema[]> {
  if (source === null) throw new RunFailure(MODULE_LOST, MODULE_LOST_MESSAGE);
  // Loaded only here, because the compiler is large.
  const { createSubjectSchemas, readAndCheck } = await import('../../compiler/index.ts');
  const { spec } = readAndCheck(source);
  if (spec === null) throw new Error('the spec of a run has errors');
  return createSubjectSchemas(spec);
}
