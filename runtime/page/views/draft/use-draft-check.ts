import { useEffect, useState } from 'preact/hooks';
import type { DraftCheck } from '../../../client/client.ts';
import type { Service } from '../../service/service.ts';

/** Time without typing after which a draft is checked, in milliseconds. */
const PAUSE_MS = 300;

/** What the service says about a draft. */
export interface CheckedDraft {
  /** The last outcome. It may be that of an earlier text. Null before the first one. */
  outcome: DraftCheck | null;
  /** Whether the outcome is that of the current text. */
  isCurrent: boolean;
  /** Why the last check failed. Empty if it did not. */
  problem: string;
}

/** Checks the text of a draft while the user types. `specId` names the spec that it changes; null: it is new. */
export function useDraftCheck({ client }: Service, text: string, specId: string | null): CheckedDraft {
  const [checked, setChecked] = useState({ text: null as string | null, outcome: null as DraftCheck | null });
  const [failed, setFailed] = useState({ text: null as string | null, problem: '' });
  useEffect(() => {
    const stop = new AbortController();
    const check = () =>
      client.checkDraft({ body: { text, specId } }, { signal: stop.signal }).then(
        (outcome) => setChecked({ text, outcome }),
        (error: Error) => stop.signal.aborted || setFailed({ text, problem: error.message }),
      );
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, text, specId]);
  const problem = failed.text === text ? failed.problem : '';
  return { outcome: checked.outcome, isCurrent: checked.text === text, problem };
}
