import type { EncoderName } from '../../emitting/encoders/encoders.ts';
import { createMessageSchemas, type MessageSchema } from '../../emitting/encoders/message-schemas.ts';
import type { SpecInfo } from '../../kernel/model/contract.ts';
import { versionOf } from '../../pipeline/1-read/canonical.ts';
import { hasRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { AnySpec } from '../../pipeline/1-read/spec-shape.ts';
import { createPlan } from '../../pipeline/3-plan/create-plan.ts';
import { planRecordTypes } from '../../pipeline/3-plan/plan-record-types.ts';
import { describeContents, describeTypeContents } from '../../pipeline/4-emit/spec-info.ts';

/** Returns what the module of a spec says about its messages. The spec must have no errors with this encoding. */
export function describeMessages(spec: AnySpec, encoder: EncoderName): SpecInfo {
  const version = versionOf(spec);
  const contents = hasRecordTypes(spec)
    ? describeTypeContents(planRecordTypes(spec, version, encoder))
    : describeContents(createPlan(spec, version, encoder));
  return { name: spec.name, version, format: spec.format, encoder, ...contents };
}

/**
 * Returns the schemas of the messages of a spec, as those of its module. The spec must have no errors with this encoding.
 * `namespace` is where their names belong; null: nowhere.
 */
export function createSpecSchemas(spec: AnySpec, encoder: EncoderName, namespace: string | null): MessageSchema[] {
  return createMessageSchemas(describeMessages(spec, encoder), namespace);
}
