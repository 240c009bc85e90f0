import { fileFormats } from '../../../../compiler/formats.ts';
import type { SpecSummary } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { Status } from '../../elements/status.tsx';
import { Time } from '../../elements/time.tsx';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useLoaded } from '../../service/use-loaded.ts';

/** Number of specs per request, the maximum of the service. */
const PAGE = 1000;

/** The specs of the service with their origins and versions. */
export function SpecTable({ session }: { session: Session }) {
  // The cast is safe: without `include`, the list has summaries.
  const specs = useLoaded(
    async () => (await session.service.client.listSpecs({ limit: PAGE })) as SpecSummary[],
    [session],
  );
  return (
    <section class="card wide" aria-labelledby="specs">
      <h1 id="specs">Specs</h1>
      {session.may('specs') && (
        <p>
          <a href={formatPlace(['specs'], { draft: 'new' })}>Write a new spec, or draft one from a file</a>
        </p>
      )}
      <p>
        <a href={formatPlace(['specs'], { view: 'tables' })}>Reference tables</a>
      </p>
      {specs.kind === 'loading' && <p class="quiet">Loading the specs …</p>}
      {specs.kind === 'failed' && <Failure message={specs.error.message} />}
      {specs.kind === 'loaded' && specs.value.length === 0 && (
        <p>
          There is no spec yet. {session.may('specs') ? 'Write one here' : 'Ask for a key with the scope specs'}, save
          one in the specs folder of the service, or send it to <code>POST /api/v1/specs</code>.
        </p>
      )}
      {specs.kind === 'loaded' && specs.value.length > 0 && <Table specs={specs.value} />}
      {specs.kind === 'loaded' && specs.value.length === PAGE && (
        <p class="quiet">These are the first {PAGE} specs by name.</p>
      )}
    </section>
  );
}

function Table({ specs }: { specs: readonly SpecSummary[] }) {
  return (
    <div class="scroll" role="region" aria-label="Table of specs" tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Spec</th>
            <th scope="col">Origin</th>
            <th scope="col">Version</th>
            <th scope="col">Format</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {specs.map(({ id, name, origin, version, revision, format, valid, updatedAt, description }) => (
            <tr key={id}>
              <th scope="row">
                <a href={formatPlace(['specs', name])}>{name}</a>
                {description !== undefined && <span class="block small-text quiet">{description}</span>}
              </th>
              <td>{origin === 'git' ? 'git' : 'API'}</td>
              <td>
                {revision !== undefined && `${revision} · `}
                <code title={version}>{version.slice(0, 12)}</code>
              </td>
              <td>
                {valid && format !== undefined ? fileFormats[format].title : <Status tone="bad">Has errors</Status>}
              </td>
              <td>
                <Time at={updatedAt ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
