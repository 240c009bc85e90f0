import { useMemo, useRef, useState } from 'preact/hooks';
import type { DraftCheck } from '../../../client/client.ts';
import { createServiceCatalog } from '../../catalog/service-catalog.ts';
import type { CheckedSpec } from '../check/start-check.ts';
import { Failure } from '../../elements/failure.tsx';
import { Status } from '../../elements/status.tsx';
import { useLeaveWarning } from '../../elements/use-leave-warning.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useLoaded } from '../../service/use-loaded.ts';
import type { ChosenFile } from '../check/chosen-file.ts';
import { DraftEditor } from './draft-editor.tsx';
import { DraftEffect } from './draft-effect.tsx';
import { DraftFromFile } from './draft-from-file.tsx';
import { type DraftStart, loadDraftStart } from './draft-start.ts';
import { SaveDraft } from './save-draft.tsx';
import { type CheckedDraft, useDraftCheck } from './use-draft-check.ts';

interface DraftViewProps {
  session: Session;
  /** The spec to change. Null: a new one. */
  name: string | null;
  go: (fragment: string) => void;
  chosen: ChosenFile;
}

/** A spec that the user edits: its diagnostics while typing, and what it changes for a file. */
export function DraftView({ session, name, go, chosen }: DraftViewProps) {
  const start = useLoaded(() => loadDraftStart(session.service, name), [session, name]);
  return (
    <>
      <p class="crumbs">
        {name === null ? <a href="#/specs">All specs</a> : <a href={formatPlace(['specs', name])}>{name}</a>}
      </p>
      {start.kind === 'loading' && <p class="quiet">Loading the spec …</p>}
      {start.kind === 'failed' && <Failure title="This spec cannot be edited" message={start.error.message} />}
      {start.kind === 'loaded' && <LoadedDraft session={session} start={start.value} go={go} chosen={chosen} />}
    </>
  );
}

function LoadedDraft({ session, start, go, chosen }: Omit<DraftViewProps, 'name'> & { start: DraftStart }) {
  const { stored } = start;
  const [text, setText] = useState(start.text);
  // The text that is stored or copied.
  const [kept, setKept] = useState(start.text);
  const [inferred, setInferred] = useState<{ text: string } | null>(null);
  const [file, setFile] = useState(chosen.file);
  const draft = useDraftCheck(session.service, text, stored?.name ?? null);
  const after = useLastCompiled(draft.outcome);
  const choose = (next: File) => {
    chosen.file = next;
    setFile(next);
  };
  const catalog = useMemo(() => createServiceCatalog(session.service), [session]);
  const outcome = draft.isCurrent ? draft.outcome : null;
  useLeaveWarning(text !== kept, 'The draft is not saved. Leave it anyway?');
  return (
    <>
      <section class="card wide" aria-labelledby="draft">
        <div class="row">
          <h1 id="draft">{stored === null ? 'A new spec' : `Draft of ${stored.name}`}</h1>
          <State draft={draft} />
        </div>
        {stored === null ? (
          <DraftFromFile
            service={session.service}
            file={file}
            onDraft={(yaml, example) => {
              setInferred({ text: yaml });
              choose(example);
            }}
          />
        ) : (
          <p class="quiet">The service returns specs without comments, so those of the original are not here.</p>
        )}
        <DraftEditor
          start={start.text}
          replacement={inferred}
          onText={setText}
          diagnostics={outcome?.diagnostics ?? null}
        />
        {draft.problem !== '' && <Failure message={draft.problem} />}
        <p class="quiet">Ctrl and Space complete a key or a value. Tab leaves the editor.</p>
        <SaveDraft
          service={session.service}
          stored={stored}
          text={text}
          outcome={outcome}
          onCopied={() => setKept(text)}
          go={go}
        />
      </section>
      <DraftEffect
        file={file}
        onFile={choose}
        takesDrops={stored !== null}
        before={stored?.checked ?? null}
        after={after}
        catalog={catalog}
        spec={stored?.name ?? null}
      />
    </>
  );
}

function State({ draft: { outcome, isCurrent, problem } }: { draft: CheckedDraft }) {
  return (
    <span role="status">
      {problem !== '' ? (
        <Status tone="plain">Not checked</Status>
      ) : !isCurrent || outcome === null ? (
        <Status tone="plain">Checking …</Status>
      ) : outcome.valid ? (
        <Status tone="good">No errors</Status>
      ) : (
        <Status tone="bad">Has errors</Status>
      )}
    </span>
  );
}

/** Returns the last version of the draft that compiled, so that its effect stays while the user types. */
function useLastCompiled(outcome: DraftCheck | null): CheckedSpec | null {
  const last = useRef<CheckedSpec | null>(null);
  const compiled = outcome?.compiled ?? null;
  if (compiled !== null && compiled.version !== last.current?.version) {
    const { spec, version, module } = compiled;
    // The cast is safe: the service returns the spec as it was read, in which names are texts.
    last.current = { spec: spec as unknown as CheckedSpec['spec'], version, moduleUrl: '', moduleText: module };
  }
  return last.current;
}
