import { useState } from 'preact/hooks';
import { toSentence } from './format.ts';

/** Something that the user does with a button. */
export interface Action {
  /** What is in progress. Null if nothing is. */
  busy: string | null;
  /** The outcome of the last action, for the user. */
  message: string;
  /** Whether the last action failed. */
  hasFailed: boolean;
  /** Does it. `done` is shown when it has succeeded. */
  act(name: string, work: () => Promise<unknown>, done: string): void;
}

/** One action at a time, and its outcome. */
export function useAction(): Action {
  const [state, setState] = useState({ busy: null as string | null, message: '', hasFailed: false });
  const act = (name: string, work: () => Promise<unknown>, done: string) => {
    setState({ busy: name, message: '', hasFailed: false });
    work().then(
      () => setState({ busy: null, message: done, hasFailed: false }),
      (error: Error) => setState({ busy: null, message: toSentence(error.message), hasFailed: true }),
    );
  };
  return { ...state, act };
}
