import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createServiceCatalog } from '../catalog/service-catalog.ts';
import { createStaticCatalog } from '../catalog/static-catalog.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { Failure } from '../elements/failure.tsx';
import { parsePlace } from '../route/place.ts';
import { createService } from '../service/service.ts';
import { openSession } from '../service/session.ts';
import { readKey, storeKey } from './api-key.ts';
import { Header } from './header.tsx';
import { SignIn } from './sign-in.tsx';
import { useFragment } from './use-fragment.ts';
import { VIEWS } from './views.tsx';

/** The whole page. `isExported`: it was written by `specmill page`, so there is no service. */
export function App({ base, isExported }: { base: string; isExported: boolean }) {
  const [key, setKey] = useState(readKey);
  // Why the user must sign in. Null if that is not so.
  const [refusal, setRefusal] = useState<string | null>(null);
  const service = useMemo(
    () => (isExported ? null : createService({ base, key, onRefused: setRefusal })),
    [base, isExported, key],
  );
  const catalog = useMemo(
    () => (service === null ? createStaticCatalog(base) : createServiceCatalog(service)),
    [base, service],
  );
  const session = useLoaded(async () => (service === null ? null : openSession(service)), [service]);
  const [fragment, go] = useFragment();
  const offered = session.kind === 'loaded' ? VIEWS.filter((view) => view.isOffered(session.value)) : [];
  const view = offered.find(({ name }) => name === parsePlace(fragment).path[0]) ?? offered[0];
  useFocusOfView(view?.name ?? null);
  const signIn = (next: string | null) => {
    setRefusal(null);
    setKey(next);
  };
  const signOut = () => {
    storeKey(null);
    signIn(null);
  };
  return (
    <>
      <Header
        views={refusal === null ? offered : []}
        current={view ?? null}
        hasReference={session.kind === 'loaded' && session.value?.hasLinks === true}
        onSignOut={key === null ? null : signOut}
      />
      <main id="main" tabIndex={-1}>
        {refusal !== null && <SignIn reason={key === null ? '' : refusal} onKey={signIn} />}
        {refusal === null && session.kind === 'loading' && <p class="quiet">Loading …</p>}
        {refusal === null && session.kind === 'failed' && <Failure message={session.error.message} />}
        {refusal === null && session.kind === 'loaded' && (
          <div class="view" key={view?.name}>
            {view?.show({ fragment, go, catalog, session: session.value })}
          </div>
        )}
      </main>
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
