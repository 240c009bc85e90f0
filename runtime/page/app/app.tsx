import { useMemo, useState } from 'preact/hooks';
import { SignInRequired, type Catalog } from '../catalog/catalog.ts';
import { createServiceCatalog } from '../catalog/service-catalog.ts';
import { createStaticCatalog } from '../catalog/static-catalog.ts';
import { CheckView } from '../check/check-view.tsx';
import { readKey, storeKey } from './api-key.ts';
import { Header } from './header.tsx';
import { SignIn } from './sign-in.tsx';
import { SpecList } from './spec-list.tsx';
import { useLoaded } from '../catalog/use-loaded.ts';
import { useRoute } from './use-route.ts';

/** The whole page. `isExported`: it was written by `specmill page`, so there is no service. */
export function App({ base, isExported }: { base: string; isExported: boolean }) {
  const [key, setKey] = useState(readKey);
  const catalog = useMemo<Catalog>(
    () => (isExported ? createStaticCatalog(base) : createServiceCatalog(base, key)),
    [base, isExported, key],
  );
  const [route, go] = useRoute();
  const specs = useLoaded(() => catalog.list(), [catalog]);
  const signOut = () => {
    storeKey(null);
    setKey(null);
  };
  return (
    <>
      <Header isExported={isExported} onSignOut={key === null ? null : signOut} />
      <main id="main" tabIndex={-1}>
        {specs.kind === 'loading' && <p class="quiet">Loading the specs …</p>}
        {specs.kind === 'failed' &&
          (specs.error instanceof SignInRequired ? (
            <SignIn reason={key === null ? '' : specs.error.message} onKey={setKey} />
          ) : (
            <p class="card bad" role="alert">
              {specs.error.message}
            </p>
          ))}
        {specs.kind === 'loaded' &&
          (route.spec === null ? (
            <SpecList specs={specs.value} isExported={isExported} />
          ) : (
            <CheckView key={route.spec} name={route.spec} route={route} go={go} catalog={catalog} />
          ))}
      </main>
    </>
  );
}
