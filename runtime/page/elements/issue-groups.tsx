import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { filterOf, type IssueFilter, isShown, isStructural, type TypedIssueCount } from '../file/issue-filter.ts';
import type { IssueExample } from '../file/issue-store.ts';
import { formatCount, formatCounted } from './format.ts';
import { IssueGroup } from './issue-group.tsx';

/** Number of groups that are shown at first, so that the records are not far below. */
const FIRST_GROUPS = 5;

interface IssueGroupsProps {
  counts: readonly TypedIssueCount[];
  examples: readonly IssueExample[];
  filter: IssueFilter;
  onFilter: (filter: IssueFilter) => void;
}

/** The issues by rule, as a bar chart. A bar is a button that shows only its issues. Problems of structure are first. */
export function IssueGroups({ counts, examples, filter, onFilter }: IssueGroupsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useFocusOnNew(showsAll);
  const groups = sortGroups(counts);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const isFiltered = Object.keys(filter).length > 0;
  const pressed = isFiltered ? groups.filter((group) => isShown(group, filter)) : [];
  const shown = showsAll ? groups : firstGroups(groups, pressed);
  return (
    <section class="card" aria-labelledby="groups">
      <div class="row">
        <h2 id="groups">{formatCounted(total, 'issue')} by rule</h2>
        {isFiltered && (
          <button type="button" onClick={() => onFilter({})}>
            Clear the filter
          </button>
        )}
      </div>
      {groups.length > 1 && <p class="quiet">Select a rule to see only its records.</p>}
      <ul class="groups" ref={list}>
        {shown.map((group) => (
          <IssueGroup
            key={JSON.stringify(filterOf(group))}
            group={group}
            example={examples.find((each) => isShown(each, filterOf(group)))}
            most={Math.max(...groups.map(({ count }) => count))}
            isPressed={pressed.includes(group)}
            onPress={(isPressed) => onFilter(isPressed ? filterOf(group) : {})}
          />
        ))}
      </ul>
      {groups.length > FIRST_GROUPS && (
        <button type="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show the first ${FIRST_GROUPS} rules` : `Show all ${formatCount(groups.length)} rules`}
        </button>
      )}
    </section>
  );
}

/** Moves the focus to the first group that appears when all are shown. Their button is below them then. */
function useFocusOnNew(showsAll: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (showsAll) list.current?.querySelectorAll('button')[FIRST_GROUPS]?.focus();
  }, [showsAll]);
  return list;
}

/** Returns the first groups, and the selected ones if they are few. */
function firstGroups(
  groups: readonly TypedIssueCount[],
  pressed: readonly TypedIssueCount[],
): readonly TypedIssueCount[] {
  const more = pressed.length <= FIRST_GROUPS ? pressed : [];
  return groups.filter((group, index) => index < FIRST_GROUPS || more.includes(group));
}

const ORDER = { FATAL: 0, ERROR: 1, WARNING: 2 };

/** Sorts groups: structure first, then by severity, then by count. */
function sortGroups(counts: readonly TypedIssueCount[]): TypedIssueCount[] {
  const rank = (group: TypedIssueCount) => (isStructural(group) ? -1 : ORDER[group.severity]);
  return [...counts].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}
