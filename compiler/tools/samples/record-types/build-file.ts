import { textsOf } from '../../../language/shape/create-shape.ts';
import { conditionsOf } from '../../../pipeline/3-plan/plan-file-rules.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import { type Origin, originAt } from './own-views.ts';
import { ofType, type SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import { setValue, type TypedContext, typesInside, validCellsOf } from './typed-context.ts';

type BuildContext = Omit<TypedContext, 'messages'>;

/** The maximum number of records of one type in a scope. */
const MAX_RECORDS = 1000;

/**
 * Builds a file that follows the structure of the spec, with at least one record of each type. Its totals are not those
 * of its records yet. `counts` has the number of records in each enclosing record for types that need another one.
 */
export function buildFile(context: BuildContext, counts: ReadonlyMap<number, number> = new Map()): SampleNode[] {
  const made = context.plans.map(() => 0);
  const build = (parent: number): SampleNode[] =>
    typesInside(context, parent).flatMap((type) =>
      Array.from({ length: Math.min(MAX_RECORDS, counts.get(type) ?? countOf(context, type)) }, () => {
        const node = createNode(context, { type, index: made[type] ?? 0, model: context.values[type]?.record ?? [] });
        made[type] = (made[type] ?? 0) + 1;
        node.children.push(...build(type));
        writeCounters(context, node);
        return node;
      }),
    );
  const nodes = build(-1);
  selectInTurn(context, nodes);
  for (const rule of context.spec.fileRules ?? [])
    if (rule.ruleType === 'SUM_EQUALS' && rule.equals?.sum !== undefined) balance(context, nodes, rule);
  return nodes;
}

function countOf({ plans, fileRules }: BuildContext, type: number): number {
  const { place, repeat = null, counter = null } = plans[type] ?? {};
  if (place === undefined) return 0;
  // Groups without content are records, too.
  if (repeat !== null && !repeat.stopsWhenEmpty && counter === null) return repeat.times;
  const enclosesNone = plans.every((other) => other.place.parent !== type);
  const isOrdered = fileRules.some((rule) => rule.code === 'ORDERED' && rule.type === type);
  const usual = enclosesNone || isOrdered || place.parent < 0 ? 2 : 1;
  const required = fileRules.map((rule) =>
    rule.code === 'COUNT_RANGE' && rule.found.of.includes(type) && rule.found.of.length === 1 ? rule.min : 0,
  );
  return Math.min(place.max, repeat?.times ?? Infinity, Math.max(place.min, usual, ...required));
}

/**
 * Creates a record of a type without the records inside it. Its cells are those of `model`, except for those of UNIQUE
 * rules. `index` is the number of earlier records of the type.
 */
export function createNode(
  context: BuildContext,
  { type, index, model }: { type: number; index: number; model: readonly Cell[] },
): SampleNode {
  const { spec, views } = context;
  const cells: Cell[] = [...model];
  for (const rule of spec.fileRules ?? []) {
    if (rule.ruleType !== 'UNIQUE') continue;
    const origin = rule.of.map((path) => originAt(spec, views, path)).find((one) => one?.type === type);
    if (origin == null) continue;
    const different = sortCells(validCellsOf(context, origin));
    const cell = different[index % different.length];
    if (cell !== undefined) cells[origin.field] = cell;
  }
  return { type, cells, children: [] };
}

/** Returns the texts of different values in ascending order. */
function sortCells(cells: readonly Cell[]): string[] {
  const texts = [...new Set(cells.filter((cell) => cell !== null && cell.trim() !== ''))].filter(
    (cell) => cell !== null,
  );
  const areNumbers = texts.every((text) => !Number.isNaN(Number(text)));
  return texts.sort((first, second) => (areNumbers ? Number(first) - Number(second) : first < second ? -1 : 1));
}

/** Writes the numbers of the records inside a record into its fields. */
function writeCounters(context: BuildContext, node: SampleNode): void {
  for (const type of typesInside(context, node.type)) {
    const occurs = context.spec.recordTypes[type]?.occurs;
    const name = typeof occurs === 'object' ? occurs.field : undefined;
    const field = context.views[node.type]?.spec.fields.findIndex((one) => one.name === name) ?? -1;
    const count = node.children.filter((child) => child.type === type).length;
    if (field >= 0) setValue(context, node, { field, value: String(count) });
  }
}

/** Makes records satisfy the conditions of sums in turn, so that each sum adds up some of them. */
function selectInTurn(context: BuildContext, nodes: readonly SampleNode[]): void {
  const rules = (context.spec.fileRules ?? []).filter((rule) => rule.ruleType === 'SUM_EQUALS');
  const sums = rules.filter(({ where }) => where !== undefined);
  for (const [type] of context.views.entries()) {
    const own = sums.filter(({ of }) =>
      textsOf(of).some((path) => originAt(context.spec, context.views, path)?.type === type),
    );
    for (const [index, node] of ofType(nodes, type).entries()) select(context, node, own[index % own.length]?.where);
  }
}

type SumRule = Extract<NonNullable<TypedContext['spec']['fileRules']>[number], { ruleType: 'SUM_EQUALS' }>;

/** Gives the records of two sums the same amounts. Records of one type count alternately for one and the other. */
function balance(context: BuildContext, nodes: readonly SampleNode[], rule: SumRule): void {
  const { spec, views } = context;
  const second = originAt(spec, views, rule.equals?.sum ?? '');
  if (second === null) return;
  for (const path of textsOf(rule.of)) {
    const first = originAt(spec, views, path);
    if (first !== null) balanceFields(context, nodes, { rule, first, second });
  }
}

function balanceFields(
  context: BuildContext,
  nodes: readonly SampleNode[],
  { rule, first, second }: { rule: SumRule; first: Origin; second: Origin },
): void {
  const amount = validCellsOf(context, first).find((cell) => cell !== null) ?? null;
  const [shared, other] = [ofType(nodes, first.type), ofType(nodes, second.type)];
  const isShared = first.type === second.type;
  for (const [index, node] of shared.entries()) {
    const isOther = isShared && index % 2 === 1;
    node.cells[(isOther ? second : first).field] = amount;
    select(context, node, isOther ? rule.equals?.where : rule.where);
  }
  if (isShared) return;
  for (const node of other) {
    node.cells[second.field] = amount;
    select(context, node, rule.equals?.where);
  }
}

function select(context: BuildContext, node: SampleNode, where: SumRule['where']): void {
  for (const condition of where === undefined ? [] : conditionsOf(where)) {
    const field = context.views[node.type]?.spec.fields.findIndex(({ name }) => name === condition.field) ?? -1;
    const [value] = condition.values ?? [];
    if (field >= 0 && value !== undefined) setValue(context, node, { field, value: String(value) });
  }
}
