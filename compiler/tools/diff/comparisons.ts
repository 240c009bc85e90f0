import { compareColumns } from './compare/columns.ts';
import { compareCorrections } from './compare/corrections.ts';
import { compareDialect } from './compare/dialect.ts';
import { compareEvent } from './compare/event.ts';
import { compareFields } from './compare/fields.ts';
import { compareNulls } from './compare/nulls.ts';
import { compareRelatedFields } from './compare/related-fields.ts';
import { compareRequired } from './compare/required.ts';
import { compareRules } from './compare/rules.ts';
import { compareSettings } from './compare/settings.ts';
import { compareTypes } from './compare/types.ts';
import { compareWording } from './compare/wording.ts';
import type { Compare } from './model/spec-pair.ts';

/**
 * All comparisons, in the order in which they run. The verdict on a field is compared in four steps: null values,
 * corrections, types, rules. Each step starts from the result of the previous step. If no single step can make a
 * verdict worse, all steps together cannot either.
 */
export const comparisons: readonly Compare[] = [
  compareDialect,
  compareColumns,
  compareFields,
  compareEvent,
  compareRequired,
  compareSettings,
  compareNulls,
  compareCorrections,
  compareTypes,
  compareRules,
  compareRelatedFields,
  compareWording,
];
