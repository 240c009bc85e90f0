import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatCounted } from '../../elements/format.ts';
import { offerDownload } from '../../elements/save-file.ts';
import { useLeaveWarning } from '../../elements/use-leave-warning.ts';
import { readBlob } from '../../file/blob-slices.ts';
import type { ListedEdit } from '../../file/edit-list.ts';
import { writePieces } from '../../file/write-pieces.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';
import type { Edits } from './use-edits.ts';

/** What a user is asked before the edits of a file are lost. */
export const UNSAVED_EDITS = 'The edits of the file are not saved. Leave it anyway?';

interface EditListViewProps {
  edits: Edits;
  fileName: string;
  worker: WorkerClient;
  onCheck: (file: File) => void;
}

/** The edits of a file: undo each of them, save the repaired file, check it again. Its height does not depend on them. */
export function EditListView({ edits, fileName, worker, onCheck }: EditListViewProps) {
  const [message, setMessage] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, version } = edits;
  const hasEdits = list.edits.length > 0;
  useLeaveWarning(hasEdits && message === '', UNSAVED_EDITS);
  useEffect(() => setMessage(''), [version]);
  const undo = async ({ record, field }: ListedEdit) => {
    await edits.edit({ record, field, value: null, isKept: true });
    // The button is gone.
    heading.current?.focus();
  };
  const save = () => saveRepaired(worker, fileName).then(setMessage, (error: Error) => setMessage(error.message));
  const check = async () => onCheck(new File([await worker.ask('repaired', {})], fileName));
  return (
    <section class="card" aria-labelledby="edits">
      <h2 id="edits" tabIndex={-1} ref={heading}>
        {hasEdits ? formatCounted(list.edits.length, 'edit') : 'Repair'}
      </h2>
      <p class="edits-words">
        {hasEdits
          ? `${formatCount(list.repaired)} of ${formatCounted(list.records, 'edited record')} without errors now. `
          : 'Select a marked cell in the table, and change it in its place. '}
        Everything else in the file stays as it is, byte by byte.
      </p>
      <div class="buttons">
        <button type="button" class="primary" disabled={!hasEdits} onClick={save}>
          Save the repaired file
        </button>
        <button type="button" disabled={!hasEdits} onClick={check}>
          Check the repaired file
        </button>
        <button type="button" disabled={!hasEdits} onClick={edits.clear}>
          Undo all
        </button>
      </div>
      <p role="status" class="edits-state">
        {message}
      </p>
      <ul class="edits" tabIndex={hasEdits ? 0 : undefined} aria-label="Edits">
        {!hasEdits && <li class="quiet">Each edit is listed here and can be undone.</li>}
        {list.edits.toReversed().map((edit) => (
          <li key={`${edit.record} ${edit.field}`}>
            <span>
              Line {formatCount(edit.line)} · {edit.name}
            </span>
            <span>
              <Value text={edit.before} isMasked={edit.isMasked} /> <span aria-hidden="true">→</span>
              <span class="visually-hidden"> becomes </span> <Value text={edit.after} isMasked={edit.isMasked} />
            </span>
            <button type="button" aria-label={`Undo ${edit.name} on line ${edit.line}`} onClick={() => undo(edit)}>
              Undo
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ text, isMasked }: { text: string | null; isMasked: boolean }): ComponentChildren {
  if (isMasked) return <span class="masked">masked</span>;
  if (text === null) return <span class="quiet">missing</span>;
  return text === '' ? <span class="quiet">empty</span> : <span class="value">{text}</span>;
}

/** Saves the file with the edits, and returns a message for the user. A file on disk is written as a stream. */
async function saveRepaired(worker: WorkerClient, fileName: string): Promise<string> {
  const ending = /\.[^.]*$/.exec(fileName)?.[0] ?? '';
  const name = `${fileName.slice(0, fileName.length - ending.length)}.repaired${ending}`;
  try {
    const target = await offerDownload({ name, type: 'application/octet-stream', isLarge: true });
    const blob = await worker.ask('repaired', {});
    if (target.handle === null) target.finish(blob);
    else await writePieces(readBlob(blob), target.handle);
    return `Saved as ${target.handle?.name ?? name}.`;
  } catch (error) {
    // The user has closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return '';
    throw error;
  }
}
