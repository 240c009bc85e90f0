import { splitSource, viewRecordTypes } from '../1-read/record-views.ts';
import type { FileRule, RecordType, RecordTypesSpec, Spec } from '../1-read/spec-shape.ts';
import { textsOf } from '../../language/shape/create-shape.ts';
import type { Texts } from '../../language/shape/shape.ts';
import type { FieldPlan, Plan } from '../../language/plan/plan.ts';
import type { FileRulePlan, MeasurePlan, RecordTypePlan } from '../../language/plan/record-types-plan.ts';
import { type Condition, describeCondition, planCondition } from '../../language/rules/condition.ts';

/** Returns the plans of the rules of a file. `types` are the plans of its record types. */
export function planFileRules(spec: RecordTypesSpec, types: readonly RecordTypePlan[]): FileRulePlan[] {
  const { recordTypes, fileRules = [] } = spec;
  const context: Context = { recordTypes, types, views: viewRecordTypes(spec) };
  return fileRules.map((rule) => {
    const common = {
      ruleId: rule.ruleId,
      severity: rule.severity ?? (isOnRecords(rule) ? 'ERROR' : 'FATAL'),
      message: rule.message ?? describeFileRule(rule),
    };
    switch (rule.ruleType) {
      case 'COUNT_RANGE': {
        const of = textsOf(rule.of).includes('*') ? [...types.keys()] : indexesOf(rule.of, context);
        const found = planCount(of, rule.where, context);
        return { ...common, code: rule.ruleType, scope: -1, isMasked: false, found, ...readRange(rule.value) };
      }
      case 'UNIQUE': {
        const found = rule.of.map((path) => fieldAt(path, context));
        const { plan, type } = fieldAt(rule.of[0] ?? '', context);
        const { values } = plan.names;
        const fields = found.map(({ field }) => field);
        return { ...common, code: rule.ruleType, scope: -1, isMasked: false, fields, values, type };
      }
      case 'ORDERED': {
        const { plan, type, field } = fieldAt(rule.of, context);
        const isDescending = rule.direction === 'DESC';
        const scope = types[type]?.place.parent ?? -1;
        const { values } = plan.names;
        return { ...common, code: rule.ruleType, scope, isMasked: false, field, values, type, isDescending };
      }
      case 'COUNT_EQUALS':
      case 'SUM_EQUALS':
        return { ...common, code: rule.ruleType, ...planTotal(rule, context) };
      default:
        return rule satisfies never;
    }
  });
}

/** Returns whether the issues of a rule belong to records instead of the file. */
function isOnRecords({ ruleType }: FileRule): boolean {
  return ruleType === 'UNIQUE' || ruleType === 'ORDERED';
}

/** The record types of a spec, and their plans. */
interface Context {
  readonly recordTypes: readonly RecordType[];
  readonly types: readonly RecordTypePlan[];
  /** Each record type as a spec of its own. */
  readonly views: readonly Spec[];
}

type TotalRule = Extract<FileRule, { ruleType: 'COUNT_EQUALS' | 'SUM_EQUALS' }>;
type Where = TotalRule['where'];

function planTotal(rule: TotalRule, context: Context) {
  const { types } = context;
  const total = rule.field === undefined ? null : fieldAt(rule.field, context);
  const isSum = rule.ruleType === 'SUM_EQUALS';
  const named = isSum ? textsOf(rule.of).map((path) => fieldAt(path, context).type) : indexesOf(rule.of, context);
  const others = total === null ? othersOf(rule, context) : [];
  const members = [...named.filter((type) => type >= 0), ...(total === null ? others : [total.type])];
  const scope = findScope(members, [...named, ...others], types);
  const of = isSum ? named : findCounted({ rule, named, totalType: total?.type ?? -1, scope }, types);
  const found = isSum
    ? { ...planSum(rule.of, rule.where, context), isAbsolute: rule.absolute === true }
    : { ...planCount(of, rule.where, context), ...planCounting(rule) };
  return {
    scope,
    found,
    other: total === null ? planOther(rule, context) : null,
    total: total === null ? null : { values: total.plan.names.values, key: total.field.key, type: total.type },
    isMasked: total?.field.sensitive === true || sumsOf(rule).some((path) => fieldAt(path, context).field.sensitive),
    modulus: isSum ? (rule.modulus ?? null) : null,
  };
}

/** The fields that a rule adds up. */
function sumsOf(rule: TotalRule): string[] {
  return rule.ruleType === 'COUNT_EQUALS'
    ? []
    : [...textsOf(rule.of), ...(rule.equals?.sum === undefined ? [] : [rule.equals.sum])];
}

function othersOf({ equals = {} }: TotalRule, context: Context): number[] {
  return equals.sum === undefined ? indexesOf(equals.count ?? [], context) : [fieldAt(equals.sum, context).type];
}

/** Returns the plan of the records with which others are compared. */
function planOther(rule: TotalRule, context: Context): MeasurePlan {
  const { sum, where } = rule.equals ?? {};
  if (sum === undefined) return planCount(othersOf(rule, context), where, context);
  return { ...planSum(sum, where, context), isAbsolute: rule.ruleType === 'SUM_EQUALS' && rule.absolute === true };
}

function planCount(of: number[], where: Where, context: Context): MeasurePlan {
  return { of, where: planWhere(of, where, context), addends: null, ...plain };
}

const plain = { isAbsolute: false, countsContinuation: false, blockOf: 1 };

function planCounting({ including, blockOf = 1 }: Extract<FileRule, { ruleType: 'COUNT_EQUALS' }>) {
  return { countsContinuation: including?.includes('continuation') === true, blockOf };
}

function planSum(paths: Texts, where: Where, context: Context): MeasurePlan {
  const fields = textsOf(paths).map((path) => fieldAt(path, context));
  const of = fields.map(({ type }) => type);
  const addends = fields.map(({ plan, field }) => ({ values: plan.names.values, key: field.key }));
  return { of, where: planWhere(of, where, context), addends, ...plain };
}

function planWhere(of: readonly number[], where: Where, { views, types }: Context): MeasurePlan['where'] {
  if (where === undefined) return null;
  return of.map((index) =>
    conditionsOf(where).map((condition) => {
      const plan = types[index]?.plan;
      const field = plan?.fields.find(({ name }) => name === condition.field);
      const written = views[index]?.fields.find(({ name }) => name === condition.field);
      if (plan === undefined || field === undefined || written === undefined)
        throw new Error(`a condition of a file rule names an unknown field: ${condition.field}`);
      const { values } = planCondition(condition, written);
      return { field: { values: plan.names.values, key: field.key }, type: field.type, values };
    }),
  );
}

/** Returns all conditions of `where`. */
export function conditionsOf({ field, values, and = [] }: NonNullable<Where>): Condition[] {
  return [...(field === undefined || values === undefined ? [] : [{ field, values }]), ...and];
}

/** Reads `min,max`. An empty side is no bound. Returns NaN for a side that is not a whole number. */
export function readRange(value: string): { min: number; max: number } {
  const [min = '', max = '', ...more] = value.split(',').map((side) => side.trim());
  const read = (side: string, none: number) => (side === '' ? none : /^\d{1,15}$/.test(side) ? Number(side) : NaN);
  return more.length > 0 || !value.includes(',')
    ? { min: NaN, max: NaN }
    : { min: read(min, 0), max: read(max, Infinity) };
}

/** Describes what a rule demands in one sentence. */
export function describeFileRule(rule: FileRule): string {
  switch (rule.ruleType) {
    case 'COUNT_EQUALS': {
      const blocks = rule.blockOf === undefined ? '' : `blocks of ${rule.blockOf} `;
      const lines = rule.including?.includes('continuation') === true ? ' and their continuation lines' : '';
      const found = `the number of ${blocks}${namesOf(rule.of)}records${lines}${describeWhere(rule.where)}`;
      const { count = [], where } = rule.equals ?? {};
      const other = `the number of ${namesOf(count)}records${describeWhere(where)}`;
      return `${rule.field ?? other} must equal ${found}`;
    }
    case 'SUM_EQUALS': {
      const found = `the sum of ${textsOf(rule.of).join(' and ')}${describeWhere(rule.where)}`;
      const { sum = '', where } = rule.equals ?? {};
      return `${rule.field ?? `the sum of ${sum}${describeWhere(where)}`} must equal ${found}`;
    }
    case 'COUNT_RANGE': {
      const { min, max } = readRange(rule.value);
      const least = min > 0 ? `at least ${min}` : '';
      const most = max < Infinity ? `at most ${max}` : '';
      const bounds = [least, most].filter((side) => side !== '').join(' and ');
      return `the file must have ${bounds} ${namesOf(rule.of)}records${describeWhere(rule.where)}`;
    }
    case 'UNIQUE':
      return `${rule.of.join(' and ')} must be unique in the file`;
    case 'ORDERED':
      return `${rule.of} must never ${rule.direction === 'DESC' ? 'increase' : 'decrease'}`;
  }
}

function describeWhere(where: Where): string {
  if (where === undefined) return '';
  const expression = where.expression === undefined ? [] : [`when ${where.expression}`];
  return ` ${[...expression, ...conditionsOf(where).map(describeCondition)].join(' and ').replaceAll(' and when ', ' and ')}`;
}

/** Returns the names of types as they precede the word `records`. Empty if a rule counts all types. */
function namesOf(of: Texts): string {
  const names = textsOf(of);
  return names.includes('*') ? '' : `${names.join(' and ')} `;
}

/** Returns the plans of the field that a path such as `entry.amount` names, and its type as an index. */
function fieldAt(path: string, { types }: Context): { plan: Plan; type: number; field: FieldPlan } {
  const { type: typeName, field: fieldName } = splitSource(path);
  const type = types.findIndex(({ place }) => place.name === typeName);
  const plan = types[type]?.plan;
  const field = plan?.fields.find(({ name }) => name === fieldName);
  if (plan === undefined || field === undefined) throw new Error(`a file rule names an unknown field: ${path}`);
  return { plan, type, field };
}

/** Returns the indexes of types. -1: all types. */
function indexesOf(names: Texts, { recordTypes }: Context): number[] {
  return textsOf(names).map((name) => recordTypes.findIndex((type) => type.name === name));
}

/** The types from a type up to the file, the file first. */
function pathOf(type: number, types: readonly RecordTypePlan[]): number[] {
  return type < 0 ? [-1] : [...pathOf(types[type]?.place.parent ?? -1, types), type];
}

/** Returns the innermost type whose scope contains the records of all `members`, or -1 for the file. */
function findScope(members: readonly number[], counted: readonly number[], types: readonly RecordTypePlan[]): number {
  const [first = [-1], ...others] = members.map((type) => pathOf(type, types));
  const shared = first.filter((type, depth) => others.every((path) => path[depth] === type));
  const innermost = shared.at(-1) ?? -1;
  // A record that is counted, or that is alone with its total, is inside the scope around it.
  const isMember = counted.includes(innermost) || types.every(({ place }) => place.parent !== innermost);
  return innermost >= 0 && isMember ? (types[innermost]?.place.parent ?? -1) : innermost;
}

interface Counting {
  readonly rule: Extract<FileRule, { ruleType: 'COUNT_EQUALS' }>;
  readonly named: readonly number[];
  readonly totalType: number;
  readonly scope: number;
}

/** Returns the types that a rule counts: those that it names, or all in its scope, and those of `including`. */
function findCounted({ rule, named, totalType, scope }: Counting, types: readonly RecordTypePlan[]): number[] {
  const isAll = textsOf(rule.of).includes('*');
  const inside = [...types.keys()].filter((type) => type !== scope && pathOf(type, types).includes(scope));
  const including = rule.including ?? [];
  const counted = new Set(isAll ? inside.filter((type) => type !== totalType) : named);
  if (including.includes('self')) counted.add(totalType);
  if (including.includes('enclosing') && scope >= 0) counted.add(scope);
  return [...counted].sort((first, second) => first - second);
}
