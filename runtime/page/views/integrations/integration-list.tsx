import type { Credential, Integration } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { Time } from '../../elements/time.tsx';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useLoaded } from '../../service/use-loaded.ts';
import { CREDENTIAL_TYPES, INTEGRATION_TYPES } from './type-words.ts';

/** The integrations and the credentials of the service. */
export function IntegrationList({ session }: { session: Session }) {
  const { client } = session.service;
  const integrations = useLoaded(() => client.listIntegrations(), [session]);
  const credentials = useLoaded(() => client.listCredentials(), [session]);
  return (
    <>
      <section class="card wide" aria-labelledby="integrations">
        <div class="row">
          <h1 id="integrations">Integrations</h1>
          <a class="button" href={formatPlace(['integrations'], { form: 'new' })}>
            New integration
          </a>
        </div>
        {integrations.kind === 'loading' && <p class="quiet">Loading the integrations …</p>}
        {integrations.kind === 'failed' && <Failure message={integrations.error.message} />}
        {integrations.kind === 'loaded' && <Integrations list={integrations.value} />}
      </section>
      {/* Below a table that is still loading, it would move. */}
      {integrations.kind !== 'loading' && (
        <section class="card wide" aria-labelledby="credentials">
          <div class="row">
            <h2 id="credentials">Credentials</h2>
            <a class="button" href={formatPlace(['integrations'], { form: 'credential' })}>
              New credential
            </a>
          </div>
          {credentials.kind === 'loading' && <p class="quiet">Loading the credentials …</p>}
          {credentials.kind === 'failed' && <Failure message={credentials.error.message} />}
          {credentials.kind === 'loaded' && <Credentials list={credentials.value} />}
        </section>
      )}
    </>
  );
}

function Integrations({ list }: { list: readonly Integration[] }) {
  if (list.length === 0)
    return (
      <p>
        There is no integration yet. An integration is a system that files come from or go to, such as an SFTP server.
        Create the credential with which it is used first, then the integration, or put it as{' '}
        <code>integrations/NAME.yaml</code> into the specs folder.
      </p>
    );
  return (
    <div class="scroll" role="region" aria-label="Table of integrations" tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Integration</th>
            <th scope="col">Type</th>
            <th scope="col">Managed</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ id, name, type, origin, updatedAt }) => (
            <tr key={id}>
              <th scope="row">
                <a href={formatPlace(['integrations', name])}>{name}</a>
              </th>
              <td>{INTEGRATION_TYPES[type] ?? type}</td>
              <td>{origin === 'git' ? 'in git' : 'over the API'}</td>
              <td>
                <Time at={updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Credentials({ list }: { list: readonly Credential[] }) {
  if (list.length === 0)
    return <p>There is no credential yet. Its secret is stored encrypted, and is never shown again.</p>;
  return (
    <div class="scroll" role="region" aria-label="Table of credentials" tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Credential</th>
            <th scope="col">Type</th>
            <th scope="col">Secret</th>
            <th scope="col">Not secret</th>
            <th scope="col" class="number">
              Version
            </th>
            <th scope="col">Rotated</th>
            <th scope="col">Expires</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ id, name, type, hint, metadata, version, rotatedAt, expiresAt }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{CREDENTIAL_TYPES[type] ?? type}</td>
              <td class="cell">{hint}</td>
              <td>
                {Object.entries(metadata)
                  .map(([key, value]) => `${key}: ${value}`)
                  .join(', ')}
              </td>
              <td class="number">{version}</td>
              <td>
                <Time at={rotatedAt} />
              </td>
              <td>
                <Time at={expiresAt} />
              </td>
              <td>
                <a href={formatPlace(['integrations'], { form: 'credential', name })}>
                  Replace<span class="visually-hidden"> the secret of {name}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
