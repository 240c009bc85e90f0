import { isComputed } from '../1-read/computed-fields.ts';
import { orderComputed, withSensitivity } from '../1-read/dependencies.ts';
import type { Field, Spec } from '../1-read/spec-shape.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { kindOf, planMask } from '../../language/masks/mask-kinds.ts';
import { compileExpression, fitsType } from '../../language/expressions/compile-expression.ts';
import { reportFaults } from '../../language/expressions/report-faults.ts';
import { readNames } from '../../language/expressions/read-names.ts';
import { TYPE_WORDS } from '../../language/expressions/functions/function.ts';
import type { ExpressionType } from '../../language/types/type-kind.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import { quoted } from '../../diagnostics/messages/text.ts';
import { correctionName } from './model/all-rules.ts';
import type { Check } from './model/check.ts';
import { namesForComputed } from './model/names-of-spec.ts';

/** The keys that a computed field may have: those that do not describe a text of the file. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['name', 'type', 'value', 'required', 'sensitive', 'publish', 'format', 'locale', 'zone', 'keepOffset', 'mask'],
]);

/**
 * Reports computed fields whose expression is not valid or has another type, that have keys of fields in the file or
 * corrections, or that are computed from themselves. Warns of one that shows what a sensitive field contains. Also
 * reports a spec that publishes no field.
 */
export const checkComputed: Check = (spec, report) => {
  const { fields } = spec;
  if (fields.length > 0 && fields.every(({ publish }) => publish === false)) report('nothing_published', '/fields', {});
  checkMasks(fields, report);
  if (!fields.some(isComputed)) return;
  const readable = namesForComputed(spec);
  for (const [index, field] of fields.entries()) {
    if (!isComputed(field)) continue;
    const pointer = `/fields/${index}`;
    checkKeys(field, pointer, report);
    const compiled = compileExpression(field.value, readable, `the value of ${quoted(field.name)}`);
    reportFaults(compiled, `${pointer}/value`, report);
    if (compiled.expression !== null) checkType(compiled.expression.type, field, pointer, report);
  }
  checkCorrections(spec, report);
  checkCycle(fields, report);
  checkSensitivity(fields, report);
};

/** What the name of a credential consists of. */
const CREDENTIAL = /^[a-z][a-z0-9-]{0,99}$/;

/** Reports masks whose key cannot be a credential, and masked fields whose author says that they are not sensitive. */
function checkMasks(fields: readonly Field[], report: Report): void {
  for (const [index, { name, mask, sensitive }] of fields.entries()) {
    if (mask === undefined) continue;
    const { as, operand } = planMask(mask);
    const key = kindOf({ as }).keyOf(operand);
    if (key !== null && !CREDENTIAL.test(key)) report('invalid_mask_key', `/fields/${index}/mask/key`, { key });
    if (sensitive === false) report('mask_not_sensitive', `/fields/${index}/sensitive`, { field: name });
  }
}

function checkKeys(field: Field, pointer: string, report: Report): void {
  for (const key of Object.keys(field)) {
    if (!ALLOWED.has(key)) report('computed_with_key', `${pointer}/${key}`, { field: field.name, key }, { at: 'key' });
  }
}

function checkType(found: ExpressionType, field: Field, pointer: string, report: Report): void {
  const kind = typeKinds[field.type];
  if (fitsType(found, kind.expression.type)) {
    const plan = planOf(field);
    if (plan !== undefined) kind.expression.checkStore?.(plan, pointer, report);
    return;
  }
  const by = `the value of ${quoted(field.name)}`;
  const expected = TYPE_WORDS[kind.expression.type];
  report('expression_type', `${pointer}/value`, { by, what: 'the result', expected, found: TYPE_WORDS[found] });
}

/** Returns the plan of a field's type, or undefined if the field has an invalid key, which another check reports. */
function planOf(field: Field): unknown {
  let isValid = true;
  typeKinds[field.type].check(field, '', (code) => code.startsWith('invalid_') && (isValid = false));
  return isValid ? typeKinds[field.type].plan(field) : undefined;
}

function checkCorrections({ fields, correctionRules = [] }: Spec, report: Report): void {
  const computed = new Set(fields.filter(isComputed).map(({ name }) => name));
  for (const [index, correction] of correctionRules.entries()) {
    if (!computed.has(correction.field)) continue;
    const by = correctionName(correction);
    report('computed_not_corrected', `/correctionRules/${index}/field`, { by, field: correction.field });
  }
}

function checkCycle(fields: readonly Field[], report: Report): void {
  const { cycle } = orderComputed(fields);
  const [first] = cycle ?? [];
  if (cycle === null || first === undefined) return;
  const index = fields.findIndex(({ name }) => name === first);
  report('expression_cycle', `/fields/${index}/value`, { field: first, path: cycle });
}

/** Warns of each field that is not sensitive by its own word, although it is computed from a sensitive one. */
function checkSensitivity(fields: readonly Field[], report: Report): void {
  const sensitive = new Set(
    withSensitivity(fields).flatMap(({ name, sensitive, mask }) =>
      sensitive === true || mask !== undefined ? [name] : [],
    ),
  );
  for (const [index, field] of fields.entries()) {
    if (!isComputed(field) || field.sensitive !== false) continue;
    const source = readNames(field.value).find((name) => sensitive.has(name));
    if (source !== undefined)
      report('computed_not_sensitive', `/fields/${index}/sensitive`, { field: field.name, source });
  }
}
