import { typeKinds } from '../../../language/types/type-kinds.ts';
import { separatorsOf } from '../../../language/types/number-notation.ts';
import { exampleOf } from '../../../emitting/dates/plan/example.ts';
import { planDatePattern } from '../../../emitting/dates/plan/pattern.ts';
import { shortestMatch } from '../../../emitting/patterns/match-lengths.ts';
import { patternOf } from '../../../language/types/date.ts';
import { judgeCell } from './judge-text.ts';
import type { Pipeline } from '../model/pipeline.ts';
import { truthsOf } from './type.ts';
import { languageOfRule } from '../languages/value-language.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';

/**
 * Finds a cell text with a worse verdict in `now` than in `old`. Tries only a few likely texts. Returns null if none of
 * them is worse.
 */
export function findWorseText(old: Pipeline, now: Pipeline): string | null {
  return candidates(old).find((text) => judgeCell(now, text).min > judgeCell(old, text).max) ?? null;
}

/** Returns a cell text that is read as the given value. */
export function cellOf(value: string, field: Pipeline['field']): string {
  if (field.type === 'BOOLEAN') return [...truthsOf(field)].find(([, truth]) => String(truth) === value)?.[0] ?? value;
  if (field.type !== 'DECIMAL') return value;
  return field.scale === undefined ? value.replace('.', field.decimalSeparator ?? '.') : value.replace('.', '');
}

/** Returns texts that the old field probably accepts. */
function candidates({ field, rules }: Pipeline): string[] {
  const allowed = rules.flatMap((rule) => ruleKinds[rule.ruleType].listedValues(rule) ?? []);
  const matched = rules.flatMap((rule) => {
    const language = languageOfRule(rule, field);
    return language === null ? [] : [shortestMatch(language) ?? []].flat();
  });
  const examples = rules.flatMap((rule) => ruleKinds[rule.ruleType].examples(rule));
  return [...[...allowed, ...matched, ...examples].map((value) => cellOf(value, field)), ...typical(field)];
}

function typical(field: Pipeline['field']): string[] {
  switch (field.type) {
    case 'STRING':
      return ['a', ' a', ''];
    case 'BOOLEAN':
      return [...truthsOf(field).keys()];
    case 'DATE':
      return exampleDates(field);
    case 'TIME':
    case 'TIMESTAMP':
      return [...(typeKinds[field.type].examples?.(typeKinds[field.type].plan(field)) ?? [])];
    case 'INTEGER':
    case 'DECIMAL':
      return typicalNumbers(field);
    default:
      return field.type satisfies never;
  }
}

function typicalNumbers({ type, decimalSeparator = '.', groupSeparator, scale }: Pipeline['field']): string[] {
  const [separator] = separatorsOf(groupSeparator);
  const grouped = separator === undefined ? [] : [`1${separator}234`];
  const decimal = type === 'DECIMAL' && scale === undefined ? [`1${decimalSeparator}5`] : [];
  return [...grouped, ...decimal, '1', '-1', '+1', '0', ' 1', '007'];
}

function exampleDates(field: Pipeline['field']): string[] {
  const planned = planDatePattern(patternOf(field));
  return planned.kind === 'ok' ? [exampleOf(planned.layout)] : [];
}
