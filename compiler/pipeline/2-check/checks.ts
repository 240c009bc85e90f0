import { formatKinds } from '../../language/formats/format-kinds.ts';
import { checkBounds } from './bounds.ts';
import type { Check } from './model/check.ts';
import { checkConditions } from './conditions.ts';
import { checkFieldNames, checkKeyFields, checkRuleIds } from './duplicate-names.ts';
import { checkDefaultConversions } from './default-conversions.ts';
import { checkEffectsByFormat } from './effects-by-format.ts';
import { checkEffectsByType } from './effects-by-type.ts';
import { checkEncoding } from './encoding.ts';
import { checkMessagesOfRules } from './messages-of-rules.ts';
import { checkNullValues } from './null-values.ts';
import { checkPadding } from './padding.ts';
import { checkReferences } from './references.ts';
import { checkDeadRequired, checkRequiredTwice } from './required.ts';
import { checkOperands } from './rule-operands.ts';
import { checkSeparators } from './separators.ts';
import { checkTypesOfRules } from './types-of-rules.ts';

/** Checks that apply to every format. */
export const generalChecks: readonly Check[] = [
  checkFieldNames,
  checkRuleIds,
  checkKeyFields,
  checkReferences,
  checkConditions,
  checkTypesOfRules,
  checkEffectsByType,
  checkSeparators,
  checkNullValues,
  checkBounds,
  checkRequiredTwice,
  checkMessagesOfRules,
  checkDeadRequired,
  checkPadding,
  checkOperands,
  checkDefaultConversions,
];

/** Checks that depend on the format. They do not run if the format is invalid. */
export const formatChecks: readonly Check[] = [
  checkEncoding,
  checkEffectsByFormat,
  (spec, report) => formatKinds[spec.format].check(spec, report),
];
