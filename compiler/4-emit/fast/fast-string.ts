import type { FieldPlan } from '../../3-plan/plan.ts';
import { type Code, code, join, literal, name } from '../literal.ts';
import { type ByteForm, callCarefully, emitNull, type FastContext, jsonConstant } from './fast-field.ts';
import { emitTextRules } from './fast-rules.ts';

const EDGES_WITH_BLANK = /^\p{White_Space}|\p{White_Space}$/u;

/** A STRING: copied as it stands, perhaps trimmed, perhaps in another case; then its rules. */
export function emitFastString(field: FieldPlan, context: FastContext): ByteForm | null {
  const { plan, scope } = context;
  const steps = field.corrections.map(({ correctionType }) => correctionType);
  if (!/^(TRIM )?((UPPER|LOWER)_CASE )?(DEFAULT_IF_NULL )?$/.test(steps.map((step) => `${step} `).join(''))) return null;
  const isTrimmed = steps.includes('TRIM');
  if (isTrimmed && plan.nullTexts.some((text) => EDGES_WITH_BLANK.test(text))) return null;
  const caseStep = steps.find((step) => step === 'UPPER_CASE' || step === 'LOWER_CASE');
  // A text that means null before its case is changed.
  if (caseStep !== undefined && plan.nullTexts.some((text) => text.toUpperCase() !== text.toLowerCase())) return null;
  const rules = emitTextRules(field, { from: code`length + 1`, to: code`end - 1`, hasJson: true }, context);
  if (rules === null) return null;
  const hasDefault = steps.includes('DEFAULT_IF_NULL');
  const onNull = hasDefault ? callCarefully(field) : emitNull(field, scope);
  const nulls = plan.nullTexts.filter((text) => text !== '');
  const nullName = (index: number) => name(`${field.key}Null${index + 1}`);
  const isNull = join([code`end === length + 2`, ...nulls.map((_, i) => code`${scope.use('isBytes')}(output, length + 1, end - 1, ${nullName(i)})`)], ' || ');
  const body: Code[] = [
    code`const end = cells.${name(isTrimmed ? 'copyTrimmed' : 'copy')}(input, at, output, length);`,
    code`if (end < 0) ${callCarefully(field)}`,
    ...(caseStep === undefined ? [] : [code`if (!cells.isPlain) ${callCarefully(field)}`]),
    ...(hasDefault && !isTrimmed ? [code`if (output[length + 1] === 0x20 || output[length + 1] === 0x5c || !cells.isPlain) ${callCarefully(field)}`] : []),
    ...(isTrimmed ? [code`if (cells.isTrimmed) report.corrected = true;`] : []),
    code`if (${isNull}) ${onNull}`,
    ...(caseStep === undefined ? [] : [code`if (${scope.use(caseStep === 'UPPER_CASE' ? 'toUpperAscii' : 'toLowerAscii')}(output, length + 1, end - 1)) report.corrected = true;`]),
    ...rules.body,
    code`return end;`,
  ];
  const declares = nulls.map((text, i) => code`/** ${literal(text)} */\nconst ${nullName(i)} = ${jsonConstant(text, scope)};`);
  return { declares: [...declares, ...rules.declares], body };
}
