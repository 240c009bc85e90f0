import type { IssueCount } from '../../../base/model/issue-counts.ts';

/** A kind of issue whose number differs between two results. */
export interface IssueChange extends Omit<IssueCount, 'count'> {
  /** Identifies the kind. */
  key: string;
  before: number;
  after: number;
}

/** Returns the kinds of issue whose numbers differ, the greatest difference first. */
export function compareIssues(before: readonly IssueCount[], after: readonly IssueCount[]): IssueChange[] {
  const changes = new Map<string, IssueChange>();
  const add = ({ count, ...kind }: IssueCount, side: 'before' | 'after') => {
    const key = JSON.stringify([kind.code, kind.ruleId, kind.field, kind.severity]);
    const change = changes.get(key) ?? { ...kind, key, before: 0, after: 0 };
    change[side] += count;
    changes.set(key, change);
  };
  for (const each of before) add(each, 'before');
  for (const each of after) add(each, 'after');
  const sizeOf = (change: IssueChange) => Math.abs(change.after - change.before);
  return [...changes.values()].filter((change) => sizeOf(change) > 0).sort((a, b) => sizeOf(b) - sizeOf(a));
}
