import { SeverityTag } from './severity.tsx';
import type { ProcessingResult } from '../../base/model/result.ts';
import { formatCount } from './format.ts';

/** The issues of the file as a whole, such as a wrong total. Shows nothing if there are none. */
export function FileIssues({
  fileIssues = [],
  fileIssuesTruncated,
}: Pick<ProcessingResult, 'fileIssues' | 'fileIssuesTruncated'>) {
  if (fileIssues.length === 0) return null;
  return (
    <ul class="warnings" aria-label="Issues of the whole file">
      {fileIssues.map(({ severity, message, ruleId, line, expected, actual }, index) => (
        <li key={index}>
          <SeverityTag severity={severity} /> {message}
          {!saysBoth(message, expected, actual) && (
            <>
              {expected !== undefined && <span class="value">expected {expected}</span>}
              {actual !== undefined && <span class="value">found {actual}</span>}
            </>
          )}
          {line !== null && <span class="quiet"> line {formatCount(line)}</span>}
          {ruleId !== null && <span class="quiet"> [{ruleId}]</span>}
        </li>
      ))}
      {fileIssuesTruncated === true && <li class="quiet">and more</li>}
    </ul>
  );
}

/** Whether a message says both numbers in words, as that of a total does: "the trailer says 5, the file has 2". */
function saysBoth(message: string, ...numbers: readonly (string | undefined)[]): boolean {
  return numbers.every((number) => number === undefined || message.split(/[ ,]+/).includes(number));
}
