import { toPlainWords } from '../../../../compiler/formats.ts';
import { SeverityTag } from '../../elements/severity.tsx';
import { useState } from 'preact/hooks';
import type { LoadedField, LoadedSpec } from '../../catalog/catalog.ts';
import type { RecordRow, RowCell } from '../../file/record-row.ts';
import type { Edits } from '../repair/use-edits.ts';
import { formatCount, formatCounted } from '../../elements/format.ts';
import { SentText } from '../../elements/sent-text.tsx';
import { cellId, NamedCell, TableCell } from './cell-view.tsx';
import { MarkedText } from './marked-text.tsx';

interface RecordRowViewProps {
  row: RecordRow;
  spec: Pick<LoadedSpec, 'fields' | 'recordTypes'>;
  /** Whether each cell has a column. Otherwise the text of the record is shown, and its wrong cells below the messages. */
  hasColumns: boolean;
  edits: Edits;
}

/** The request that adds all cells that a short record lacks. */
const ALL_MISSING = -1;

/** One record with issues as a row of the table. Its cells are edited in place. */
export function RecordRowView({ row, spec, hasColumns, edits }: RecordRowViewProps) {
  const [editing, setEditing] = useState<number | null>(null);
  const [offersAll, setOffersAll] = useState(false);
  const { record } = row;
  const hasTypes = spec.recordTypes.length > 0;
  const fields = hasTypes ? (spec.recordTypes.find(({ name }) => name === row.recordType)?.fields ?? []) : spec.fields;
  const close = (field: string) => {
    setEditing(null);
    // The button is back after the editor is gone.
    setTimeout(() => document.getElementById(cellId(record, field))?.focus());
  };
  const propsOf = (cell: RowCell, field: LoadedField, index: number) => ({
    cell,
    row,
    field,
    editing:
      editing !== index
        ? null
        : {
            onValue: (value: string, isKept: boolean) => edits.edit({ record, field: index, value, isKept }),
            onClose: () => close(field.name),
          },
    onEdit: () => setEditing(index),
    isOffered: offersAll,
  });
  const cells = row.cells.flatMap((cell, index) => {
    const field = fields[index];
    return field === undefined ? [] : [propsOf(cell, field, index)];
  });
  return (
    <tr class={row.isEdited ? 'edited' : ''}>
      <th scope="row" class="number">
        {formatCount(row.line)}
      </th>
      {hasTypes && <td class="type">{row.recordType ?? <span class="quiet">unknown</span>}</td>}
      <td class="messages">
        <Messages row={row} />
        {!hasColumns &&
          cells
            .filter(({ cell }) => offersAll || isNamed(cell, row))
            .map((props) => <NamedCell key={props.field.name} {...props} />)}
        {row.isShort && !row.isEdited && row.messages.some(({ field }) => field === null) && (
          <button
            type="button"
            class="link"
            onClick={() => edits.edit({ record, field: ALL_MISSING, value: '', isKept: true })}
          >
            Add the missing cells as empty<span class="visually-hidden"> to line {row.line}</span>
          </button>
        )}
        {row.cells.some(({ editable }) => editable !== null) && (
          <button type="button" class="link" aria-pressed={offersAll} onClick={() => setOffersAll(!offersAll)}>
            Edit any cell<span class="visually-hidden"> of line {row.line}</span>
          </button>
        )}
        {row.text !== null && hasColumns && (
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
      {hasColumns ? (
        cells.map((props) => <TableCell key={props.field.name} {...props} />)
      ) : (
        <td>{describeRecord(row)}</td>
      )}
    </tr>
  );
}

/** Returns whether a cell is shown below the messages of its record. */
function isNamed(cell: RowCell, { messages }: RecordRow): boolean {
  if (cell.issues.length > 0 || cell.before !== undefined || cell.after !== undefined) return true;
  return cell.isMissing && cell.editable !== null && messages.some(({ field }) => field === null);
}

function Messages({ row }: { row: RecordRow }) {
  return (
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
