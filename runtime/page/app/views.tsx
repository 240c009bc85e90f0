import type { VNode } from 'preact';
import type { Catalog } from '../catalog/catalog.ts';
import type { ChosenFile } from '../views/check/chosen-file.ts';
import { CheckView } from '../views/check/check-view.tsx';
import type { RejectsRepair } from '../views/check/rejects-repair.ts';
import { parsePlace } from '../route/place.ts';
import { formatRoute, parseRoute } from '../route/route.ts';
import type { Session } from '../service/session.ts';
import { RunList } from '../views/runs/run-list.tsx';
import { SpecTable } from '../views/specs/spec-table.tsx';
import { TodayView } from '../views/today/today-view.tsx';
import { OperationView } from './operation-view.tsx';
import { SpecList } from './spec-list.tsx';

/** What a view shows, and where it goes. */
export interface ViewProps {
  /** The fragment of the URL. */
  fragment: string;
  go: (fragment: string) => void;
  catalog: Catalog;
  /** Null in an exported page, which has no service. */
  session: Session | null;
  chosen: ChosenFile;
}

/** A view of the page. */
export interface View {
  /** The first part of the fragment: `#/check/payments`. */
  name: string;
  /** Its name in the navigation. */
  title: string;
  /** Whether the user may use it. Otherwise it is not shown. `session` is null in an exported page. */
  isOffered(session: Session | null): boolean;
  show(props: ViewProps): VNode;
}

/** The views in the order of the navigation. The first one that is offered is the start of the page. */
export const VIEWS: readonly View[] = [
  { name: 'today', title: 'Today', isOffered: mayWatch, show: (props) => <Today {...props} /> },
  { name: 'check', title: 'Check a file', isOffered: mayReadOrExported, show: (props) => <CheckOrList {...props} /> },
  { name: 'specs', title: 'Specs', isOffered: mayRead, show: (props) => <Specs {...props} /> },
  { name: 'runs', title: 'Runs', isOffered: mayRead, show: (props) => <Runs {...props} /> },
  { name: 'topics', title: 'Topics', isOffered: mayRead, show: (props) => <Topics {...props} /> },
  { name: 'jobs', title: 'Jobs', isOffered: mayConnect, show: (props) => <Jobs {...props} /> },
  { name: 'integrations', title: 'Integrations', isOffered: mayConnect, show: (props) => <Integrations {...props} /> },
];

function mayRead(session: Session | null): boolean {
  return session?.may('read') === true;
}

function mayReadOrExported(session: Session | null): boolean {
  return session === null || mayRead(session);
}

function mayWatch(session: Session | null): boolean {
  return session?.mayWatch === true;
}

function mayConnect(session: Session | null): boolean {
  return session?.mayConnect === true;
}

function Today({ session }: ViewProps) {
  if (session === null) return null;
  return (
    <TodayView
      session={session}
      showReview={(props) => <OperationView show={({ ReviewRecords }) => <ReviewRecords {...props} />} />}
    />
  );
}

function CheckOrList({ fragment, go, catalog, session, chosen }: ViewProps) {
  const route = parseRoute(fragment);
  if (route.spec === null) return <SpecList catalog={catalog} session={session} />;
  const { spec, rejects } = route;
  return (
    <CheckView
      key={`${spec} ${rejects ?? ''}`}
      name={spec}
      route={route}
      go={(next) => go(formatRoute(next))}
      catalog={catalog}
      session={session}
      chosen={chosen}
      repair={session?.may('transform') === true && rejects !== null ? repairOf(session, rejects) : null}
    />
  );
}

/** The parts of a check that repairs the rejects of a run. */
function repairOf(session: Session, runId: string): RejectsRepair {
  return {
    head: (onFile) => (
      <OperationView
        show={({ RejectsHead }) => <RejectsHead service={session.service} runId={runId} onFile={onFile} />}
      />
    ),
    publish: (repair) => (
      <OperationView show={({ PublishRejects }) => <PublishRejects session={session} runId={runId} {...repair} />} />
    ),
  };
}

function Specs({ fragment, go, session, chosen }: ViewProps) {
  if (session === null) return null;
  const { path, query } = parsePlace(fragment);
  const name = path[1];
  if (query['draft'] !== undefined && session.may('specs'))
    return (
      <OperationView
        show={({ DraftView }) => (
          <DraftView key={`draft ${name ?? ''}`} session={session} name={name ?? null} go={go} chosen={chosen} />
        )}
      />
    );
  if (name === undefined && query['view'] === 'tables')
    return <OperationView show={({ TablesView }) => <TablesView session={session} />} />;
  if (name === undefined) return <SpecTable session={session} />;
  return <OperationView show={({ SpecView }) => <SpecView key={name} session={session} name={name} />} />;
}

function Runs({ fragment, go, catalog, session }: ViewProps) {
  if (session === null) return null;
  const { path, query } = parsePlace(fragment);
  const runId = path[1];
  if (runId === undefined) return <RunList session={session} catalog={catalog} query={query} go={go} />;
  return (
    <OperationView
      show={({ RunView }) => <RunView key={runId} session={session} runId={runId} query={query} go={go} />}
    />
  );
}

function Topics({ fragment, go, session }: ViewProps) {
  if (session === null) return null;
  const { path, query } = parsePlace(fragment);
  const topic = path[1];
  if (topic === undefined) return <OperationView show={({ TopicList }) => <TopicList session={session} />} />;
  const from = /^\d{1,15}$/.test(query['from'] ?? '') ? Number(query['from']) : null;
  return (
    <OperationView
      show={({ TopicView }) => <TopicView key={topic} session={session} topic={topic} from={from} go={go} />}
    />
  );
}

function Jobs({ fragment, go, session }: ViewProps) {
  if (session === null) return null;
  const { path, query } = parsePlace(fragment);
  const name = path[1];
  return (
    <OperationView
      show={({ JobForm, JobList, JobView }) => {
        if (query['form'] !== undefined)
          return <JobForm key={`form ${name ?? ''}`} session={session} name={name ?? null} go={go} />;
        if (name === undefined) return <JobList session={session} />;
        return <JobView key={name} session={session} name={name} query={query} go={go} />;
      }}
    />
  );
}

function Integrations({ fragment, session, go }: ViewProps) {
  if (session === null) return null;
  const { path, query } = parsePlace(fragment);
  const name = path[1];
  return (
    <OperationView
      show={({ CredentialForm, IntegrationForm, IntegrationList, IntegrationView }) => {
        const form = { session, go };
        if (query['form'] === 'credential')
          return <CredentialForm key={fragment} {...form} name={query['name'] ?? null} />;
        if (query['form'] !== undefined) return <IntegrationForm key={fragment} {...form} name={name ?? null} />;
        if (name === undefined) return <IntegrationList session={session} />;
        return <IntegrationView key={name} session={session} name={name} />;
      }}
    />
  );
}
