import type { IssueCount } from '../../model/issue-counts.ts';
import { filterOf, type IssueFilter, isShown, isStructural } from '../file/issue-filter.ts';
import type { IssueExample } from '../file/issue-store.ts';
import { formatCount, formatCounted } from './format.ts';

interface IssueGroupsProps {
  counts: readonly IssueCount[];
  examples: readonly IssueExample[];
  filter: IssueFilter;
  onFilter: (filter: IssueFilter) => void;
}

/** The issues by rule, as a bar chart. A bar is a button that shows only its issues. Problems of structure are first. */
export function IssueGroups({ counts, examples, filter, onFilter }: IssueGroupsProps) {
  const groups = sortGroups(counts);
  const most = Math.max(...groups.map(({ count }) => count));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section class="card" aria-labelledby="groups">
      <div class="row">
        <h2 id="groups">{formatCounted(total, 'issue')} by rule</h2>
        {isFiltered && (
          <button type="button" onClick={() => onFilter({})}>
            Show all
          </button>
        )}
      </div>
      <ul class="groups">
        {groups.map((group) => {
          const example = examples.find((each) => isShown(each, filterOf(group)));
          const isPressed = isFiltered && isShown(group, filter);
          return (
            <li key={JSON.stringify(filterOf(group))}>
              <button
                type="button"
                class="group"
                aria-pressed={isPressed}
                onClick={() => onFilter(isPressed ? {} : filterOf(group))}
              >
                <span class={`severity ${group.severity}`}>{group.severity.toLowerCase()}</span>
                <span class="group-name">
                  <strong>{group.field ?? 'Structure of the record'}</strong>
                  {example !== undefined && <span>{example.message}</span>}
                  <span class="quiet small-text">
                    {nameOf(group)}
                    {example !== undefined && ` · ${describeLines(example, group.count)}`}
                  </span>
                </span>
                <svg class={`bar ${group.severity}`} aria-hidden="true" width="100%" height="10">
                  <rect width={`${Math.max(1, (group.count / most) * 100)}%`} height="10" rx="2" />
                </svg>
                <span class="count">{formatCount(group.count)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const ORDER = { FATAL: 0, ERROR: 1, WARNING: 2 };

/** Sorts groups: structure first, then by severity, then by count. */
function sortGroups(counts: readonly IssueCount[]): IssueCount[] {
  const rank = (group: IssueCount) => (isStructural(group) ? -1 : ORDER[group.severity]);
  return [...counts].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

function describeLines({ lines }: IssueExample, count: number): string {
  const list = lines.map(formatCount).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${list}${count > lines.length ? ' …' : ''}`;
}

function nameOf({ code, ruleId }: IssueCount): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return ruleId === null || ruleId.startsWith('required:') ? words : `${words} · ${ruleId}`;
}
