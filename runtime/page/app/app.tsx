import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChosenFile } from '../views/check/chosen-file.ts';
import { createServiceCatalog } from '../catalog/service-catalog.ts';
import { createStaticCatalog } from '../catalog/static-catalog.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { Failure } from '../elements/failure.tsx';
import { parsePlace } from '../route/place.ts';
import { createService } from '../service/service.ts';
import { openSession } from '../service/session.ts';
import { readKey, storeKey } from './api-key.ts';
import { Brand, Header } from './header.tsx';
import { SignIn } from './sign-in.tsx';
import { useFragment } from './use-fragment.ts';
import { VIEWS } from './views.tsx';

/** The whole page. `isExported`: it was written by `specmill page`, so there is no service. */
export function App({ base, isExported }: { base: string; isExported: boolean }) {
  // An object of its own for each attempt, so that the same key can be tried again.
  const [login, setLogin] = useState(() => ({ key: readKey() }));
  const { key } = login;
  const [refused, setRefused] = useState<{ login: object; reason: string } | null>(null);
  // Why the user must sign in. Null if that is not so. A late answer to an earlier attempt does not count.
  const refusal = refused?.login === login ? refused.reason : null;
  const service = useMemo(
    () => (isExported ? null : createService({ base, key, onRefused: (reason) => setRefused({ login, reason }) })),
    [base, isExported, login],
  );
  const catalog = useMemo(
    () => (service === null ? createStaticCatalog(base) : createServiceCatalog(service)),
    [base, service],
  );
  const session = useLoaded(async () => (service === null ? null : openSession(service)), [service]);
  const chosen = useRef<ChosenFile>({ file: null });
  const [fragment, go] = useFragment();
  const offered = session.kind === 'loaded' ? VIEWS.filter((view) => view.isOffered(session.value)) : [];
  const view = offered.find(({ name }) => name === parsePlace(fragment).path[0]) ?? offered[0];
  useFocusOfView(view?.name ?? null);
  useTitle(refusal === null ? (view?.title ?? null) : 'Sign in');
  const signIn = (next: string | null) => setLogin({ key: next });
  const signOut = () => {
    storeKey(null);
    signIn(null);
  };
  if (refusal === null && session.kind === 'loading') return <Opening />;
  return (
    <>
      <Header
        views={refusal === null ? offered : []}
        current={view ?? null}
        hasReference={session.kind === 'loaded' && session.value?.hasLinks === true}
        onSignOut={key === null || refusal !== null ? null : signOut}
      />
      <main id="main" tabIndex={-1}>
        {refusal !== null && <SignIn refusal={key === null ? null : refusal} onKey={signIn} />}
        {refusal === null && session.kind === 'failed' && (
          <Failure title="The page cannot be shown" message={session.error.message} />
        )}
        {refusal === null && session.kind === 'loaded' && (
          <div class="view" key={view?.name}>
            {view?.show({ fragment, go, catalog, session: session.value, chosen: chosen.current })}
          </div>
        )}
      </main>
    </>
  );
}

/** The page before it knows what the user may do. Nothing in it moves when the views appear. */
function Opening() {
  return (
    <>
      <header class="top">
        <Brand />
      </header>
      <p class="opening quiet" role="status">
        Loading …
      </p>
    </>
  );
}

/** Moves the focus to the content when another view is shown, but not when the page opens. */
function useFocusOfView(name: string | null): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (name === null) return;
    if (shown.current !== null && shown.current !== name) document.getElementById('main')?.focus();
    shown.current = name;
  }, [name]);
}

/** Names the view in the title of the tab, which screen readers read first. */
function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `Specmill: ${title.toLowerCase()}`;
  }, [title]);
}
