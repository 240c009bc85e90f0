import { useRef, useState } from 'preact/hooks';
import { Failure } from '../../elements/failure.tsx';
import { formatPlace } from '../../route/place.ts';
import type { Route } from '../../route/route.ts';
import { useLoaded } from '../../service/use-loaded.ts';
import { UNSAVED_EDITS } from '../repair/edit-list-view.tsx';
import type { ChosenFile } from './chosen-file.ts';
import type { Catalog, LoadedSpec } from '../../catalog/catalog.ts';
import type { Session } from '../../service/session.ts';
import type { RejectsRepair } from './rejects-repair.ts';
import { FilePicker } from './file-picker.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { ResultView } from './result-view.tsx';
import { useTables } from './use-tables.ts';
import { type CheckOptions, useCheck } from './use-check.ts';

interface CheckViewProps {
  name: string;
  route: Route;
  go: (route: Route) => void;
  catalog: Catalog;
  /** Null in an exported page. */
  session: Session | null;
  /** The file that the user has chosen last. */
  chosen: ChosenFile;
  /** Null: a file of the user is checked. */
  repair: RejectsRepair | null;
}

/** The view of one spec: choose a file, watch it being read, see what is wrong with it. */
export function CheckView({ name, ...props }: CheckViewProps) {
  const { catalog } = props;
  const spec = useLoaded(() => catalog.load(name), [catalog, name]);
  if (spec.kind === 'loading') return <p class="quiet">Loading the spec …</p>;
  if (spec.kind === 'failed')
    return (
      <>
        <p class="crumbs">
          <a href="#/check">All specs</a>
        </p>
        <Failure title="This spec cannot be used" message={spec.error.message} />
      </>
    );
  return <LoadedView {...props} spec={spec.value} />;
}

type LoadedViewProps = Omit<CheckViewProps, 'name'> & { spec: LoadedSpec };

function LoadedView({ spec, route, go, catalog, session, chosen, repair }: LoadedViewProps) {
  const check = useCheck(spec);
  const tables = useTables(spec.tables, spec.name, catalog);
  const specs = useLoaded(() => catalog.list(), [catalog]);
  const hasOthers = specs.kind === 'loaded' && specs.value.length > 1;
  const [options, setOptions] = useState<CheckOptions>({ skipInvalidRecords: false });
  const [topic, setTopic] = useState('');
  /** The number of edits of the file that is shown. */
  const edits = useRef(0);
  const [problem, setProblem] = useState<string | null>(null);
  const { state } = check;
  // The picker shrinks with the click, not when the sample has arrived, because it would move what is below it then.
  const [isOpening, setOpening] = useState(false);
  const start = (file: File, given: CheckOptions = options) => {
    setProblem(null);
    chosen.file = file;
    if (Object.keys(route.filter).length > 0 && state.kind !== 'none') go({ ...route, filter: {}, page: 1 });
    check.start(file, { ...given, tables: tables.whenLoaded() });
  };
  const openSample = (sample: string) => {
    setOpening(true);
    catalog
      .sample(spec.name, sample)
      .then(start, (error: Error) => setProblem(error.message))
      .finally(() => setOpening(false));
  };
  const change = (next: CheckOptions) => {
    if (edits.current > 0 && !confirm(UNSAVED_EDITS)) return setOptions({ ...options });
    setOptions(next);
    if (state.kind === 'done') check.start(state.file, { ...next, tables: tables.whenLoaded() });
  };
  return (
    <>
      <section class="spec-head">
        <p class="crumbs">{hasOthers ? <a href="#/check">All specs</a> : '\u00a0'}</p>
        <h1>{spec.name}</h1>
        {spec.description !== null && <p class="lead">{spec.description}</p>}
        {session?.may('specs') === true && (
          <p>
            <a href={formatPlace(['specs', spec.name], { draft: 'edit' })}>Try a change of this spec</a>
          </p>
        )}
      </section>
      {repair?.head((file, skipInvalidRecords) => {
        setOptions({ skipInvalidRecords });
        start(file, { skipInvalidRecords });
      })}
      {repair === null && (
        <FilePicker
          spec={spec}
          isSmall={isOpening || state.kind !== 'none'}
          options={options}
          tables={tables}
          onFile={start}
          onSample={openSample}
          onOptions={change}
        />
      )}
      {problem !== null && (
        <p class="card bad" role="alert">
          {problem}
        </p>
      )}
      {state.kind === 'reading' && <ReadingProgress state={state} onStop={check.stop} />}
      {state.kind === 'failed' && (
        <section class="card bad" role="alert">
          <h2>{state.file.name} was not read</h2>
          <p>{state.message}</p>
        </section>
      )}
      {state.kind === 'done' && (
        <ResultView
          key={state.worker}
          spec={spec}
          file={state.file}
          answer={state.answer}
          worker={state.worker}
          route={route}
          go={go}
          session={session}
          skipInvalidRecords={options.skipInvalidRecords}
          topic={topic}
          onTopic={setTopic}
          onEdits={(count) => {
            edits.current = count;
          }}
          onFile={start}
          publish={repair?.publish ?? null}
        />
      )}
    </>
  );
}
