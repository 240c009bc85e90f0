import { useState } from 'preact/hooks';
import { Failure } from '../../elements/failure.tsx';
import { formatBytes, toSentence } from '../../elements/format.ts';
import { Markdown } from '../../elements/markdown.tsx';
import { saveStream } from '../../elements/save-stream.ts';
import { Time } from '../../elements/time.tsx';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useLoaded } from '../../service/use-loaded.ts';
import { loadShownSpec, type ShownSpec } from './load-spec.ts';
import { SideBySide } from './side-by-side.tsx';

/** One spec: in words, as YAML beside its module, and its samples. */
export function SpecView({ session, name }: { session: Session; name: string }) {
  const loaded = useLoaded(() => loadShownSpec(session.service.client, name), [session, name]);
  return (
    <>
      <p class="crumbs">
        <a href="#/specs">All specs</a>
      </p>
      {loaded.kind === 'loading' && <p class="quiet wide">Loading the spec …</p>}
      {loaded.kind === 'failed' && <Failure title="This spec cannot be shown" message={loaded.error.message} />}
      {loaded.kind === 'loaded' && <LoadedSpecView spec={loaded.value} session={session} />}
    </>
  );
}

function LoadedSpecView({ spec, session }: { spec: ShownSpec; session: Session }) {
  const { name, compiled, yaml, fields, diagnostics } = spec;
  return (
    <>
      <section class="card wide" aria-labelledby="spec">
        <h1 id="spec">{name}</h1>
        <Origin spec={spec} />
        {diagnostics.length > 0 && (
          <ul class="warnings" aria-label="Diagnostics">
            {diagnostics.map(({ code, severity, message }) => (
              <li key={code + message}>
                <span class={`severity ${severity === 'error' ? 'ERROR' : 'WARNING'}`}>{severity}</span>{' '}
                {toSentence(message)}
              </li>
            ))}
          </ul>
        )}
        {compiled !== null && (
          <p>
            <a href={formatPlace(['check', name])}>Check a file with this spec</a>
          </p>
        )}
        {session.may('specs') && (
          <p>
            <a href={formatPlace(['specs', name], { draft: 'edit' })}>Edit a draft of this spec</a>
          </p>
        )}
      </section>
      {compiled !== null && (
        <section class="card wide" aria-labelledby="words">
          <h2 id="words">In words</h2>
          <Markdown text={compiled.description} />
        </section>
      )}
      {compiled !== null && <SideBySide fields={fields} yaml={yaml} module={compiled.module} />}
      <Samples spec={spec} session={session} />
    </>
  );
}

function Origin({ spec: { origin, version, revision, updatedAt } }: { spec: ShownSpec }) {
  return (
    <p class="quiet">
      {origin === 'git' ? 'Managed in git' : `Managed over the API, version ${revision ?? 1}`},{' '}
      <code title={version}>{version.slice(0, 12)}</code>
      {updatedAt !== null && (
        <>
          , changed <Time at={updatedAt} />
        </>
      )}
      .
    </p>
  );
}

function Samples({ spec: { name, origin, samples }, session }: { spec: ShownSpec; session: Session }) {
  const [message, setMessage] = useState('');
  const save = (sample: string) => {
    setMessage('');
    const open = () => session.service.client.getSample({ id: name, name: sample });
    saveStream(open, { name: sample, type: 'application/octet-stream', isLarge: false }).then(
      () => setMessage(`${sample} is saved.`),
      (error: Error) => setMessage(toSentence(error.message)),
    );
  };
  return (
    <section class="card wide" aria-labelledby="samples">
      <h2 id="samples">Samples</h2>
      {samples.length === 0 ? (
        <p>
          {origin === 'git'
            ? `This spec has no samples. Put example files into the folder ${name}/ beside the spec.`
            : 'A spec of the API has no samples.'}
        </p>
      ) : (
        <ul class="downloads">
          {samples.map(({ name: sample, bytes }) => (
            <li key={sample}>
              <button type="button" onClick={() => save(sample)}>
                Save {sample}
              </button>
              <span class="quiet">{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status">{message}</p>
    </section>
  );
}
