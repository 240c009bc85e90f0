import type { Reading } from '../1-read/read-spec.ts';
import { hasRecordTypes } from '../1-read/record-views.ts';
import type { AnySpec } from '../1-read/spec-shape.ts';
import { createCollector, hasErrors, inOrder, type Diagnostic, type Report } from '../../diagnostics/diagnostic.ts';
import { DEFAULT_ENCODER, type EncoderName } from '../../emitting/encoders/encoders.ts';
import { checkPlaceKeys } from './record-types/place-keys.ts';
import { checkRecordTypes } from './record-types/check-record-types.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import type { FormatKind } from '../../language/formats/model/format-kind.ts';
import { checkBounds } from './bounds.ts';
import { checkComputed } from './computed.ts';
import type { Check } from './model/check.ts';
import { checkConditions } from './conditions.ts';
import { checkFieldNames, checkKeyFields, checkRuleIds } from './duplicate-names.ts';
import { checkDefaultConversions } from './default-conversions.ts';
import { checkEffectsByFormat } from './effects-by-format.ts';
import { checkEffectsByType } from './effects-by-type.ts';
import { checkPartsOfEncoder, checksOfEncoder } from './encoder.ts';
import { checkEncoding } from './encoding.ts';
import { checkMessagesOfRules } from './messages-of-rules.ts';
import { checkNullValues } from './null-values.ts';
import { checkPadding } from './padding.ts';
import { checkReferenceTables } from './reference.ts';
import { checkReferences } from './references.ts';
import { checkDeadRequired, checkRequiredTwice } from './required.ts';
import { checkOperands } from './rule-operands.ts';
import { checkTitles } from './titles.ts';
import { checkTypesOfRules } from './types-of-rules.ts';

/** The diagnostics of a spec, ordered by position. The spec is null if one of the diagnostics is an error. */
export interface Checked {
  readonly spec: AnySpec | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs the checks on a spec that was read. Returns their diagnostics together with those of reading. If the spec has an
 * invalid shape, the checks run on its valid part. If `format` is invalid, the checks that depend on it do not run. If
 * there is no valid part, no check runs. `encoder` is the encoding of the messages.
 */
export function checkSpec(
  { spec, draft, positions, diagnostics: ofReading }: Reading,
  encoder: EncoderName = DEFAULT_ENCODER,
): Checked {
  if (draft === null) return { spec: null, diagnostics: ofReading };
  const collector = createCollector(positions);
  const broken = new Set(ofReading.map(({ path }) => path));
  const report: Report = (code, pointer, params, options = {}) => {
    const { seeAlso, ...others } = options;
    // Reading already reported a required key with an invalid value. A check would report the same key, or
    // the one that may replace it, as missing.
    const requiredKey = code === 'key_due' ? (params as { key: string }).key : null;
    if (requiredKey !== null && [draft.sourceOf(pointer), ''].some((place) => broken.has(`${place}/${requiredKey}`)))
      return;
    if (code === 'missing_key' && [...broken].some((path) => path.startsWith(`${draft.sourceOf(pointer)}/`))) return;
    collector.report(code, draft.sourceOf(pointer), params, {
      ...others,
      ...(seeAlso !== undefined && { seeAlso: draft.sourceOf(seeAlso) }),
    });
  };
  const ownChecks = [...generalChecks, ...checksOfEncoder(encoder)];
  const checks = draft.formatKnown ? [...ownChecks, ...formatChecks] : ownChecks;
  if (hasRecordTypes(draft.spec)) checkPartsOfEncoder(draft.spec, encoder, report);
  if (hasRecordTypes(draft.spec)) checkRecordTypes(draft.spec, checks, report);
  else {
    for (const check of [...checks, checkPlaceKeys]) check(draft.spec, report);
    if (draft.formatKnown) checkTitles(draft.spec, report);
    if (draft.formatKnown) checkOneType(draft.spec, report);
  }
  const diagnostics = inOrder([...ofReading, ...collector.diagnostics()]);
  return { spec: hasErrors(diagnostics) ? null : spec, diagnostics };
}

/** Checks that apply to every format. */
const generalChecks: readonly Check[] = [
  checkFieldNames,
  checkRuleIds,
  checkKeyFields,
  checkReferences,
  checkConditions,
  checkTypesOfRules,
  checkEffectsByType,
  checkNullValues,
  checkBounds,
  checkRequiredTwice,
  checkMessagesOfRules,
  checkDeadRequired,
  checkPadding,
  checkOperands,
  checkDefaultConversions,
  checkComputed,
  checkReferenceTables,
];

/** Checks that depend on the format. They do not run if the format is invalid. */
const formatChecks: readonly Check[] = [
  checkEncoding,
  checkEffectsByFormat,
  (spec, report) => formatKinds[spec.format].check(spec, report),
];

const checkOneType: Check = (spec, report) => {
  const kind: FormatKind = formatKinds[spec.format];
  kind.checkOneType?.(spec, report);
};
