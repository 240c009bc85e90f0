import { useState } from 'preact/hooks';
import type { Review } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { toPlainWords } from '../../../../compiler/formats.ts';
import { formatCount, formatCounted, toSentence } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';
import { type Loaded, useLoaded } from '../../service/use-loaded.ts';
import type { ReviewProps } from './need-item.tsx';

/** Number of records that are shown at once. */
const RECORDS = 20;

type Reviewed = Review['records'][number];
type Value = NonNullable<Reviewed['event']>[number];

/** The records that an approval would publish: as they were sent, and what they become. Sensitive values are masked. */
export function ReviewRecords({ jobId, file, session }: ReviewProps) {
  const [cursor, setCursor] = useState('0');
  const { client } = session.service;
  // Another request for the file has other records.
  const request = file.approval?.request ?? '';
  const loaded = useLoaded(
    () => client.reviewJobFile({ id: jobId, fileId: file.id, limit: RECORDS, cursor }),
    [jobId, file.id, request, cursor],
  );
  return (
    <section class="stack review" aria-label={`Records of ${file.name}`}>
      <Page
        loaded={loaded}
        onNext={(last) => setCursor(String(last))}
        onFirst={cursor === '0' ? null : () => setCursor('0')}
      />
    </section>
  );
}

interface PageProps {
  loaded: Loaded<Review>;
  onNext: (last: number) => void;
  /** Null on the first page. */
  onFirst: (() => void) | null;
}

function Page({ loaded, onNext, onFirst }: PageProps) {
  if (loaded.kind === 'loading') return <p role="status">Reading the records …</p>;
  if (loaded.kind === 'failed') return <Failure message={loaded.error.message} />;
  const { obstacle, records, hasMore, failure } = loaded.value;
  if (obstacle !== null) return <p role="alert">Approve would publish nothing. {toSentence(obstacle.message)}</p>;
  const last = records.at(-1)?.record;
  return (
    <>
      {records.map((record) => (
        <Record key={record.record} reviewed={record} />
      ))}
      {records.length === 0 && <p>No record is left to publish.</p>}
      {failure !== null && <p role="alert">The file cannot be read further. {toSentence(failure.message)}</p>}
      {(onFirst !== null || hasMore) && (
        <div class="buttons">
          {onFirst !== null && (
            <button type="button" onClick={onFirst}>
              First records
            </button>
          )}
          {hasMore && last !== undefined && (
            <button type="button" onClick={() => onNext(last)}>
              Next records
            </button>
          )}
        </div>
      )}
    </>
  );
}

function Record({ reviewed: { record, original, outcome, messages, event } }: { reviewed: Reviewed }) {
  const isPublished = outcome === 'processed';
  const line = original?.line ?? null;
  const title = `Record ${formatCount(record)}${line === null ? '' : `, line ${formatCount(line)}`}`;
  const cells = original?.cells ?? null;
  const names = [...new Set([...(cells ?? []), ...(event ?? [])].map(({ name }) => name))];
  return (
    <article class="stack">
      <h4>
        {title}{' '}
        <Status tone={isPublished ? 'good' : 'bad'}>
          {isPublished ? 'would be published' : 'would be rejected again'}
        </Status>
      </h4>
      <ul class="quiet">
        {(original?.messages ?? []).map((issue) => (
          <li key={issue.message}>It was rejected: {toPlainWords(issue.message)}</li>
        ))}
        {messages.map((issue) => (
          <li key={issue.message}>It still has an issue: {toPlainWords(issue.message)}</li>
        ))}
        {original === null && <li>The file as it was sent is no longer stored.</li>}
      </ul>
      {names.length > 0 && (
        <div class="scroll" role="region" aria-label={`Values of record ${formatCount(record)}`} tabIndex={0}>
          <table class="list">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">As sent</th>
                <th scope="col">To publish</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class="cell">
                    <Shown value={cells?.find((cell) => cell.name === name)} />
                  </td>
                  <td class="cell">
                    <Shown value={event?.find((member) => member.name === name)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </article>
  );
}

function Shown({ value }: { value: Value | undefined }) {
  if (value === undefined) return null;
  if (value.length !== undefined) return <span class="masked">masked, {formatCounted(value.length, 'character')}</span>;
  return value.text === null ? <span class="quiet">null</span> : <>{value.text}</>;
}
