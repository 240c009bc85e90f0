import { toPlainWords } from '../../../../compiler/formats.ts';
import { SeverityTag } from '../../elements/severity.tsx';
import { useState } from 'preact/hooks';
import type { LoadedSpec } from '../../catalog/catalog.ts';
import type { RecordRow, RowCell } from '../../file/record-row.ts';
import { CellEditor } from '../repair/cell-editor.tsx';
import type { Edits } from '../repair/use-edits.ts';
import { formatCount, formatCounted } from '../../elements/format.ts';
import { beginningOf, LongText } from '../../elements/long-text.tsx';
import { SentText } from '../../elements/sent-text.tsx';
import { MarkedText } from './marked-text.tsx';

interface RecordRowViewProps {
  row: RecordRow;
  /** The columns of the cells. Null: the text of the record is shown instead. */
  columns: LoadedSpec['fields'] | null;
  /** Whether the spec has several types of records. */
  hasTypes: boolean;
  edits: Edits;
}

interface CellViewProps {
  cell: RowCell;
  row: RecordRow;
  field: LoadedSpec['fields'][number];
  /** What the editor of the cell does. Null if it is not open. */
  editing: Pick<Parameters<typeof CellEditor>[0], 'onValue' | 'onClose'> | null;
  onEdit: () => void;
  /** Whether the cell can be edited although it is not wrong. */
  isOffered: boolean;
}

/** One record with issues as a row of the table. Its cells are edited in place. */
export function RecordRowView({ row, columns, hasTypes, edits }: RecordRowViewProps) {
  const [edited, setEdited] = useState<number | null>(null);
  const [offersAll, setOffersAll] = useState(false);
  const { record } = row;
  const close = (field: string) => {
    setEdited(null);
    // The button is back after the editor is gone.
    setTimeout(() => document.getElementById(cellId(record, field))?.focus());
  };
  return (
    <tr class={row.isEdited ? 'edited' : ''}>
      <th scope="row" class="number">
        {formatCount(row.line)}
      </th>
      {hasTypes && <td>{row.recordType ?? <span class="quiet">unknown</span>}</td>}
      <td class="messages">
        <ul>
          {row.messages.map((issue, index) => (
            <li key={index}>
              <SeverityTag severity={issue.severity} /> {toPlainWords(issue.message)}
              {typeof issue.value === 'string' && issue.value !== '' && <span class="value">{issue.value}</span>}
              {issue.original !== undefined && <SentText text={issue.original} />}
              {issue.ruleId !== null && <span class="quiet"> [{issue.ruleId}]</span>}
            </li>
          ))}
          {row.isEdited && row.messages.length === 0 && <li class="repaired">Repaired: no issue is left.</li>}
          {row.more > 0 && <li class="quiet">and {formatCounted(row.more, 'more issue')}</li>}
        </ul>
        {row.cells.some(({ editable }) => editable !== null) && (
          <button type="button" class="link" aria-pressed={offersAll} onClick={() => setOffersAll(!offersAll)}>
            Edit any cell<span class="visually-hidden"> of line {row.line}</span>
          </button>
        )}
        {row.text !== null && columns !== null && (
          <details>
            <summary>
              Show the text<span class="visually-hidden"> of line {row.line}</span>
            </summary>
            <pre tabIndex={0}>
              <MarkedText text={row.text} ranges={row.marks} />
            </pre>
          </details>
        )}
      </td>
      {columns === null && <td>{describeRecord(row)}</td>}
      {(columns === null ? [] : row.cells).map((cell, index) => {
        const field = columns?.[index];
        if (field === undefined) return null;
        const editing = {
          onValue: (value: string, isKept: boolean) => edits.edit({ record, field: index, value, isKept }),
          onClose: () => close(field.name),
        };
        return (
          <CellView
            key={field.name}
            cell={cell}
            row={row}
            field={field}
            editing={edited === index ? editing : null}
            onEdit={() => setEdited(index)}
            isOffered={offersAll}
          />
        );
      })}
    </tr>
  );
}

/** The text of a record with its wrong cells marked. */
function describeRecord({ text, marks }: RecordRow) {
  if (text === null) return <span class="masked">masked</span>;
  return (
    <pre class="record-text" tabIndex={0}>
      <MarkedText text={text} ranges={marks} />
    </pre>
  );
}

function CellView({ cell, row, field, editing, onEdit, isOffered }: CellViewProps) {
  const { text, after, before, isMasked, issues, editable } = cell;
  const worst = ['FATAL', 'ERROR', 'WARNING'].find((each) => issues.some((at) => row.messages[at]?.severity === each));
  const label = `${field.columnName ?? field.name} on line ${row.line}`;
  const isButton = editable !== null && (isOffered || worst !== undefined || before !== undefined);
  const content = isMasked ? (
    <span class="masked">{describeMasked(cell, row)}</span>
  ) : text === null || text === '' ? (
    <span class="quiet">empty</span>
  ) : (
    <span class="cell">{isButton ? shorten(text) : <LongText text={text} />}</span>
  );
  return (
    <td class={worst !== undefined ? `wrong ${worst}` : before !== undefined ? 'edited' : ''}>
      {worst !== undefined && <span class="visually-hidden">Wrong: </span>}
      {editing !== null && editable !== null ? (
        <CellEditor label={label} value={editable} {...editing} />
      ) : (
        <>
          {isButton ? (
            <button
              type="button"
              class="edit-cell"
              id={cellId(row.record, field.name)}
              aria-label={`Edit ${label}: ${text === null || text === '' ? 'empty' : text}`}
              onClick={onEdit}
            >
              {content}
            </button>
          ) : (
            content
          )}
          {before !== undefined && (
            <span class="before">was {before === '' ? 'empty' : <span class="cell">{before}</span>}</span>
          )}
          {after !== undefined && (
            <span class="after">
              <span aria-hidden="true">→ </span>
              <span class="visually-hidden">becomes </span>
              {after === null ? 'null' : <LongText text={after} />}
            </span>
          )}
        </>
      )}
    </td>
  );
}

/** The editor shows the whole text. */
function shorten(text: string): string {
  const beginning = beginningOf(text);
  return beginning === null ? text : `${beginning} …`;
}

/** The id of the element that edits a cell, to which the focus returns. */
function cellId(record: number, field: string): string {
  return `cell-${record}-${field}`;
}

function describeMasked({ issues }: RowCell, { messages }: RecordRow): string {
  const length = messages[issues[0] ?? -1]?.length;
  return length === undefined ? 'masked' : `masked, ${formatCounted(length, 'character')}`;
}
