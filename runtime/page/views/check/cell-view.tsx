import type { LoadedField } from '../../catalog/catalog.ts';
import type { RecordRow, RowCell } from '../../file/record-row.ts';
import { formatCounted } from '../../elements/format.ts';
import { beginningOf, LongText } from '../../elements/long-text.tsx';
import { CellEditor } from '../repair/cell-editor.tsx';

export interface CellViewProps {
  cell: RowCell;
  row: RecordRow;
  field: LoadedField;
  /** What the editor of the cell does. Null if it is not open. */
  editing: Pick<Parameters<typeof CellEditor>[0], 'onValue' | 'onClose'> | null;
  onEdit: () => void;
  /** Whether the cell can be edited although it is not wrong. */
  isOffered: boolean;
}

/** A cell in a column of the table. */
export function TableCell(props: CellViewProps) {
  return (
    <td class={classOf(props)}>
      <CellContent {...props} />
    </td>
  );
}

/** A cell with the name of its field, for records of several types in one table. */
export function NamedCell(props: CellViewProps) {
  const { columnName, name } = props.field;
  return (
    <div class={`named-cell ${classOf(props)}`}>
      <span class="quiet small-text">{columnName ?? name}</span>
      <div>
        <CellContent {...props} />
      </div>
    </div>
  );
}

function CellContent({ cell, row, field, editing, onEdit, isOffered }: CellViewProps) {
  const { text, after, before, isMissing, editable } = cell;
  const isWrong = worstOf(cell, row) !== undefined;
  const label = `${field.columnName ?? field.name} on line ${row.line}`;
  const isButton = editable !== null && (isOffered || isWrong || before !== undefined);
  const content = <CellText cell={cell} row={row} isButton={isButton} />;
  if (editing !== null && editable !== null) return <CellEditor label={label} value={editable} {...editing} />;
  return (
    <>
      {isWrong && <span class="visually-hidden">Wrong: </span>}
      {isButton ? (
        <button
          type="button"
          class="edit-cell"
          id={cellId(row.record, field.name)}
          aria-label={`${isMissing ? 'Fill' : 'Edit'} ${label}: ${text || (isMissing ? 'missing' : 'empty')}`}
          onClick={onEdit}
        >
          {content}
        </button>
      ) : (
        content
      )}
      {before !== undefined && (
        <span class="before">
          was {before === null ? 'missing' : before === '' ? 'empty' : <span class="cell">{before}</span>}
        </span>
      )}
      {after !== undefined && (
        <span class="after">
          <span aria-hidden="true">→ </span>
          <span class="visually-hidden">becomes </span>
          {after === null ? 'null' : <LongText text={after} />}
        </span>
      )}
    </>
  );
}

function CellText({ cell, row, isButton }: Pick<CellViewProps, 'cell' | 'row'> & { isButton: boolean }) {
  const { text, isMasked, isMissing } = cell;
  if (isMasked) return <span class="masked">{describeMasked(cell, row)}</span>;
  if (isMissing && row.isShort) return <span class="quiet">missing</span>;
  if (text === null || text === '') return <span class="quiet">empty</span>;
  return <span class="cell">{isButton ? shorten(text) : <LongText text={text} />}</span>;
}

function classOf({ cell, row }: Pick<CellViewProps, 'cell' | 'row'>): string {
  const worst = worstOf(cell, row);
  return worst !== undefined ? `wrong ${worst}` : cell.before !== undefined ? 'edited' : '';
}

/** Returns the worst severity of the issues of a cell. For a cell that a short record lacks, that is one of the record. */
function worstOf({ issues, isMissing }: RowCell, { messages, isShort }: RecordRow): string | undefined {
  const own = messages.filter(({ field }, at) => issues.includes(at) || (isMissing && isShort && field === null));
  return ['FATAL', 'ERROR', 'WARNING'].find((each) => own.some(({ severity }) => severity === each));
}

/** The editor shows the whole text. */
function shorten(text: string): string {
  const beginning = beginningOf(text);
  return beginning === null ? text : `${beginning} …`;
}

/** The id of the element that edits a cell, to which the focus returns. */
export function cellId(record: number, field: string): string {
  return `cell-${record}-${field}`;
}

function describeMasked({ issues }: RowCell, { messages }: RecordRow): string {
  const length = messages[issues[0] ?? -1]?.length;
  return length === undefined ? 'masked' : `masked, ${formatCounted(length, 'character')}`;
}
