import type { Field } from '../1-read/spec-shape.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { isFalse, isTrue } from '../../kernel/values/boolean.ts';
import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import type { Check } from './model/check.ts';

/**
 * Reports texts that mean both true and false for a field. Warns of `trueValues` and `falseValues` that no value can
 * equal, because they are in `nullValues` or have blanks around them. Warns of defaults that are in `nullValues`.
 */
export const checkNullValues: Check = ({ fields, correctionRules = [], nullValues = [] }, report) => {
  const nulls = new Set(nullValues);
  for (const [index, field] of fields.entries()) {
    checkTruth(field, `/fields/${index}`, report);
    for (const key of ['trueValues', 'falseValues'] as const) {
      for (const [place, value] of (field[key] ?? []).entries()) {
        const pointer = `/fields/${index}/${key}/${place}`;
        if (nulls.has(value)) report('value_is_null', pointer, { value, key });
        if (/^\p{White_Space}|\p{White_Space}$/u.test(value))
          report('blanks_around', pointer, {
            value,
            because: 'blanks around the text of a BOOLEAN are removed',
          });
      }
    }
  }
  for (const [index, correction] of correctionRules.entries()) {
    const fallback = correctionKinds[correction.correctionType].fallback(correction);
    if (fallback === null || !nulls.has(fallback.text)) continue;
    report('value_is_null', `/correctionRules/${index}/${fallback.key}`, { value: fallback.text, key: fallback.key });
  }
};

/**
 * Reports texts that mean both true and false. `trueValues` replaces only `true`, and `falseValues` replaces only
 * `false`. If one of the lists is missing, its word still applies, in any letter case.
 */
function checkTruth({ name, trueValues, falseValues }: Field, pointer: string, report: Report): void {
  const isTrueText = (value: string) => trueValues?.includes(value) ?? isTrue(value);
  const isFalseText = (value: string) => falseValues?.includes(value) ?? isFalse(value);
  if (trueValues !== undefined && falseValues === undefined) {
    for (const [index, value] of trueValues.entries()) {
      if (isFalseText(value))
        report(
          'true_and_false',
          `${pointer}/trueValues/${index}`,
          { value, field: name },
          { hint: 'set falseValues as well' },
        );
    }
  }
  for (const [index, value] of (falseValues ?? []).entries()) {
    if (isTrueText(value)) report('true_and_false', `${pointer}/falseValues/${index}`, { value, field: name });
  }
}
