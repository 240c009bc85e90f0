import type { Check } from './check.ts';

const maxPadding = 16_777_216;

/**
 * Reports PAD corrections whose lengths, added up, exceed a limit. Without the limit, they could create a record of any
 * size.
 */
export const checkPadding: Check = ({ correctionRules = [] }, report) => {
  let total = 0;
  for (const correction of correctionRules) {
    if (correction.correctionType === 'PAD_LEFT' || correction.correctionType === 'PAD_RIGHT')
      total += correction.length;
  }
  if (total > maxPadding) report('padding_too_large', '/correctionRules', { total, limit: maxPadding }, { at: 'key' });
};
