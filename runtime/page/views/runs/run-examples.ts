import type { Run } from '../../../client/client.ts';
import { filterOf } from '../../file/issue-filter.ts';
import type { IssueExample } from '../../file/issue-store.ts';

/** Number of lines in an example. */
const LINES = 3;

/** Returns an example of each kind of issue: its message, and the first lines on which it occurs. */
export function examplesOf({ errors }: Pick<Run, 'errors'>): IssueExample[] {
  const examples = new Map<string, IssueExample>();
  for (const { line, messages } of errors)
    for (const { code, ruleId, field, severity, message } of messages) {
      const kind = { code, ruleId, field, severity };
      const key = JSON.stringify(filterOf(kind));
      const example = examples.get(key) ?? { ...kind, message, lines: [] };
      examples.set(key, example);
      if (example.lines.length < LINES && !example.lines.includes(line)) example.lines.push(line);
    }
  return [...examples.values()];
}
