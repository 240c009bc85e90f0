import type { DraftCheck } from '../../../client/client.ts';
import { useAction } from '../../elements/use-action.ts';
import { formatPlace } from '../../route/place.ts';
import type { Service } from '../../service/service.ts';
import type { StoredSpec } from './draft-start.ts';

interface SaveDraftProps {
  service: Service;
  /** Null for a new spec. */
  stored: StoredSpec | null;
  text: string;
  /** The outcome for the current text. Null until it is known. */
  outcome: DraftCheck | null;
  /** Called when the text is in the clipboard. */
  onCopied: () => void;
  go: (fragment: string) => void;
}

/** Saves a draft to the service, or copies it for git. A spec of git can only be copied. */
export function SaveDraft({ service: { client }, stored, text, outcome, onCopied, go }: SaveDraftProps) {
  const { act, busy, message, hasFailed } = useAction();
  const isOfGit = stored?.origin === 'git';
  const ready = outcome?.valid === true ? outcome.compiled : null;
  const save = async () => {
    if (ready === null) return;
    const body = ready.spec;
    const saved =
      stored === null
        ? await client.createSpec({ body })
        : await client.replaceSpec({ id: stored.name, ifMatch: `"${stored.version}"`, body });
    go(formatPlace(['specs', String(saved.name)]));
  };
  return (
    <>
      <div class="buttons">
        {!isOfGit && (
          <button
            type="button"
            class="primary"
            disabled={ready === null || busy !== null}
            onClick={() => act('save', save, 'The spec is saved.')}
          >
            {stored === null ? 'Create the spec' : 'Save the next version'}
          </button>
        )}
        <button
          type="button"
          class={isOfGit ? 'primary' : ''}
          disabled={busy !== null}
          onClick={() => act('copy', () => copy(text).then(onCopied), 'The YAML is copied.')}
        >
          Copy for git
        </button>
      </div>
      {isOfGit && (
        <p class="quiet">This spec is managed in git. Copy the draft and commit it there as {stored.name}.yaml.</p>
      )}
      <p role={hasFailed ? 'alert' : 'status'}>{message}</p>
    </>
  );
}

async function copy(text: string): Promise<void> {
  // Without HTTPS, only pages of this computer have a clipboard, whatever the type of Navigator says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) throw new Error('This browser copies with HTTPS only. Select the text and copy it.');
  await clipboard.writeText(text);
}
