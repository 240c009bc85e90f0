import type { Connector } from '../../../runtime/connector/connector.ts';
import type { OpenedRun } from '../../../runtime/state/store/run-journal.ts';
import type { Opened } from '../data-folder.ts';

/** Called with the name of a step, before the step. */
export type OnStep = (step: string) => void;

/** Returns an object whose named methods report a step before they are called. The functions name the steps. */
export function watched<T extends object>(
  target: T,
  onStep: OnStep,
  names: { readonly [Name in keyof T]?: (...all: never[]) => string },
): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      const nameStep = names[name as keyof T] as ((...all: unknown[]) => string) | undefined;
      if (typeof value !== 'function') return value;
      return (...all: unknown[]): unknown => {
        if (nameStep !== undefined) onStep(nameStep(...all));
        return Reflect.apply(value, target, all);
      };
    },
  });
}

/** Reports the steps of jobs and their runs that change the store. */
export function watchSteps(all: Opened, onStep: OnStep): void {
  const { runs } = all;
  const store = { ...all.store };
  const change = (_: number, from: string, { state }: { state?: string }): string => `${from} → ${state ?? from}`;
  const tables = { ...store.jobs, files: watched(store.jobs.files, onStep, { change }) };
  const watchJournal = (opened: OpenedRun): OpenedRun => ({
    ...opened,
    journal: watched(opened.journal, onStep, { commit: () => 'commit a batch', finish: () => 'finish' }),
  });
  const openJournal: typeof store.runs.openJournal = async (runId) => watchJournal(await store.runs.openJournal(runId));
  const insertOpened: typeof store.runs.insertOpened = async (run) => {
    onStep('store the run');
    const inserted = await store.runs.insertOpened(run);
    return { ...inserted, journal: inserted.journal === null ? null : watchJournal(inserted.journal) };
  };
  Object.assign(all.store, { jobs: tables, runs: { ...store.runs, openJournal, insertOpened } });
  Object.assign(all, {
    runs: watched(runs, onStep, {
      accept: () => 'accept',
      prepareRejects: () => 'prepare rejects',
      publishRejects: () => 'publish rejects',
      discardRejects: () => 'discard rejects',
    }),
  });
}

/** Reports what a job does at its source. */
export function watchConnector(connector: Connector, onStep: OnStep): Connector {
  const of = (step: string) => (path: string) => `${step} ${path}`;
  const named = watched(connector, onStep, { read: of('read'), move: of('move'), remove: of('remove') });
  return {
    ...connector,
    read: named.read,
    move: named.move,
    remove: named.remove,
    async write(path) {
      onStep(`write ${path}`);
      return watched(await connector.write(path), onStep, { commit: () => `commit ${path}` });
    },
  };
}
