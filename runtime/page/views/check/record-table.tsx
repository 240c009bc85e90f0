import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { LoadedSpec } from '../../catalog/catalog.ts';
import type { IssueFilter, TypedIssueCount } from '../../file/issue-filter.ts';
import type { RecordPage } from '../../file/record-page.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';
import type { Edits } from '../repair/use-edits.ts';
import { formatCount, formatCounted } from '../../elements/format.ts';
import { DocumentRow } from './document-row.tsx';
import { hasSensitive } from './has-sensitive.ts';
import { RecordRowView } from './record-row-view.tsx';
import { TableFilters } from './table-filters.tsx';
import { useFieldInView } from './use-field-in-view.ts';
import { ROWS } from './use-record-page.ts';

interface RecordTableProps {
  spec: LoadedSpec;
  counts: readonly TypedIssueCount[];
  worker: WorkerClient;
  /** Null until the first page is there. */
  shown: RecordPage | null;
  filter: IssueFilter;
  page: number;
  edits: Edits;
  showsSensitive: boolean;
  onSensitive: (shows: boolean) => void;
  onFilter: (filter: IssueFilter) => void;
  onPage: (page: number) => void;
}

/** The records with issues: their original cells, the wrong ones marked, and the messages. */
export function RecordTable(props: RecordTableProps) {
  const { spec, counts, worker, shown, filter, page, edits, showsSensitive, onSensitive, onFilter, onPage } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const table = useRef<HTMLHeadingElement>(null);
  const columns = findColumns(spec, filter);
  const selected = (columns ?? []).findIndex(({ name }) => name === filter.field);
  const scroller = useFieldInView({ field: selected, fixed: spec.recordTypes.length > 0 ? 3 : 2 }, shown !== null);
  const turn = (next: number) => {
    onPage(next);
    table.current?.focus();
  };
  const jump = async (line: number) => {
    try {
      const found = await worker.ask('page', { page: { filter, from: 0, count: ROWS, line, showsSensitive: false } });
      turn(found.from / ROWS + 1);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const pages = shown === null ? 1 : Math.max(1, Math.ceil(shown.total / ROWS));
  return (
    <section class="card wide" aria-labelledby="records">
      <h2 id="records" tabIndex={-1} ref={table}>
        Records with issues
      </h2>
      <TableFilters
        counts={counts}
        filter={filter}
        onFilter={onFilter}
        onLine={jump}
        hasSensitive={hasSensitive(spec)}
        showsSensitive={showsSensitive}
        onSensitive={onSensitive}
      />
      {problem !== null && <p role="alert">{problem}</p>}
      {shown === null && <p class="quiet">Loading the records …</p>}
      {shown !== null && (
        <>
          <p class="quiet" role="status">
            {describePage(shown, Object.keys(filter).length > 0)}
          </p>
          <div class="scroll" role="region" aria-label="Table of records" tabIndex={0} ref={scroller}>
            <table>
              <thead>
                <tr>
                  <th scope="col" class="number">
                    Line
                  </th>
                  {spec.recordTypes.length > 0 && <th scope="col">Record type</th>}
                  <th scope="col">What is wrong</th>
                  {columns === null && <th scope="col">Record</th>}
                  {columns?.map(({ name, columnName }) => (
                    <th scope="col" key={name}>
                      {columnName ?? name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.rows.map((row, index) => (
                  <Fragment key={row.record}>
                    {row.document !== undefined && row.document.record !== shown.rows[index - 1]?.document?.record && (
                      <DocumentRow document={row.document} columns={3 + (columns?.length ?? 1)} />
                    )}
                    <RecordRowView row={row} spec={spec} hasColumns={columns !== null} edits={edits} />
                  </Fragment>
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
                Page {formatCount(Math.min(page, pages))} of {formatCount(pages)}
              </span>
              <button type="button" disabled={page >= pages} onClick={() => turn(page + 1)}>
                Next
              </button>
            </nav>
          )}
        </>
      )}
    </section>
  );
}

/** Returns the columns of the table. Null: the records have several types, so their texts are shown instead. */
function findColumns({ fields, recordTypes }: LoadedSpec, { type }: IssueFilter): LoadedSpec['fields'] | null {
  return recordTypes.length === 0 ? fields : (recordTypes.find(({ name }) => name === type)?.fields ?? null);
}

function describePage({ rows, from, total, consequences, isComplete }: RecordPage, isFiltered: boolean): string {
  const others =
    consequences === 0 || !isComplete
      ? ''
      : ` ${formatCounted(consequences, 'other record')} of their documents ${consequences === 1 ? 'is' : 'are'} rejected with them.`;
  if (total === 0) return `No record in memory has such an issue.${others}`;
  const range = `Records ${formatCount(from + 1)} to ${formatCount(from + rows.length)} of ${formatCount(total)}`;
  return isComplete
    ? `${formatCounted(total, 'record')} with ${isFiltered ? 'such an issue' : 'issues'}. ${range}.${others}`
    : `${range}. This is a sample: the first records with issues. The counts above are those of the whole file.`;
}
