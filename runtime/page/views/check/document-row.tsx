import type { RowDocument } from '../../file/record-row.ts';
import { formatCount } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';

interface DocumentRowProps {
  document: RowDocument;
  /** Number of columns of the table. */
  columns: number;
}

/** The verdict on a document, above its records with issues. */
export function DocumentRow({ document, columns }: DocumentRowProps) {
  const { recordType, line, outcome, isEdited } = document;
  return (
    <tr class="document">
      <th scope="rowgroup" colSpan={columns}>
        <span class="document-name">
          {recordType}
          {line !== null && ` from line ${formatCount(line)}`}
        </span>{' '}
        <Status tone={outcome === 'processed' ? 'good' : 'bad'}>{WORDS[outcome]}</Status>{' '}
        <span class="document-words">{describe(outcome, isEdited)}</span>
      </th>
    </tr>
  );
}

const WORDS = { processed: 'accepted', skipped: 'left out', failed: 'rejected' } as const;

function describe(outcome: RowDocument['outcome'], isEdited: boolean): string {
  if (outcome === 'processed') return isEdited ? 'Repaired, with all its records.' : 'With the issues below.';
  const what = outcome === 'failed' ? 'rejected' : 'left out';
  return `All its records are ${what}${isEdited ? ' still' : ''}, because of the issues below.`;
}
