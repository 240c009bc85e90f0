import type { Check } from './model/check.ts';

const maxPadding = 16_777_216;

/**
 * Reports an error if the lengths of all PAD_LEFT and PAD_RIGHT corrections add up to more than `maxPadding`. Without
 * the limit, they could create a record of any size.
 */
export const checkPadding: Check = ({ correctionRules = [] }, report) => {
  let total = 0;
  for (const correction of correctionRules) {
    if (correction.correctionType === 'PAD_LEFT' || correction.correctionType === 'PAD_RIGHT')
      total += correction.length;
  }
  if (total > maxPadding) report('padding_too_large', '/correctionRules', { total, limit: maxPadding }, { at: 'key' });
};
