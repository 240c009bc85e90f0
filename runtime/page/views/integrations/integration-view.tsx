import { useState } from 'preact/hooks';
import type { ConnectionTest, Integration } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { Time } from '../../elements/time.tsx';
import { useAction } from '../../elements/use-action.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useLoaded } from '../../service/use-loaded.ts';
import { labelOf } from '../forms/form-schema.ts';
import { loadSchemas, type SettingsSchema, settingsSchema } from '../forms/load-form.ts';
import { ConnectionSteps } from './connection-steps.tsx';

/** One integration: its settings, and the test of its connection. */
export function IntegrationView({ session, name }: { session: Session; name: string }) {
  const { client } = session.service;
  const loaded = useLoaded(async () => {
    const [integration, schemas] = await Promise.all([client.getIntegration({ id: name }), loadSchemas(client)]);
    return { integration, settings: settingsSchema(schemas, integration.type) };
  }, [session, name]);
  return (
    <>
      <p class="crumbs">
        <a href="#/integrations">All integrations</a>
      </p>
      {loaded.kind === 'loading' && <p class="quiet">Loading the integration …</p>}
      {loaded.kind === 'failed' && <Failure title="This integration cannot be shown" message={loaded.error.message} />}
      {loaded.kind === 'loaded' && (
        <>
          <Settings {...loaded.value} />
          <TestOfConnection {...loaded.value} session={session} />
        </>
      )}
    </>
  );
}

interface Shown {
  integration: Integration;
  /** The schema of its settings, with their words. */
  settings: SettingsSchema;
}

function Settings({ integration: { name, type, origin, config, updatedAt }, settings }: Shown) {
  return (
    <section class="card" aria-labelledby="integration">
      <div class="row">
        <h1 id="integration">{name}</h1>
        <span class="tag">{settings.title ?? type}</span>
      </div>
      <dl class="members">
        {Object.entries(config)
          .filter(([, value]) => value !== null)
          .map(([key, value]) => (
            <div key={key}>
              <dt>{labelOf(key, settings.properties?.[key] ?? {})}</dt>
              <dd>{describe(value)}</dd>
            </div>
          ))}
      </dl>
      <p class="quiet">
        Managed {origin === 'git' ? 'in git' : 'over the API'}
        {updatedAt !== null && (
          <>
            , last changed <Time at={updatedAt} />
          </>
        )}
        .{' '}
        <a href={formatPlace(['integrations', name], { form: 'edit' })}>
          {origin === 'git' ? 'Show its definition' : 'Change it'}
        </a>
      </p>
    </section>
  );
}

/** Returns a setting in words, as far as there are any. */
function describe(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(describe).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function TestOfConnection({ integration, settings, session }: Shown & { session: Session }) {
  const { busy, message, hasFailed, act } = useAction();
  const [result, setResult] = useState<ConnectionTest | null>(null);
  const [write, setWrite] = useState(false);
  const { client } = session.service;
  const test = () => {
    setResult(null);
    const work = () => client.testIntegration({ id: integration.id, body: { write } }).then(setResult);
    act('test', work, '');
  };
  return (
    <section class="card" aria-labelledby="test">
      <h2 id="test">Test of the connection</h2>
      <p class="quiet">The test opens a connection, as a job does. It ends at the first step that fails.</p>
      {settings['x-read-only'] !== true && (
        <label class="check">
          <input type="checkbox" checked={write} onChange={({ currentTarget: { checked } }) => setWrite(checked)} />
          Also write a file and remove it
        </label>
      )}
      <button type="button" class="primary" disabled={busy !== null} onClick={test}>
        {busy === null ? 'Test the connection' : 'Testing …'}
      </button>
      <div role="status">{result !== null && <ConnectionSteps result={result} />}</div>
      {hasFailed && <Failure message={message} />}
    </section>
  );
}
