import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { textsOf } from '../../../language/shape/create-shape.ts';
import { conditionsOf } from '../../../pipeline/3-plan/plan-file-rules.ts';
import type { Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { isRelation, relationFields } from '../../../language/rules/relations.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import { describeMismatch, mismatchCells, nullCells, rejectsTexts } from '../values/field-candidates.ts';
import { buildFile } from './build-file.ts';
import { findOrigin, type Origin, originAt } from './own-views.ts';
import type { Attempt, Goal } from './goal.ts';
import { ofType, type SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import { type TypedContext, validCellsOf } from './typed-context.ts';

/** Creates a file for a test to change. */
export type CreateFile = () => SampleNode[];

/** Returns a goal for each rule, each required field and each type other than STRING, of every record type. */
export function createFieldGoals(context: TypedContext, createFile: CreateFile): Goal[] {
  return context.views.flatMap(({ fields, rules }, type) =>
    fields.flatMap((field) => {
      const input = { context, createFile, type, field };
      const own = rules.filter((rule) => rule.field === field.name);
      return [...requiredGoals(input), ...typeGoals(input), ...own.map((rule) => createRuleGoal(input, rule))];
    }),
  );
}

interface GoalInput {
  readonly context: TypedContext;
  readonly createFile: CreateFile;
  readonly type: number;
  readonly field: Field;
}

/** How many cells of one field are tried. */
const MAX_CELLS = 60;
/** How many cells of each field are tried if a rule needs several fields. */
const MAX_OF_EACH = 12;

function requiredGoals(input: GoalInput): Goal[] {
  const { context, type, field } = input;
  const view = context.views[type];
  if (field.required !== true || view === undefined) return [];
  const { name } = view;
  const breaks = { code: 'REQUIRED', ruleId: `required:${field.name}`, field: field.name, recordType: name };
  const shows = `lacks ${field.name} in a record of type ${name}`;
  return [createGoal(input, { name: `required-${name}-${field.name}`, shows, breaks }, nullCells(view.spec))];
}

function typeGoals(input: GoalInput): Goal[] {
  const { context, type, field } = input;
  const name = context.views[type]?.name ?? '';
  const index = context.views[type]?.spec.fields.findIndex((own) => own.name === field.name) ?? -1;
  const candidate = context.values[type]?.candidates[index];
  if (candidate === undefined || !rejectsTexts(candidate)) return [];
  const breaks = { code: 'TYPE_MISMATCH', ruleId: null, field: field.name, recordType: name };
  const shows = `has a value in ${field.name} of a record of type ${name} ${describeMismatch(candidate)}`;
  const cells = [...mismatchCells(candidate, []), ...triedCells(context, { type, field: index })];
  return [createGoal(input, { name: `type-${name}-${field.name}`, shows, breaks }, cells)];
}

function createRuleGoal(input: GoalInput, rule: ValidationRule): Goal {
  const { context, type, field } = input;
  const { ruleId, ruleType } = rule;
  const breaks = { code: ruleType, ruleId, field: field.name, recordType: context.views[type]?.name ?? '' };
  const named = {
    name: `rule-${ruleId}`,
    shows: `violates ${ruleId}: ${context.messages.get(ruleId) ?? ruleType}`,
    breaks,
  };
  const origin = originOf(input, field.name);
  if (isRelation(rule)) {
    const names = [field.name, ...relationFields(rule).map((other) => other.field)];
    const origins = names.flatMap((name) => originOf(input, name) ?? []);
    return { ...named, following: followingRules(context, origins), attempts: () => combine(input, origins) };
  }
  const candidate = origin === null ? undefined : context.values[origin.type]?.candidates[origin.field];
  const near = candidate?.rules.find((one) => one.rule.ruleId === ruleId)?.boundaryValues;
  const view = context.views[type];
  const cells =
    ruleKinds[ruleType].checksNull && view !== undefined
      ? nullCells(view.spec)
      : [
          ...(near === undefined ? [] : (candidate?.cellsNear(near) ?? [])),
          ...(origin === null ? [] : triedCells(context, origin)),
        ];
  return createGoal(input, named, cells);
}

function originOf({ context, type }: GoalInput, field: string): Origin | null {
  return findOrigin(context.spec, context.views, { type, field });
}

function triedCells({ values }: TypedContext, { type, field }: Origin): Cell[] {
  return [...(values[type]?.verdicts[field]?.keys() ?? [])];
}

/** Returns a goal for which cells of one field are tried. */
function createGoal(input: GoalInput, named: Pick<Goal, 'name' | 'shows' | 'breaks'>, cells: readonly Cell[]): Goal {
  const { context, type, field } = input;
  const origin = originOf(input, field.name);
  if (origin === null) return { ...named, following: new Set(), attempts: () => [] };
  const { code, ruleId } = named.breaks;
  const verdicts = context.values[origin.type]?.verdicts[origin.field];
  const suits = (cell: Cell) => {
    const issues = verdicts?.get(cell);
    if (issues == null) return false;
    // A copied field has its issues in another record than the cell.
    return origin.type !== type || context.views[type]?.spec.fields[origin.field]?.name !== field.name
      ? issues.length === 0
      : issues.length === 1 && issues[0]?.code === code && issues[0].ruleId === ruleId;
  };
  const suitable = [...new Set(cells)].filter(suits).slice(0, MAX_CELLS);
  return {
    ...named,
    following: followingRules(context, [origin]),
    attempts: function* () {
      for (const cell of suitable) yield changeCells(input, [{ origin, cell }]);
      const counts = countGroups(context, origin);
      if (counts.size === 0) return;
      const full = { ...input, createFile: () => buildFile(context, counts) };
      for (const cell of suitable) yield changeCells(full, [{ origin, cell }]);
    },
  };
}

/** Returns how many groups a line has at most, by types of groups whose number a field contains. Without it, all are read. */
function countGroups({ spec, views, plans }: TypedContext, { type, field }: Origin): Map<number, number> {
  const name = views[type]?.spec.fields[field]?.name;
  const counts = new Map<number, number>();
  for (const [index, { place, repeat }] of plans.entries()) {
    const { occurs } = spec.recordTypes[index] ?? {};
    if (repeat === null || place.parent !== type || typeof occurs !== 'object') continue;
    if (occurs.field === name) counts.set(index, repeat.times);
  }
  return counts;
}

/** Tries the first valid cells of several fields together. */
function* combine(input: GoalInput, origins: readonly Origin[]): Iterable<Attempt> {
  const choices = origins.reduce<{ origin: Origin; cell: Cell }[][]>(
    (lists, origin) =>
      lists.flatMap((list) =>
        validCellsOf(input.context, origin)
          .slice(0, MAX_OF_EACH)
          .map((cell) => [...list, { origin, cell }]),
      ),
    [[]],
  );
  for (const changes of choices) yield changeCells(input, changes);
}

function changeCells({ createFile }: GoalInput, changes: readonly { origin: Origin; cell: Cell }[]): Attempt {
  const nodes = createFile();
  let kept: Attempt['kept'] = {};
  for (const { origin, cell } of changes) {
    // The first record of a type is inside the first records of the other types.
    const of = ofType(nodes, origin.type);
    const node = changes.length > 1 ? of[0] : (of[1] ?? of[0]);
    if (node === undefined) continue;
    node.cells = node.cells.with(origin.field, cell);
    kept = { node, field: origin.field };
  }
  return { nodes, kept };
}

/** Returns the rules of the file that need one of the fields. */
function followingRules({ spec, views }: TypedContext, origins: readonly Origin[]): Set<string | null> {
  const needs = (path: string) => {
    const origin = originAt(spec, views, path);
    return origin !== null && origins.some(({ type, field }) => type === origin.type && field === origin.field);
  };
  const rules = (spec.fileRules ?? []).filter((rule) => {
    const equals = 'equals' in rule ? rule.equals : undefined;
    const conditions = ['where' in rule ? rule.where : undefined, equals?.where].flatMap((where) =>
      where === undefined ? [] : conditionsOf(where).map(({ field }) => field),
    );
    const paths = [...textsOf(rule.of), ...('field' in rule ? [rule.field ?? ''] : []), equals?.sum ?? ''];
    const isCondition = origins.some(({ type, field }) =>
      conditions.includes(views[type]?.spec.fields[field]?.name ?? '\ud800'),
    );
    return paths.some(needs) || isCondition;
  });
  return new Set(rules.map(({ ruleId }) => ruleId));
}
