import { originAt } from './own-views.ts';
import { flatten, type SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import { setValue, type TypedContext } from './typed-context.ts';
import { judgeNodes, type TypedVerdict } from './typed-oracle.ts';

/** What `settleTotals` must leave as it is. */
export interface Kept {
  /** The rule of the file that should stay broken. */
  readonly ruleId?: string;
  /** The record whose field should keep its cell. */
  readonly node?: SampleNode;
  readonly field?: number;
}

/** A total may be part of another total, so that several rounds are needed. */
const MAX_ROUNDS = 24;

/**
 * Replaces totals that differ from the records of a file, until the module accepts them. Returns the last verdict. It is
 * null if the file cannot be written.
 */
export function settleTotals(
  context: Omit<TypedContext, 'messages'>,
  nodes: readonly SampleNode[],
  kept: Kept = {},
): TypedVerdict | null {
  let verdict = judgeNodes(context.oracle, nodes);
  for (let round = 0; verdict !== null && round < MAX_ROUNDS; round++) {
    if (!settleOnce(context, { nodes, verdict, kept })) break;
    verdict = judgeNodes(context.oracle, nodes);
  }
  return verdict;
}

interface Round {
  readonly nodes: readonly SampleNode[];
  readonly verdict: TypedVerdict;
  readonly kept: Kept;
}

/** Replaces every total that the verdict reports. Returns whether any could be replaced. */
function settleOnce(context: Omit<TypedContext, 'messages'>, { nodes, verdict, kept }: Round): boolean {
  const { spec, views } = context;
  const records = flatten(nodes);
  let isChanged = false;
  for (const { ruleId, record, expected, actual } of verdict.totals) {
    const rule = spec.fileRules?.find((one) => one.ruleId === ruleId);
    if (record === null || expected === undefined || rule === undefined || !('field' in rule)) continue;
    const origin = originAt(spec, views, rule.field ?? '');
    const node = records[record - 1];
    const isKept = ruleId === kept.ruleId || (node === kept.node && origin?.field === kept.field);
    if (origin === null || node?.type !== origin.type || isKept || expected === actual) continue;
    const before = node.cells;
    isChanged =
      (setValue(context, node, { field: origin.field, value: expected }) && before !== node.cells) || isChanged;
  }
  return isChanged;
}
