import { toPlainWords } from '../../../../compiler/formats.ts';
import { SeverityTag } from '../../elements/severity.tsx';
import { useRef, useState } from 'preact/hooks';
import type { Issue, Run } from '../../../client/client.ts';
import { formatCount, formatCounted } from '../../elements/format.ts';
import { SentText } from '../../elements/sent-text.tsx';
import { type IssueFilter, isShown } from '../../file/issue-filter.ts';

/** Number of records on a page of the table. */
const ROWS = 50;

/** The records with issues that the result of a run lists. */
export function RunErrors({ run, filter }: { run: Run; filter: IssueFilter }) {
  const [shownPage, setPage] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = run.errors.filter(({ messages }) => messages.some((issue) => isShown(issue, filter)));
  const pages = Math.max(1, Math.ceil(shown.length / ROWS));
  const page = Math.min(shownPage, pages);
  const turn = (next: number) => {
    setPage(next);
    heading.current?.focus();
  };
  return (
    <section class="card wide" aria-labelledby="errors">
      <h2 id="errors" tabIndex={-1} ref={heading}>
        Records with issues
      </h2>
      <p class="quiet" role="status">
        {formatCounted(shown.length, 'record')}
        {run.errorsTruncated && '. This is a sample: the first records with issues. The counts above are exact'}.
      </p>
      <div class="scroll" role="region" aria-label="Table of records" tabIndex={0}>
        <table class="list">
          <thead>
            <tr>
              <th scope="col" class="number">
                Line
              </th>
              <th scope="col">Outcome</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice((page - 1) * ROWS, page * ROWS).map(({ record, line, outcome, messages, more }) => (
              <tr key={record}>
                <th scope="row" class="number">
                  {formatCount(line)}
                </th>
                <td>{outcome}</td>
                <td class="issues">
                  <ul>
                    {messages.map((issue, index) => (
                      <li key={index}>
                        <IssueText issue={issue} />
                      </li>
                    ))}
                    {more !== undefined && <li class="quiet">{formatCounted(more, 'more issue')}</li>}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <nav class="row" aria-label="Pages of records">
          <button type="button" disabled={page <= 1} onClick={() => turn(page - 1)}>
            Previous
          </button>
          <span>
            Page {formatCount(page)} of {formatCount(pages)}
          </span>
          <button type="button" disabled={page >= pages} onClick={() => turn(page + 1)}>
            Next
          </button>
        </nav>
      )}
    </section>
  );
}

function IssueText({ issue: { severity, message, value, original, masked, length } }: { issue: Issue }) {
  return (
    <>
      <SeverityTag severity={severity} /> {toPlainWords(message)}
      {typeof value === 'string' && <span class="value">{value}</span>}
      {original !== undefined && <SentText text={original} />}
      {masked === true && <span class="masked"> masked, {formatCounted(length ?? 0, 'character')}</span>}
    </>
  );
}
