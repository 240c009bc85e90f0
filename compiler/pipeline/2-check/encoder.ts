import type { Report } from '../../diagnostics/diagnostic.ts';
import { encoderOf, type EncoderName } from '../../emitting/encoders/encoders.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import type { RecordTypesSpec } from '../1-read/spec-shape.ts';
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
