import { findOpenCenturies, readsShortYear } from '../../language/expressions/open-centuries.ts';
import type { AnySpec, Spec } from '../../pipeline/1-read/spec-shape.ts';
import { hasRecordTypes, viewRecordTypes } from '../../pipeline/1-read/record-views.ts';
import { whereExpressions } from '../../pipeline/1-read/where-fields.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';
import type { ChangedDefault } from './changed-default.ts';

/** An expression, and what has it. */
type Place = readonly [expression: string | undefined, owner: string];

/** Returns an entry for each field, correction and call of `date` that reads years of two digits without their century. */
export function listOpenCenturies(spec: AnySpec): ChangedDefault[] {
  const views = hasRecordTypes(spec) ? viewRecordTypes(spec) : [spec];
  return [
    ...views.flatMap(patternsOf).map((place) => entryOf(place, 'centuryStart: 2000')),
    ...[...views.flatMap(expressionsOf), ...fileExpressions(spec)].flatMap(([expression = '', owner]) =>
      findOpenCenturies(expression).map(({ call, withCentury }) => entryOf(`${call} of ${owner}`, withCentury(2000))),
    ),
  ];
}

function entryOf(place: string, keep: string): ChangedDefault {
  return {
    change: `check (two_digit_year) and each run (TWO_DIGIT_YEAR) warn that ${place} reads years of two digits as 2000 to 2099. Values are as before.`,
    keep,
    isDecision: false,
  };
}

function patternsOf({ fields, correctionRules = [] }: Spec): string[] {
  return [
    ...fields.flatMap(({ name, format, centuryStart }) =>
      format !== undefined && centuryStart === undefined && readsShortYear(format) ? [`the field "${name}"`] : [],
    ),
    ...correctionRules.flatMap((one) =>
      'sourceFormat' in one && one.centuryStart === undefined && [one.sourceFormat].flat().some(readsShortYear)
        ? [`the correction "${one.ruleId}"`]
        : [],
    ),
  ];
}

function expressionsOf({ fields, validationRules = [] }: Spec): Place[] {
  return [
    ...fields.map(({ name, value }): Place => [value, `the field "${name}"`]),
    ...validationRules.map(
      (rule): Place => [ruleKinds[rule.ruleType].expression(rule) ?? undefined, `the rule "${rule.ruleId}"`],
    ),
  ];
}

function fileExpressions(spec: AnySpec): Place[] {
  const rules = hasRecordTypes(spec) ? (spec.fileRules ?? []) : [];
  return rules.flatMap((rule) =>
    whereExpressions(rule).map(({ expression }): Place => [expression, `the rule "${rule.ruleId}"`]),
  );
}
