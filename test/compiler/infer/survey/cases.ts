import { fixedWidth } from './cases/fixed-width.ts';
import { headers } from './cases/headers.ts';
import { kinds } from './cases/kinds.ts';
import { plain } from './cases/plain.ts';
import { refused } from './cases/refused.ts';
import { slips } from './cases/slips.ts';
import { titles } from './cases/titles.ts';
import { xml } from './cases/xml.ts';
import type { SurveyCase } from './survey-case.ts';

/** All files of the survey. */
export const cases: readonly SurveyCase[] = [
  ...titles,
  ...headers,
  ...slips,
  ...kinds,
  ...refused,
  ...plain,
  ...xml,
  ...fixedWidth,
];
