import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import { countCodePoints } from './blanks.ts';

/**
 * Adds to issues what the cell of their field is as sent, if it differs from the value. `cells` has the text of each cell
 * by field name, without the fields whose cells are not known. `hasSensitive`: an issue about null may be about a sensitive
 * field.
 */
export function addOriginals(
  issues: readonly Issue[],
  cells: ReadonlyMap<string, string | null>,
  hasSensitive: boolean,
): Issue[] {
  return issues.map((issue) => {
    const sent = issue.field === null || issue.column === null ? undefined : cells.get(issue.field);
    if (sent === undefined) return issue;
    if (issue.masked === true) {
      const originalLength = countCodePoints(sent ?? '');
      return originalLength === issue.length ? issue : { ...issue, originalLength };
    }
    if (issue.value === undefined || (issue.value === null && hasSensitive)) return issue;
    const original = sent === null || sent === '' ? null : [...sent].slice(0, 200).join('');
    return original === issue.value ? issue : { ...issue, original };
  });
}

/** Returns whether a module certainly finds the cell of a field: names that become equal in a module are ambiguous. */
export function isCertain(name: string): boolean {
  return /^(?!field)[a-z]{2,}$/u.test(name);
}
