import type { Delivery } from '../../../runtime/model/run-info.ts';
import { type Behaviour, type LiveAttempt, startAttempt } from './attempt-behaviour.ts';
import type { Event } from './requests.ts';

/** An attempt and all that has happened to it. There is one object for each history. */
export interface History {
  readonly id: number;
  readonly attempt: number;
  readonly isStopped: boolean;
  /** Returns the history with one more event. */
  after(event: Event): History;
  /** Returns what the code does after these events. */
  behave(): Promise<Behaviour>;
}

/** The histories of one delivery. */
export interface Histories {
  start(attempt: number): History;
  size(): number;
}

/** Creates the histories of a delivery. The code is executed once for each. */
export function createHistories(delivery: Delivery): Histories {
  const firsts = new Map<number, History>();
  let size = 0;

  function create(attempt: number, events: readonly Event[], continueParent: () => LiveAttempt | null): History {
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
      const attempted = continued ?? (await startAttempt(delivery, attempt));
      for (const event of continued === null ? events : events.slice(-1)) await attempted.pass(event);
      live = attempted;
      return attempted.behaviour();
    }
    return {
      id: size++,
      attempt,
      isStopped: events.includes('stop'),
      after(event) {
        const key = JSON.stringify(event);
        const known = following.get(key) ?? create(attempt, [...events, event], takeLive);
        following.set(key, known);
        return known;
      },
      behave: () => (behaviour ??= execute()),
    };
  }

  return {
    start(attempt) {
      const known = firsts.get(attempt) ?? create(attempt, [], () => null);
      firsts.set(attempt, known);
      return known;
    },
    size: () => size,
  };
}
