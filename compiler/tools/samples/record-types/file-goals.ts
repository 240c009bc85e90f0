import { textsOf } from '../../../language/shape/create-shape.ts';
import type { FileRule } from '../../../pipeline/1-read/spec-shape.ts';
import { buildFile } from './build-file.ts';
import type { CreateFile } from './field-goals.ts';
import type { Attempt, Goal } from './goal.ts';
import { type Origin, originAt } from './own-views.ts';
import { ofType, siblingsOf } from '../../../language/formats/model/samples/sample-node.ts';
import { type TypedContext, validCellsOf } from './typed-context.ts';

/** Returns a goal for each rule of the file. */
export function createFileGoals(context: TypedContext, createFile: CreateFile): Goal[] {
  return (context.spec.fileRules ?? []).map((rule): Goal => {
    const { ruleId, ruleType } = rule;
    return {
      name: `file-rule-${ruleId}`,
      shows: `violates ${ruleId}: ${context.messages.get(ruleId) ?? ruleType}`,
      breaks: { code: ruleType, ruleId, field: null },
      following: new Set(),
      attempts: () => attemptsOf(context, createFile, rule),
    };
  });
}

/** How many cells of one field are tried. */
const MAX_CELLS = 12;

function attemptsOf(context: TypedContext, createFile: CreateFile, rule: FileRule): Iterable<Attempt> {
  switch (rule.ruleType) {
    case 'COUNT_EQUALS':
    case 'SUM_EQUALS':
      return breakTotal(context, createFile, rule);
    case 'COUNT_RANGE':
      return breakRange(context, rule);
    case 'UNIQUE':
      return repeatValues(context, createFile, rule);
    case 'ORDERED':
      return swapValues(context, createFile, rule);
  }
}

type RuleOf<T extends FileRule['ruleType']> = Extract<FileRule, { ruleType: T }>;

/** Tries other totals, then other addends, then records more or less. */
function* breakTotal(
  context: TypedContext,
  createFile: CreateFile,
  rule: RuleOf<'COUNT_EQUALS' | 'SUM_EQUALS'>,
): Iterable<Attempt> {
  const { spec, views } = context;
  const total = originAt(spec, views, rule.field ?? '');
  const kept = { ruleId: rule.ruleId };
  if (total !== null) yield* changeField(context, createFile, { origin: total, kept });
  if (rule.ruleType === 'SUM_EQUALS')
    for (const path of [...textsOf(rule.of), rule.equals?.sum ?? '']) {
      const addend = originAt(spec, views, path);
      if (addend !== null) yield* changeField(context, createFile, { origin: addend, kept });
    }
  for (const type of views.keys()) {
    for (const change of ['REMOVE', 'REPEAT'] as const) {
      const nodes = createFile();
      const node = ofType(nodes, type).at(-1);
      const siblings = node === undefined ? null : siblingsOf(nodes, node);
      if (node === undefined || siblings === null) continue;
      siblings.splice(siblings.indexOf(node), 1, ...(change === 'REMOVE' ? [] : [node, structuredClone(node)]));
      yield { nodes, kept };
    }
  }
}

function* changeField(
  context: TypedContext,
  createFile: CreateFile,
  { origin, kept }: { origin: Origin; kept: { ruleId: string } },
): Iterable<Attempt> {
  for (const cell of validCellsOf(context, origin).slice(0, MAX_CELLS)) {
    const nodes = createFile();
    const node = ofType(nodes, origin.type).at(-1);
    if (node === undefined || node.cells[origin.field] === cell) continue;
    node.cells = node.cells.with(origin.field, cell);
    yield { nodes, kept };
  }
}

/** Tries files with too few and with too many records. */
function* breakRange(context: TypedContext, rule: RuleOf<'COUNT_RANGE'>): Iterable<Attempt> {
  const type = context.views.findIndex(({ name }) => name === rule.of);
  const plan = context.fileRules.find(({ ruleId }) => ruleId === rule.ruleId);
  if (plan?.code !== 'COUNT_RANGE' || type < 0) return;
  for (const count of [plan.min - 1, plan.max + 1]) {
    if (count < 0 || count > 1000) continue;
    yield { nodes: buildFile(context, new Map([[type, count]])), kept: { ruleId: rule.ruleId } };
  }
}

/** Repeats the values of a record in the next record of its type. */
function* repeatValues(context: TypedContext, createFile: CreateFile, rule: RuleOf<'UNIQUE'>): Iterable<Attempt> {
  const origins = rule.of.flatMap((path) => originAt(context.spec, context.views, path) ?? []);
  const [first] = origins;
  const shared = first === undefined ? [] : origins.filter(({ type }) => type === first.type);
  const count = first === undefined ? 0 : ofType(createFile(), first.type).length;
  for (let at = 1; at < count; at++) {
    const nodes = createFile();
    const [earlier, later] = ofType(nodes, first?.type ?? -1).slice(at - 1, at + 1);
    if (earlier === undefined || later === undefined) continue;
    for (const { field } of shared) later.cells = later.cells.with(field, earlier.cells[field] ?? null);
    yield { nodes, kept: { ruleId: rule.ruleId } };
  }
}

/** Exchanges two records that follow each other. Then tries pairs of values in the first two. */
function* swapValues(context: TypedContext, createFile: CreateFile, rule: RuleOf<'ORDERED'>): Iterable<Attempt> {
  const origin = originAt(context.spec, context.views, rule.of);
  if (origin === null) return;
  const count = ofType(createFile(), origin.type).length;
  for (let at = count - 1; at > 0; at--) {
    const nodes = createFile();
    const [first, second] = ofType(nodes, origin.type).slice(at - 1, at + 1);
    if (first === undefined || second === undefined) continue;
    [first.cells, second.cells] = [second.cells, first.cells];
    yield { nodes, kept: { ruleId: rule.ruleId } };
  }
  const cells = validCellsOf(context, origin).slice(0, MAX_CELLS);
  for (const high of cells) {
    for (const low of cells) {
      if (high === low) continue;
      const nodes = createFile();
      const [first, second] = ofType(nodes, origin.type);
      if (first === undefined || second === undefined) return;
      first.cells = first.cells.with(origin.field, high);
      second.cells = second.cells.with(origin.field, low);
      yield { nodes, kept: { ruleId: rule.ruleId } };
    }
  }
}
