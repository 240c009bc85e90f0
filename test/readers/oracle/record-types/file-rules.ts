import type { FileIssue, Issue, Severity } from '../../../../compiler/kernel/model/contract.ts';
import { compareDays } from '../calendar.ts';
import { readDate } from '../dates.ts';
import { compareDecimals } from '../decimals.ts';
import type { Field } from '../spec.ts';
import { listInside, type RecordNode, type TypePlace } from './tree.ts';

type Tree = Record<string, unknown>;

/** The types of a spec as the rules of a file need them. */
export interface RuleContext {
  places: readonly TypePlace[];
  /** The fields of each type, by its index. */
  fields: readonly (readonly Field[])[];
}

/** A field of a type. */
interface FieldPath {
  type: number;
  field: Field;
}

/** An issue of a rule about one record. */
export interface LateIssue {
  record: number;
  issue: Issue;
}

/** A broken rule of the file, and the record or the file in whose scope it is. */
export interface BrokenRule {
  node: RecordNode;
  issue: FileIssue;
}

/** Returns the broken rules of the file. */
export function checkTotals(rules: readonly Tree[], file: RecordNode, context: RuleContext): BrokenRule[] {
  return rules.flatMap((rule) => {
    if (rule['ruleType'] === 'COUNT_RANGE')
      return checkRange(rule, file, context).map((issue) => ({ node: file, issue }));
    if (rule['ruleType'] !== 'COUNT_EQUALS' && rule['ruleType'] !== 'SUM_EQUALS') return [];
    const scope = findScope(rule, context);
    const nodes = [file, ...listInside(file)].filter(({ type }) => type === scope);
    return nodes.flatMap((node) => checkTotal(rule, node, context).map((issue) => ({ node, issue })));
  });
}

function checkRange(rule: Tree, file: RecordNode, { places }: RuleContext): FileIssue[] {
  const type = places.findIndex(({ name }) => name === rule['of']);
  const isAll = rule['of'] === '*';
  const count = withRecord(listInside(file)).filter(
    (node) => (isAll || node.type === type) && isSelected(node, rule),
  ).length;
  const [min = '', max = ''] = String(rule['value']).split(',');
  if (count >= Number(min) && (max === '' || count <= Number(max))) return [];
  return [fileIssue(rule, 'FATAL', null, { actual: String(count) })];
}

function checkTotal(rule: Tree, node: RecordNode, context: RuleContext): FileIssue[] {
  const inside = withRecord([node, ...listInside(node)]);
  const equals = rule['equals'] as Tree | undefined;
  const expected = measure(rule, rule['of'], inside, { rule, node, context });
  if (equals !== undefined) {
    const actual = measure(equals, equals['sum'] ?? equals['count'], inside, { rule, node, context });
    return compareDecimals(expected, actual) === 0
      ? []
      : [fileIssue(rule, 'FATAL', null, hide(rule, context, { expected, actual }))];
  }
  const { type, field } = fieldAt(String(rule['field']), context);
  const found = new Set<string | null>();
  return inside
    .filter((one) => one.type === type)
    .flatMap((one) => {
      const total = one.values?.get(field.name) ?? null;
      // Records that repeat a total are reported once.
      const shown = total === null ? null : canonical(total);
      if (found.has(shown)) return [];
      found.add(shown);
      if (total !== null && compareDecimals(total, expected) === 0) return [];
      return [
        fileIssue(rule, 'FATAL', one, hide(rule, context, { expected, ...(total !== null && { actual: total }) })),
      ];
    });
}

function hide(rule: Tree, context: RuleContext, values: Partial<FileIssue>): Partial<FileIssue> {
  const equals = rule['equals'] as Tree | undefined;
  const sums = rule['ruleType'] === 'SUM_EQUALS' ? [...pathsOf(rule['of']), equals?.['sum']] : [];
  const paths = [rule['field'], ...sums].filter((path) => path !== undefined);
  return paths.some((path) => fieldAt(String(path), context).field.sensitive) ? {} : values;
}

interface Measured {
  rule: Tree;
  node: RecordNode;
  context: RuleContext;
}

/** Returns the number of records, or the sum of a field of them. `side` has the condition. */
function measure(side: Tree, of: unknown, inside: readonly RecordNode[], { rule, node, context }: Measured): string {
  if (rule['ruleType'] === 'COUNT_EQUALS') {
    const counted = side === rule ? countedTypes(rule, node.type, context) : typesOf(of, context);
    const others = inside.filter((one) => one !== node || counted.includes(node.type));
    const found = others.filter((one) => counted.includes(one.type) && isSelected(one, side));
    const hasLines = side === rule && ((rule['including'] ?? []) as string[]).includes('continuation');
    const lines = hasLines ? found.map(({ joined = 0 }) => joined) : [];
    const count = lines.reduce((sum, joined) => sum + joined, found.length);
    return String(side === rule ? Math.ceil(count / Number(rule['blockOf'] ?? 1)) : count);
  }
  const values = pathsOf(of).flatMap((path) => {
    const { type, field } = fieldAt(path, context);
    return inside
      .filter((one) => one.type === type && isSelected(one, side))
      .map((one) => one.values?.get(field.name) ?? null)
      .filter((value) => value !== null);
  });
  const sum = addDecimals(rule['absolute'] === true ? values.map((value) => value.replace('-', '')) : values);
  return rule['modulus'] === undefined ? writeUnits(sum) : writeUnits(sum % (BigInt(String(rule['modulus'])) * SCALE));
}

/** The types that COUNT_EQUALS counts in a scope. */
function countedTypes(rule: Tree, scope: number, context: RuleContext): number[] {
  const { places } = context;
  const total = rule['field'] === undefined ? -1 : fieldAt(String(rule['field']), context).type;
  const including = (rule['including'] ?? []) as string[];
  const named =
    rule['of'] === '*'
      ? [...places.keys()].filter(
          (type) => type !== total && type !== scope && (scope < 0 || enclosing(type, places).includes(scope)),
        )
      : typesOf(rule['of'], context);
  if (including.includes('self')) named.push(total);
  if (including.includes('enclosing') && scope >= 0) named.push(scope);
  return named;
}

/** Decimal places of exact sums. Drawn numbers have fewer. */
const SCALE = 10n ** 30n;

function addDecimals(values: readonly string[]): bigint {
  return values.reduce((sum, value) => {
    const [whole = '', decimals = ''] = value.replace(/^-/, '').split('.');
    const units = BigInt(whole + decimals.padEnd(30, '0'));
    return value.startsWith('-') ? sum - units : sum + units;
  }, 0n);
}

function writeUnits(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(31, '0');
  const text = `${digits.slice(0, -30)}.${digits.slice(-30)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}

/** Returns the same text for equal numbers. */
export function canonical(value: string): string {
  return /^[+-]?\d*\.?\d+$/.test(value) ? writeUnits(addDecimals([value])) : value;
}

/** Returns the innermost type whose records enclose all that a rule compares. -1: the file. */
function findScope(rule: Tree, context: RuleContext): number {
  const { places } = context;
  const equals = rule['equals'] as Tree | undefined;
  const isSum = rule['ruleType'] === 'SUM_EQUALS';
  const counted = isSum ? pathsOf(rule['of']).map((path) => fieldAt(path, context).type) : typesOf(rule['of'], context);
  if (equals !== undefined)
    counted.push(...(isSum ? [fieldAt(String(equals['sum']), context).type] : typesOf(equals['count'], context)));
  const ways = counted.map((type) => enclosing(type, places));
  if (equals === undefined) {
    const { type } = fieldAt(String(rule['field']), context);
    const opensScope = places.some(({ parent }) => parent === type);
    ways.push([...(opensScope ? [type] : []), ...enclosing(type, places)]);
  }
  return (ways[0] ?? []).find((type) => ways.every((way) => way.includes(type))) ?? -1;
}

/** The types that enclose a type, the innermost first. */
function enclosing(type: number, places: readonly TypePlace[]): number[] {
  const parent = places[type]?.parent ?? -1;
  return parent < 0 ? [-1] : [parent, ...enclosing(parent, places)];
}

function typesOf(of: unknown, { places }: RuleContext): number[] {
  const names = (Array.isArray(of) ? of : String(of).split(',')).map(String);
  return names.filter((name) => name !== '*').map((name) => places.findIndex((place) => place.name === name));
}

function pathsOf(of: unknown): string[] {
  return (Array.isArray(of) ? of : [of]).map(String);
}

function fieldAt(path: string, { places, fields }: RuleContext): FieldPath {
  const [typeName, fieldName] = path.split('.');
  const type = places.findIndex(({ name }) => name === typeName);
  const field = fields[type]?.find(({ name }) => name === fieldName);
  if (field === undefined) throw new Error(`no field ${path}`);
  return { type, field };
}

/** Leaves out records that are missing. */
function withRecord(nodes: readonly RecordNode[]): RecordNode[] {
  return nodes.filter(({ record }) => record > 0);
}

interface Condition {
  field: string;
  values: string[];
}

function isSelected({ values }: RecordNode, side: Tree): boolean {
  const where = side['where'] as (Condition & { and?: Condition[] }) | undefined;
  if (where === undefined) return true;
  return [where, ...(where.and ?? [])].every(({ field, values: wanted }) => {
    const value = values?.get(field) ?? null;
    return value !== null && wanted.some((one) => canonical(one) === canonical(value));
  });
}

function fileIssue(rule: Tree, severity: Severity, place: RecordNode | null, values: Partial<FileIssue>): FileIssue {
  return {
    severity: (rule['severity'] ?? severity) as Severity,
    code: String(rule['ruleType']),
    ruleId: String(rule['ruleId']),
    message: '',
    record: place?.record ?? null,
    line: place?.line ?? null,
    ...values,
  };
}

/** Returns the issues of UNIQUE and ORDERED rules about a record, given all records before it. */
export function checkRecordRules(
  rules: readonly Tree[],
  node: RecordNode,
  earlier: readonly RecordNode[],
  context: RuleContext,
): Issue[] {
  return rules.flatMap((rule) => {
    const first =
      rule['ruleType'] === 'UNIQUE'
        ? findEqual(rule, node, earlier, context)
        : rule['ruleType'] === 'ORDERED'
          ? findMisordered(rule, node, earlier, context)
          : null;
    if (first === null) return [];
    const severity = (rule['severity'] ?? 'ERROR') as Severity;
    const { ruleType: code, ruleId } = rule as { ruleType: string; ruleId: string };
    return [{ severity, code, ruleId, field: null, column: null, message: '', firstRecord: first.record }];
  });
}

function findEqual(rule: Tree, node: RecordNode, earlier: readonly RecordNode[], context: RuleContext) {
  const paths = (rule['of'] as string[]).map((path) => fieldAt(path, context));
  const read = ({ type, values }: RecordNode) =>
    type !== paths[0]?.type ? null : paths.map(({ field }) => values?.get(field.name) ?? null);
  const own = read(node);
  if (own === null || own.includes(null)) return null;
  const isEqual = (one: RecordNode) =>
    read(one)?.every((value, at) => isSame(value, own[at] ?? null, paths[at]?.field));
  return earlier.find(isEqual) ?? null;
}

function isSame(one: string | null, other: string | null, field: Field | undefined): boolean {
  if (one === null || other === null) return false;
  return field?.type === 'INTEGER' || field?.type === 'DECIMAL' ? canonical(one) === canonical(other) : one === other;
}

function findMisordered(rule: Tree, node: RecordNode, earlier: readonly RecordNode[], context: RuleContext) {
  const { type, field } = fieldAt(String(rule['of']), context);
  const own = node.type === type ? (node.values?.get(field.name) ?? null) : null;
  if (own === null) return null;
  const before = earlier.findLast(
    (one) => one.type === type && one.parent === node.parent && (one.values?.get(field.name) ?? null) !== null,
  );
  const value = before?.values?.get(field.name) ?? null;
  if (before === undefined || value === null) return null;
  const difference = compareValues(value, own, field);
  return (rule['direction'] === 'DESC' ? difference < 0 : difference > 0) ? before : null;
}

function compareValues(one: string, other: string, { type, format, centuryStart }: Field): number {
  if (type === 'STRING') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (type !== 'DATE') return compareDecimals(one, other);
  const [first, second] = [readDate(one, format, centuryStart), readDate(other, format, centuryStart)];
  if (first === null || second === null) throw new Error(`${one} or ${other} is not a date`);
  return compareDays(first.day, second.day);
}
