import { textsOf } from '../../language/shape/create-shape.ts';
import type { FileRule, RecordType, RecordTypesSpec } from './spec-shape.ts';
import { splitSource } from './record-views.ts';

/** The records that a rule of a file selects by an expression, and the types that it counts. */
export interface WhereExpression {
  readonly expression: string;
  /** The names of the counted types. */
  readonly types: readonly string[];
  /** The place of the expression in the rule. */
  readonly at: string;
}

/** Returns the expressions with which a rule of a file selects records. */
export function whereExpressions(rule: FileRule): WhereExpression[] {
  if (!('where' in rule) && !('equals' in rule)) return [];
  const found: WhereExpression[] = [];
  const add = (expression: string | undefined, types: readonly string[], at: string) => {
    if (expression !== undefined) found.push({ expression, types, at: `${at}/expression` });
  };
  const { where, equals } = rule as { where?: Where; equals?: { where?: Where; count?: Texts; sum?: string } };
  add(where?.expression, typesOf(rule.ruleType, rule.of), 'where');
  const counted = equals?.count === undefined ? [] : textsOf(equals.count);
  const summed = equals?.sum === undefined ? [] : [splitSource(equals.sum).type];
  add(equals?.where?.expression, [...counted, ...summed], 'equals/where');
  return found;
}

type Where = Extract<FileRule, { ruleType: 'COUNT_EQUALS' }>['where'];
type Texts = Parameters<typeof textsOf>[0];

function typesOf(ruleType: FileRule['ruleType'], of: Texts): string[] {
  const names = textsOf(of);
  return ruleType === 'SUM_EQUALS' ? names.map((path) => splitSource(path).type) : [...names];
}

/**
 * Returns the spec with each expression of `where` as a computed field of the counted types, which no message contains,
 * and a condition on it. So expressions are planned and emitted in one way.
 */
export function withWhereFields(spec: RecordTypesSpec): RecordTypesSpec {
  const rules = spec.fileRules ?? [];
  const all = rules.map((rule) => whereExpressions(rule));
  if (all.every((found) => found.length === 0)) return spec;
  const added = rules.flatMap((rule, index) =>
    (all[index] ?? []).map((where) => ({ ...where, name: fieldName(rule, where.at) })),
  );
  return {
    ...spec,
    recordTypes: spec.recordTypes.map((type) => ({
      ...type,
      fields: [
        ...type.fields,
        ...added
          .filter(({ types }) => types.includes(type.name))
          .map(({ name, expression }): RecordType['fields'][number] => ({
            ...{ name, type: 'BOOLEAN', value: expression, publish: false, isCondition: true },
          })),
      ],
    })),
    fileRules: rules.map(withConditions),
  };
}

/** Returns whether a field is the condition of a rule of the file. As rules do, it reads the values that masks hide. */
export function isCondition(field: object): boolean {
  return 'isCondition' in field;
}

/** The name of the field of an expression. No field of a spec that a person wrote has it. */
function fieldName({ ruleId }: FileRule, at: string): string {
  return `${ruleId} ${at.replace('/expression', '').replace('/', ' ')}`;
}

function withConditions(rule: FileRule): FileRule {
  const found = whereExpressions(rule);
  if (found.length === 0) return rule;
  const changed = { ...rule } as { where?: Where; equals?: { where?: Where } };
  for (const { at } of found) {
    const replace = (where: Where): Where => ({
      field: fieldName(rule, at),
      values: ['true'],
      ...(where?.and !== undefined && { and: where.and }),
    });
    if (at.startsWith('where')) changed.where = replace(changed.where);
    else changed.equals = { ...changed.equals, where: replace(changed.equals?.where) };
  }
  // Only conditions were replaced, by conditions.
  return changed as FileRule;
}
