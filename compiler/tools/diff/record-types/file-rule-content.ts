import type { FileRule, Severity } from '../../../pipeline/1-read/spec-shape.ts';
import { conditionsOf } from '../../../pipeline/3-plan/plan-file-rules.ts';
import { textsOf } from '../../../language/shape/create-shape.ts';
import type { Texts } from '../../../language/shape/shape.ts';
import type { TypesPair } from './types-pair.ts';

/** Returns the severity of a rule, or its default. */
export function severityOf({ severity, ruleType }: FileRule): Severity {
  return severity ?? (ruleType === 'UNIQUE' || ruleType === 'ORDERED' ? 'ERROR' : 'FATAL');
}

/** Returns what a rule demands, in a comparable form: without its id, severity and message, with sorted lists. */
export function contentOf(rule: FileRule): { readonly [key: string]: unknown } {
  const { ruleId: _, severity: __, message: ___, ...rest } = rule;
  const isList = rule.ruleType === 'COUNT_EQUALS' || rule.ruleType === 'SUM_EQUALS' || rule.ruleType === 'UNIQUE';
  const lists = isList ? { of: rule.ruleType === 'SUM_EQUALS' ? textsOf(rule.of).toSorted() : sorted(rule.of) } : {};
  const equals = 'equals' in rest && rest.equals !== undefined ? { equals: sortedEquals(rest.equals) } : {};
  const including = 'including' in rest && rest.including !== undefined ? { including: sorted(rest.including) } : {};
  return { ...rest, ...lists, ...including, ...equals, ...('where' in rest && { where: sortedWhere(rest.where) }) };
}

function sortedEquals(equals: NonNullable<Extract<FileRule, { ruleType: 'COUNT_EQUALS' }>['equals']>): object {
  const { count, where, ...rest } = equals;
  return { ...rest, count: count === undefined ? null : sorted(count), where: sortedWhere(where) };
}

type Where = Extract<FileRule, { ruleType: 'COUNT_EQUALS' }>['where'];

function sortedWhere(where: Where): object | null {
  if (where === undefined) return null;
  return {
    ...(where.expression !== undefined && { expression: where.expression }),
    all: conditionsOf(where).map(({ field, values = [] }) => ({ field, values: [...new Set(values)].sort() })),
  };
}

function sorted(texts: Texts): string[] {
  return [...new Set(textsOf(texts))].sort();
}

/** Returns a rule of the old spec with the new names of its types and fields. */
export function renameReferences(rule: FileRule, { nowOf }: TypesPair): FileRule {
  const all = (texts: Texts) => textsOf(texts).map(nowOf);
  const whereOf = (where: Where, of: string) => {
    if (where === undefined) return {};
    const rename = <C extends { field?: string }>(one: C): C =>
      one.field === undefined ? one : { ...one, field: fieldName(nowOf(`${of}.${one.field}`)) };
    return { where: { ...rename(where), ...(where.and !== undefined && { and: where.and.map(rename) }) } };
  };
  switch (rule.ruleType) {
    case 'UNIQUE':
      return { ...rule, of: rule.of.map(nowOf) };
    case 'ORDERED':
      return { ...rule, of: nowOf(rule.of) };
    case 'COUNT_RANGE':
      return { ...rule, of: nowOf(rule.of), ...whereOf(rule.where, rule.of) };
    case 'COUNT_EQUALS':
    case 'SUM_EQUALS': {
      const { field, equals } = rule;
      const other = textsOf(equals?.count ?? [])[0] ?? typeName(equals?.sum ?? '');
      const total = {
        ...(field !== undefined && { field: nowOf(field) }),
        ...(equals !== undefined && {
          equals: {
            ...equals,
            ...(equals.count !== undefined && { count: all(equals.count) }),
            ...(equals.sum !== undefined && { sum: nowOf(equals.sum) }),
            ...whereOf(equals.where, other),
          },
        }),
      };
      return rule.ruleType === 'SUM_EQUALS'
        ? { ...rule, ...total, of: all(rule.of), ...whereOf(rule.where, typeName(textsOf(rule.of)[0] ?? '')) }
        : { ...rule, ...total, of: all(rule.of), ...whereOf(rule.where, textsOf(rule.of)[0] ?? '') };
    }
    default:
      return rule satisfies never;
  }
}

/** Returns the fields that a rule reads, each as `type.field`. */
export function fieldsOf(rule: FileRule): string[] {
  switch (rule.ruleType) {
    case 'UNIQUE':
      return [...rule.of];
    case 'ORDERED':
      return [rule.of];
    case 'COUNT_RANGE':
      return filtersOf(rule.where, [rule.of]);
    case 'COUNT_EQUALS':
    case 'SUM_EQUALS': {
      const { field, equals } = rule;
      const sum = rule.ruleType === 'SUM_EQUALS' ? textsOf(rule.of) : [];
      const others = equals?.sum === undefined ? textsOf(equals?.count ?? []) : [typeName(equals.sum)];
      const filters = [
        ...filtersOf(rule.where, rule.ruleType === 'SUM_EQUALS' ? sum.map(typeName) : textsOf(rule.of)),
        ...filtersOf(equals?.where, others),
      ];
      const totals = [field, equals?.sum].filter((path) => path !== undefined);
      return [...new Set([...sum, ...totals, ...filters])];
    }
    default:
      return rule satisfies never;
  }
}

function filtersOf(where: Where, types: readonly string[]): string[] {
  if (where === undefined) return [];
  return types.flatMap((type) => conditionsOf(where).map(({ field }) => `${type}.${field}`));
}

function typeName(path: string): string {
  return path.split('.')[0] ?? '';
}

function fieldName(path: string): string {
  return path.split('.')[1] ?? '';
}
