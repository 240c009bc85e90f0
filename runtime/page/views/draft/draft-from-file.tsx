import { useEffect, useRef, useState } from 'preact/hooks';
import { DropArea } from '../../elements/drop-area.tsx';
import { Failure } from '../../elements/failure.tsx';
import { FileButton } from '../../elements/file-button.tsx';
import { formatCount } from '../../elements/format.ts';
import { inferFile } from '../infer/infer-file.ts';
import type { InferredDraft } from '../infer/messages.ts';
import type { Service } from '../../service/service.ts';

interface DraftFromFileProps {
  service: Service;
  /** The file that was chosen in another view. Null if there is none. */
  file: File | null;
  /** Takes the draft of a file, and the file. */
  onDraft: (yaml: string, file: File) => void;
}

type State =
  | { kind: 'none' }
  | { kind: 'drafting'; file: File }
  | { kind: 'drafted'; file: File; draft: InferredDraft }
  | { kind: 'failed'; file: File; message: string };

/** Drafts a new spec from an example file, which is read on this computer. */
export function DraftFromFile({ service, file, onDraft }: DraftFromFileProps) {
  const running = useRef<AbortController | null>(null);
  const [state, setState] = useState<State>({ kind: 'none' });
  useEffect(() => () => running.current?.abort(), []);
  const start = (next: File) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setState({ kind: 'drafting', file: next });
    inferFile(service, next, own.signal).then(
      (draft) => {
        if (own.signal.aborted) return;
        setState({ kind: 'drafted', file: next, draft });
        onDraft(draft.yaml, next);
      },
      ({ message }: Error) => own.signal.aborted || setState({ kind: 'failed', file: next, message }),
    );
  };
  return (
    <DropArea label="Example" isSmall onFile={start}>
      <p>
        Start from an example: drop a file here, or{' '}
        <FileButton label="Example to draft the spec from" onFile={start}>
          Choose an example
        </FileButton>{' '}
        {file !== null && state.kind === 'none' && (
          <button type="button" onClick={() => start(file)}>
            Use {file.name}
          </button>
        )}
      </p>
      <p role="status" class="quiet">
        {describe(state)}
      </p>
      {state.kind === 'drafted' && state.draft.undecided.length > 0 && (
        <ul class="warnings" aria-label="What you must decide">
          {state.draft.undecided.map((clause) => (
            <li key={clause}>
              <span class="severity WARNING">undecided</span> {clause}
            </li>
          ))}
        </ul>
      )}
      {state.kind === 'failed' && <Failure message={`${state.file.name}: ${state.message}`} />}
    </DropArea>
  );
}

function describe(state: State): string {
  switch (state.kind) {
    case 'none':
      return 'The example is read on this computer. The draft has the fields, types and rules that it shows.';
    case 'drafting':
      return `Reading ${state.file.name} …`;
    case 'drafted': {
      const { records, accepted, isWhole } = state.draft;
      const part = isWhole ? '' : ' in the first 4 MiB';
      return `The draft accepts ${formatCount(accepted)} of ${formatCount(records)} records${part} of ${state.file.name}. Comments mark what is uncertain.`;
    }
    case 'failed':
      return '';
    default:
      return state satisfies never;
  }
}
