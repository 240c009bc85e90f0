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
          <span class={`severity ${severity}`}>{severity.toLowerCase()}</span> {message}
          {expected !== undefined && <span class="value">expected {expected}</span>}
          {actual !== undefined && <span class="value">found {actual}</span>}
          {line !== null && <span class="quiet"> line {formatCount(line)}</span>}
          {ruleId !== null && <span class="quiet"> [{ruleId}]</span>}
        </li>
      ))}
      {fileIssuesTruncated === true && <li class="quiet">and more</li>}
    </ul>
  );
}
