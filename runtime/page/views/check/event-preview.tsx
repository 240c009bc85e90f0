import { useEffect, useState } from 'preact/hooks';
import type { PreviewEvent } from '../../file/preview.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';
import { EventTable } from './event-table.tsx';

/** Up to this number, events need less space. */
const FEW = 3;

interface EventPreviewProps {
  worker: WorkerClient;
  /** Changes when the edits of the file change. */
  version: number;
  /** Whether the events are shown before the user asks for them. */
  isOpen: boolean;
  /** How many records the file would publish. */
  count: number;
  showsSensitive: boolean;
  /** Shows or masks sensitive values. Null if another part of the view has the checkbox, or if there are none. */
  onSensitive: ((shows: boolean) => void) | null;
}

/** The first events that the file would publish, with its edits. */
export function EventPreview({ worker, version, isOpen, count, showsSensitive, onSensitive }: EventPreviewProps) {
  const [open, setOpen] = useState(isOpen);
  const [events, setEvents] = useState<readonly PreviewEvent[] | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    worker.ask('preview', { showsSensitive }).then(
      (next) => isCurrent && setEvents(next),
      (error: Error) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [worker, version, open, showsSensitive]);
  return (
    <section class="card wide" aria-labelledby="preview">
      <div class="row">
        <h2 id="preview">Preview of the events</h2>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide the preview' : 'Show the first ten'}
        </button>
      </div>
      {open && onSensitive !== null && (
        <label class="check">
          <input
            type="checkbox"
            checked={showsSensitive}
            onChange={({ currentTarget }) => onSensitive(currentTarget.checked)}
          />
          Show sensitive values
        </label>
      )}
      {problem !== '' && <p role="alert">{problem}</p>}
      {open && (
        <div class={`event-space${count > FEW ? '' : ' few'}`}>{events !== null && <EventTable events={events} />}</div>
      )}
    </section>
  );
}
