import { groupByField } from '../1-read/group-by-field.ts';
import type { CorrectionRule, Field, Spec } from '../1-read/spec-shape.ts';
import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import { TYPE_MISMATCH } from '../../language/corrections/correction-kind.ts';
import { mergeDateCorrections } from '../../language/corrections/merge-dates.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import { correctionName } from './model/all-rules.ts';

/**
 * Warns of a default for null that is not of the field's type after the later corrections of the field. A
 * default without later corrections is not checked here. Nor is a default whose final text only the kernel can compute.
 */
export function checkDefaultConversions(spec: Spec, report: Report): void {
  const fields = new Map(spec.fields.map((field) => [field.name, field]));
  const corrections = groupByField(spec.correctionRules);
  spec.correctionRules?.forEach((correction, index) => {
    const field = fields.get(correction.field);
    const fallback = correctionKinds[correction.correctionType].fallback(correction);
    if (field === undefined || fallback === null) return;
    const all = corrections.get(field.name) ?? [];
    const later = all.slice(all.indexOf(correction) + 1);
    const { key, text: value } = fallback;
    if (later.length === 0 || !later.every((one) => isValid(one, field)) || !isMismatch(value, later, field)) return;
    const parameters = { by: correctionName(correction), value, field: field.name, type: field.type };
    report('default_not_converted', `/correctionRules/${index}/${key}`, parameters);
  });
}

function isValid(correction: CorrectionRule, field: Field): boolean {
  const kind = correctionKinds[correction.correctionType];
  if (!kind.types.includes(field.type)) return false;
  let isFine = true;
  kind.check(correction, { field, isLast: false, rules: [], pointer: '', by: '', report: () => (isFine = false) });
  return isFine;
}

/**
 * Returns whether a default is not of the field's type after the later corrections. Returns false if only the kernel
 * can compute that.
 */
function isMismatch(value: string, later: readonly CorrectionRule[], field: Field): boolean {
  let text: string | null = value;
  for (const correction of mergeDateCorrections(later)) {
    const kind = correctionKinds[correction.correctionType];
    if (text === null && kind.actsOn !== 'NULL') continue;
    const corrected = kind.apply(correction, text);
    if (corrected === TYPE_MISMATCH) return true;
    if (corrected === undefined) return false;
    text = corrected;
  }
  return text !== null && text.trim() !== '' && !isOfType(text.trim(), field);
}

function isOfType(text: string, field: Field): boolean {
  const type = typeKinds[field.type];
  let isFine = true;
  type.check(field, '', (code) => code.startsWith('invalid_') && (isFine = false));
  return !isFine || type.parse(text, type.plan(field)) !== null;
}
