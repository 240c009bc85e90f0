import type { VNode } from 'preact';
import type { Credential, Integration, Job } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useLoaded } from '../../service/use-loaded.ts';
import {
  credentialSchema,
  credentialTypes,
  type FormData,
  integrationSchema,
  integrationTypes,
  loadForm,
} from './load-form.ts';
import { ResourceForm } from './resource-form.tsx';

interface FormViewProps {
  session: Session;
  /** The name of what is changed. Null for a new one. */
  name: string | null;
  go: (fragment: string) => void;
}

/** Creates a job, or changes one. */
export function JobForm({ session, name, go }: FormViewProps) {
  const { client } = session.service;
  const loaded = useForm(session, () => (name === null ? null : client.getJob({ id: name })), name);
  return (
    <Loading loaded={loaded}>
      {({ schemas, names, stored }) => {
        const schema = schemas['JobInput'] ?? {};
        return (
          <ResourceForm
            title={name === null ? 'New job' : `Change ${name}`}
            schemaOf={() => schema}
            types={[]}
            choosesType={false}
            schemas={schemas}
            offers={{
              'source.integration': names.integrations,
              'to.integration': names.integrations,
              'to.topic': names.topics,
              spec: names.specs,
              'specs.spec': names.specs,
              'options.deadLetterTopic': names.topics,
            }}
            initial={stored === null ? NEW_JOB : pick(stored, schema.properties)}
            folder="jobs"
            isOfGit={stored?.origin === 'git'}
            save={async (value) => {
              // The cast is safe: the service refuses a definition that is wrong.
              const body = value as Parameters<typeof client.createJob>[0]['body'];
              const saved = await (stored === null
                ? client.createJob({ body })
                : client.replaceJob({ id: stored.id, body }));
              go(formatPlace(['jobs', saved.name]));
            }}
            cancel={formatPlace(name === null ? ['jobs'] : ['jobs', name])}
          />
        );
      }}
    </Loading>
  );
}

/** Records with errors are left out, and a file is published once. What most jobs have is empty, so that the form shows it first. */
const NEW_JOB = {
  source: { path: '', pattern: '' },
  spec: '',
  schedule: { every: '30s' },
  options: { skipInvalidRecords: true, onDuplicateFile: 'REFUSE' },
};

/** Creates an integration, or changes one. */
export function IntegrationForm({ session, name, go }: FormViewProps) {
  const { client } = session.service;
  const loaded = useForm(session, () => (name === null ? null : client.getIntegration({ id: name })), name);
  return (
    <Loading loaded={loaded}>
      {({ schemas, names, stored }) => (
        <ResourceForm
          title={name === null ? 'New integration' : `Change ${name}`}
          schemaOf={(type) => integrationSchema(schemas, type)}
          types={integrationTypes(schemas)}
          choosesType={name === null}
          schemas={schemas}
          offers={{ credentialId: names.credentials }}
          initial={stored === null ? { credentialId: '' } : toInput(stored)}
          folder="integrations"
          isOfGit={stored?.origin === 'git'}
          save={async (value) => {
            // The cast is safe: the service refuses settings that are wrong.
            const body = value as Parameters<typeof client.createIntegration>[0]['body'];
            const saved = await (stored === null
              ? client.createIntegration({ body })
              : client.replaceIntegration({ id: stored.id, body }));
            go(formatPlace(['integrations', saved.name]));
          }}
          cancel={formatPlace(name === null ? ['integrations'] : ['integrations', name])}
        />
      )}
    </Loading>
  );
}

/** Creates a credential, or replaces the secret of one. What is stored of it is never shown. */
export function CredentialForm({ session, name, go }: FormViewProps) {
  const { client } = session.service;
  const loaded = useForm(session, () => (name === null ? null : client.getCredential({ id: name })), name);
  return (
    <Loading loaded={loaded}>
      {({ schemas, stored }) => (
        <ResourceForm
          title={name === null ? 'New credential' : `New secret of ${name}`}
          schemaOf={(type) => credentialSchema(schemas, type, stored === null)}
          types={credentialTypes(schemas)}
          choosesType={stored === null}
          schemas={schemas}
          offers={{}}
          initial={stored === null ? {} : toRotation(stored)}
          folder={null}
          isOfGit={false}
          save={async (value) => {
            // The casts are safe: the service refuses members that are wrong.
            if (stored === null)
              await client.createCredential({ body: value as Parameters<typeof client.createCredential>[0]['body'] });
            else {
              const { type: _, ...body } = value;
              await client.rotateCredential({
                id: stored.id,
                body: body as Parameters<typeof client.rotateCredential>[0]['body'],
              });
            }
            go(formatPlace(['integrations']));
          }}
          cancel={formatPlace(['integrations'])}
        />
      )}
    </Loading>
  );
}

type WithStored<T> = FormData & { stored: T | null };

function useForm<T>(session: Session, load: () => Promise<T> | null, name: string | null) {
  return useLoaded(async (): Promise<WithStored<T>> => {
    const [data, stored] = await Promise.all([loadForm(session), load()]);
    return { ...data, stored };
  }, [session, name]);
}

interface LoadingProps<T> {
  loaded: ReturnType<typeof useForm<T>>;
  children: (data: WithStored<T>) => VNode;
}

function Loading<T>({ loaded, children }: LoadingProps<T>) {
  if (loaded.kind === 'loading') return <p class="quiet">Loading the form …</p>;
  if (loaded.kind === 'failed') return <Failure title="The form cannot be shown" message={loaded.error.message} />;
  return children(loaded.value);
}

/** Returns the members of a job that its author has written. */
function pick(job: Job, properties: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(job).filter(([key]) => key in properties));
}

function toInput({ name, type, credentialId, config }: Integration): Record<string, unknown> {
  return { name, type, credentialId, config };
}

function toRotation({ type, metadata, hosts, types }: Credential): Record<string, unknown> {
  return { type, secret: {}, metadata, hosts, types };
}
