import { typeKinds } from '../../../language/types/type-kinds.ts';
import { shortestMatch } from '../../../emitting/patterns/match-lengths.ts';
import { judgeCell } from './judge-text.ts';
import type { Pipeline } from '../model/pipeline.ts';
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
  return typeKinds[field.type].exampleText(value, field);
}

/** Returns texts that the old field probably accepts. */
function candidates({ field, rules }: Pipeline): string[] {
  const allowed = rules.flatMap((rule) => ruleKinds[rule.ruleType].listedValues(rule) ?? []);
  const matched = rules.flatMap((rule) => {
    const language = languageOfRule(rule, field);
    return language === null ? [] : [shortestMatch(language) ?? []].flat();
  });
  const examples = rules.flatMap((rule) => ruleKinds[rule.ruleType].examples(rule));
  return [
    ...[...allowed, ...matched, ...examples].map((value) => cellOf(value, field)),
    ...typeKinds[field.type].typicalTexts(field),
  ];
}
