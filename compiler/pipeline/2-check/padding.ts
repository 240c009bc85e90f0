import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import type { Check } from './model/check.ts';

const maxPadding = 16_777_216;

/**
 * Reports an error if the lengths to which corrections fill texts add up to more than `maxPadding`. Without
 * the limit, they could create a record of any size.
 */
export const checkPadding: Check = ({ correctionRules = [] }, report) => {
  const total = correctionRules.reduce(
    (sum, correction) => sum + correctionKinds[correction.correctionType].addedLength(correction),
    0,
  );
  if (total > maxPadding) report('padding_too_large', '/correctionRules', { total, limit: maxPadding }, { at: 'key' });
};
