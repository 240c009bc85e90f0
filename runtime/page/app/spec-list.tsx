import { useEffect } from 'preact/hooks';
import { fileFormats } from '../../../compiler/formats.ts';
import { formatPlace } from '../route/place.ts';
import type { Session } from '../service/session.ts';
import type { Catalog, ListedSpec } from '../catalog/catalog.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { Failure } from '../elements/failure.tsx';
import { formatRoute, routeTo } from '../route/route.ts';

/** The start of the page: the user chooses what kind of file to check. `session` is null in an exported page. */
export function SpecList({ catalog, session }: { catalog: Catalog; session: Session | null }) {
  const specs = useLoaded(() => catalog.list(), [catalog]);
  const only = specs.kind === 'loaded' && specs.value.length === 1 ? specs.value[0] : undefined;
  const isChosen = only?.valid === true;
  // With one spec there is no choice to make. The list is replaced, so "Back" does not return to it.
  useEffect(() => {
    if (isChosen) location.replace(formatRoute(routeTo(only.name)));
  }, [isChosen]);
  if (isChosen) return <p class="quiet">Loading the spec …</p>;
  return (
    <>
      <section class="intro">
        <h1>Check a file before you send it</h1>
        <p>
          Choose what kind of file it is, then drop the file. It is read on this computer, and its content does not
          leave it.
        </p>
      </section>
      {specs.kind === 'loading' && <p class="quiet">Loading the specs …</p>}
      {specs.kind === 'failed' && <Failure message={specs.error.message} />}
      {specs.kind === 'loaded' && specs.value.length === 0 && <EmptyList session={session} />}
      {specs.kind === 'loaded' && specs.value.length > 0 && (
        <ul class="specs">
          {specs.value.map((spec) => (
            <li key={spec.name}>
              <SpecCard spec={spec} />
            </li>
          ))}
        </ul>
      )}
      {specs.kind === 'loaded' && specs.value.length > 0 && session?.may('specs') === true && (
        <p>
          Another kind of file? <DraftLink>Draft a spec from an example</DraftLink>
        </p>
      )}
    </>
  );
}

function DraftLink({ children }: { children: string }) {
  return <a href={formatPlace(['specs'], { draft: 'new' })}>{children}</a>;
}

function SpecCard({ spec: { name, description, format, valid } }: { spec: ListedSpec }) {
  const content = (
    <>
      <span class="spec-name">{name}</span>
      {format !== undefined && <span class="tag">{fileFormats[format].title}</span>}
      <span class="quiet">{description ?? (valid ? '' : 'This spec has errors and cannot be used.')}</span>
    </>
  );
  return valid ? (
    <a class="card spec" href={formatRoute(routeTo(name))}>
      {content}
    </a>
  ) : (
    <div class="card spec">{content}</div>
  );
}

function EmptyList({ session }: { session: Session | null }) {
  return (
    <section class="card">
      <h2>There is no spec yet</h2>
      <p>
        {session === null ? (
          'This page was written without a spec.'
        ) : session.may('specs') ? (
          <>
            A spec describes a kind of file. <DraftLink>Draft one from an example</DraftLink>, or save one in the specs
            folder of the service.
          </>
        ) : (
          <>
            A spec describes a kind of file. Run <code>specmill infer FILE</code> on an example to get a first one, and
            save it in the specs folder of the service.
          </>
        )}
      </p>
    </section>
  );
}
