import type { Behaviour, LiveAttempt } from './attempt-behaviour.ts';
import type { Event } from './requests.ts';

/** An attempt and all that has happened to it. There is one object for each history. */
export interface History {
  readonly id: number;
  readonly attempt: number;
  readonly task: number;
  readonly isStopped: boolean;
  /** Returns the history with one more event. */
  after(event: Event): History;
  /** Returns what the code does after these events. */
  behave(): Promise<Behaviour>;
}

/** Starts the code of an attempt of a task. */
export type Start = (attempt: number, task: number) => Promise<LiveAttempt>;

/** All histories. */
export interface Histories {
  start(attempt: number, task: number): History;
  size(): number;
}

/** Creates the histories of attempts. The code is executed once for each. */
export function createHistories(startAttempt: Start): Histories {
  const firsts = new Map<string, History>();
  let size = 0;

  function create(
    key: { attempt: number; task: number },
    events: readonly Event[],
    continueParent: () => LiveAttempt | null,
  ): History {
    const following = new Map<string, History>();
    let behaviour: Promise<Behaviour> | null = null;
    // The code in this state. The first following history continues it, and the others repeat all events.
    let live: LiveAttempt | null = null;
    const takeLive = (): LiveAttempt | null => {
      const taken = live;
      live = null;
      return taken;
    };
    async function execute(): Promise<Behaviour> {
      const continued = continueParent();
      const attempted = continued ?? (await startAttempt(key.attempt, key.task));
      for (const event of continued === null ? events : events.slice(-1)) await attempted.pass(event);
      live = attempted;
      return attempted.behaviour();
    }
    return {
      id: size++,
      ...key,
      isStopped: events.includes('stop'),
      after(event) {
        const name = JSON.stringify(event);
        const known = following.get(name) ?? create(key, [...events, event], takeLive);
        following.set(name, known);
        return known;
      },
      behave: () => (behaviour ??= execute()),
    };
  }

  return {
    start(attempt, task) {
      const name = `${task} ${attempt}`;
      const known = firsts.get(name) ?? create({ attempt, task }, [], () => null);
      firsts.set(name, known);
      return known;
    },
    size: () => size,
  };
}
