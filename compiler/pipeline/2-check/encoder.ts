import type { Report } from '../../diagnostics/diagnostic.ts';
import { encoderOf, type EncoderName } from '../../emitting/encoders/encoders.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import { hasRecordTypes, viewRecordTypes } from '../1-read/record-views.ts';
import type { AnySpec, RecordTypesSpec } from '../1-read/spec-shape.ts';
import type { Check } from './model/check.ts';

/** Returns the checks for what messages of an encoding cannot contain. */
export function checksOfEncoder(encoder: EncoderName): readonly Check[] {
  return encoderOf({ encoder }).schema === undefined ? [] : [checkLogicalTypes];
}

/** Reports published values that an encoding with types of its own cannot contain. */
const checkLogicalTypes: Check = ({ fields }, report) => {
  for (const [index, field] of fields.entries())
    if (field.publish !== false && field.mask === undefined)
      typeKinds[field.type].checkLogical?.(field, `/fields/${index}`, report);
};

/** Reports records inside the message of another record, for encodings whose messages have no members. */
export function checkPartsOfEncoder({ recordTypes }: RecordTypesSpec, encoder: EncoderName, report: Report): void {
  if (encoderOf({ encoder }).parts !== undefined) return;
  for (const [index, { name, as }] of recordTypes.entries())
    if (as !== undefined)
      report(
        'value_not_encodable',
        `/recordTypes/${index}/as`,
        {
          detail: `the records of ${JSON.stringify(name)} are members of another message, which this encoding does not have`,
        },
        { at: 'key' },
      );
}

/** Returns whether messages of an encoding can contain what a spec without errors publishes. */
export function isEncodable(spec: AnySpec, encoder: EncoderName): boolean {
  let isRefused = false;
  const report: Report = () => {
    isRefused = true;
  };
  if (hasRecordTypes(spec)) checkPartsOfEncoder(spec, encoder, report);
  const views = hasRecordTypes(spec) ? viewRecordTypes(spec) : [spec];
  for (const check of checksOfEncoder(encoder)) for (const view of views) check(view, report);
  return !isRefused;
}
