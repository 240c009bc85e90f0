import type { FieldPlan } from '../../3-plan/plan.ts';
import type { BooleanPlan } from '../../types/boolean.ts';
import { type Code, code, literal, name } from '../literal.ts';
import { type ByteForm, callCarefully, emitNull, type FastContext } from './fast-field.ts';

/** BOOLEAN: one of a few words. */
export function emitFastBoolean(field: FieldPlan, { plan, scope, reserved }: FastContext): ByteForm | null {
  const { trueValues, falseValues } = field.operand as BooleanPlan;
  const steps = field.corrections.map(({ correctionType }) => `${correctionType} `).join('');
  const words = [...words_(trueValues, true), ...words_(falseValues, false)];
  const lower = new Set(words.map(({ word }) => word.toLowerCase()));
  if (field.rules.length > 0 || words.length > 16 || !/^(TRIM )?(DEFAULT_IF_NULL )?$/.test(steps)) return null;
  if (plan.nullTexts.some((text) => lower.has(text.trim().toLowerCase()))) return null;
  if (words.some(({ word }) => !/^[!-~]+$/.test(word) || [...word].some((character) => reserved.includes(character)))) return null;
  const onNull = steps.includes('DEFAULT') ? callCarefully(field) : emitNull(field, scope);
  const constant = (index: number) => name(`${field.key}Word${index + 1}`);
  const tests = words.map(({ word, means, isExact }, i) => {
    const stands = scope.use(isExact ? 'standsAt' : 'standsInAnyCase');
    return code`if (${stands}(input, from, ${constant(i)}) && cells.closesBare(input, from + ${word.length})) {${trimmed()} return ${scope.use('writeBytes')}(output, length, ${means ? code`TRUE` : code`FALSE`}); }`;
  });
  return {
    declares: words.map(({ word }, i) => code`const ${constant(i)} = ${scope.use('jsonBytes')}(${literal(word)});`),
    body: [code`if (cells.isEmpty(input, at)) ${onNull}`, code`const from = cells.openBare(input, at);`, ...tests, callCarefully(field)],
  };

  function trimmed(): Code {
    return steps.includes('TRIM') ? code` if (cells.isTrimmed) report.corrected = true;` : code``;
  }
}

interface Word {
  word: string;
  means: boolean;
  isExact: boolean;
}

function words_(values: readonly string[] | null, means: boolean): Word[] {
  return values === null ? [{ word: String(means), means, isExact: false }] : values.map((word) => ({ word, means, isExact: true }));
}
