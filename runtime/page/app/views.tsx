import type { VNode } from 'preact';
import type { Catalog } from '../catalog/catalog.ts';
import { CheckView } from '../check/check-view.tsx';
import { formatRoute, parseRoute } from '../route/route.ts';
import type { Session } from '../service/session.ts';
import { SpecList } from './spec-list.tsx';

/** What a view shows, and where it goes. */
export interface ViewProps {
  /** The fragment of the URL. */
  fragment: string;
  go: (fragment: string) => void;
  catalog: Catalog;
  /** Null in an exported page, which has no service. */
  session: Session | null;
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

/** The views in the order of the navigation. The first one is the start of the page. */
export const VIEWS: readonly View[] = [
  { name: 'check', title: 'Check a file', isOffered: () => true, show: (props) => <CheckOrList {...props} /> },
];

function CheckOrList({ fragment, go, catalog, session }: ViewProps) {
  const route = parseRoute(fragment);
  if (route.spec === null) return <SpecList catalog={catalog} isExported={session === null} />;
  const { spec } = route;
  return <CheckView key={spec} name={spec} route={route} go={(next) => go(formatRoute(next))} catalog={catalog} />;
}
