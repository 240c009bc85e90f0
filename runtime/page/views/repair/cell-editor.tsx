import { toPlainWords } from '../../../../compiler/formats.ts';
import { SeverityTag } from '../../elements/severity.tsx';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EditAnswer } from '../../file/edit-cell.ts';

interface CellEditorProps {
  /** Names the cell: `amount on line 24`. */
  label: string;
  /** The value at the start. */
  value: string;
  /** Tries a value, or stores it. */
  onValue: (value: string, isKept: boolean) => Promise<EditAnswer>;
  onClose: () => void;
}

/** The editor waits this long for the next key before it tries a value. */
const TRY_MS = 120;
/** Maximum number of issues that the editor shows. */
const SHOWN_ISSUES = 3;

/** Edits a cell in its place, and shows while the user types what the record would become. */
export function CellEditor({ label, value, onValue, onClose }: CellEditorProps) {
  const [text, setText] = useState(value);
  const [answer, setAnswer] = useState<EditAnswer | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  // Before the first key can arrive.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
    // Its buttons, too: the table may be wider than the window.
    input.current?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => onValue(text, false).then((next) => isCurrent && setAnswer(next), fail), TRY_MS);
    const fail = (error: Error) => isCurrent && setAnswer({ kind: 'refused', problem: error.message });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  const apply = async () => {
    const next = await onValue(text, true).catch(
      (error: Error): EditAnswer => ({ kind: 'refused', problem: error.message }),
    );
    if (next.kind === 'refused') setAnswer(next);
    else onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.isComposing || (event.key === 'Enter' && event.shiftKey)) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') void apply();
    else onClose();
  };
  return (
    <div class="editor">
      <textarea
        ref={input}
        rows={Math.min(6, text.split('\n').length)}
        value={text}
        aria-label={label}
        aria-invalid={answer?.kind === 'refused'}
        aria-describedby="editor-result"
        spellcheck={false}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={press}
      />
      <div id="editor-result" class="editor-result small-text" role="status">
        {answer === null ? 'Checking …' : <Answer answer={answer} />}
      </div>
      <div class="buttons">
        <button type="button" class="primary" onClick={apply}>
          Apply
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </div>
  );
}

function Answer({ answer }: { answer: EditAnswer }) {
  if (answer.kind === 'refused') return <span class="problem">{answer.problem}</span>;
  const { issues, value } = answer;
  return (
    <>
      {value !== undefined && <span class="after">becomes {value ?? 'null'}</span>}
      {issues.length === 0 ? (
        <span class="repaired">No issue is left in the record.</span>
      ) : (
        <ul>
          {issues.slice(0, SHOWN_ISSUES).map(({ severity, message }, index) => (
            <li key={index}>
              <SeverityTag severity={severity} /> {toPlainWords(message)}
            </li>
          ))}
          {issues.length > SHOWN_ISSUES && <li>and {issues.length - SHOWN_ISSUES} more</li>}
        </ul>
      )}
    </>
  );
}
