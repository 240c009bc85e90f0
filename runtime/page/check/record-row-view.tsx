import type { LoadedSpec } from '../catalog/catalog.ts';
import type { RecordRow, RowCell } from '../file/record-row.ts';
import { formatCount, formatCounted } from '../elements/format.ts';
import { MarkedText } from './marked-text.tsx';

/** One record with issues as a row of the table. */
export function RecordRowView({ row, spec }: { row: RecordRow; spec: LoadedSpec }) {
  return (
    <tr>
      <th scope="row" class="number">
        {formatCount(row.line)}
      </th>
      <td class="messages">
        <ul>
          {row.messages.map((issue, index) => (
            <li key={index}>
              <span class={`severity ${issue.severity}`}>{issue.severity.toLowerCase()}</span> {issue.message}
              {typeof issue.value === 'string' && issue.value !== '' && <span class="value">{issue.value}</span>}
              {issue.ruleId !== null && <span class="quiet"> [{issue.ruleId}]</span>}
            </li>
          ))}
          {row.more > 0 && <li class="quiet">and {formatCounted(row.more, 'more issue')}</li>}
        </ul>
        {row.text !== null && (
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
      {row.cells.map((cell, index) => (
        <CellView key={spec.fields[index]?.name} cell={cell} row={row} />
      ))}
    </tr>
  );
}

function CellView({ cell, row }: { cell: RowCell; row: RecordRow }) {
  const { text, after, isMasked, issues } = cell;
  const worst = ['FATAL', 'ERROR', 'WARNING'].find((each) => issues.some((at) => row.messages[at]?.severity === each));
  return (
    <td class={worst === undefined ? '' : `wrong ${worst}`}>
      {worst !== undefined && <span class="visually-hidden">Wrong: </span>}
      {isMasked ? (
        <span class="masked">{describeMasked(cell, row)}</span>
      ) : text === null || text === '' ? (
        <span class="quiet">empty</span>
      ) : (
        <span class="cell">{text}</span>
      )}
      {after !== undefined && (
        <span class="after">
          <span aria-hidden="true">→ </span>
          <span class="visually-hidden">becomes </span>
          {after ?? 'null'}
        </span>
      )}
    </td>
  );
}

function describeMasked({ issues }: RowCell, { messages }: RecordRow): string {
  const length = messages[issues[0] ?? -1]?.length;
  return length === undefined ? 'masked' : `masked, ${formatCounted(length, 'character')}`;
}
