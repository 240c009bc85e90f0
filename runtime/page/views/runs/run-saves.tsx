import { useState } from 'preact/hooks';
import type { Run } from '../../../client/client.ts';
import type { SaveTarget } from '../../elements/save-file.ts';
import { saveStream, toLines } from '../../elements/save-stream.ts';
import { toSentence } from '../../elements/format.ts';
import type { Session } from '../../service/session.ts';

interface Offer {
  title: string;
  help: string;
  target: SaveTarget;
  open: () => Promise<ReadableStream<Uint8Array>>;
}

/** What the user can save of a run that has ended. */
export function RunSaves({ run, session }: { run: Run; session: Session }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const save = async ({ title, target, open }: Offer) => {
    setBusy(title);
    setMessage('');
    try {
      await saveStream(open, target);
      setMessage(`${title}: saved as ${target.name}.`);
    } catch (error) {
      // The user has closed the dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setMessage(`${title}: ${toSentence(error instanceof Error ? error.message : String(error))}`);
    } finally {
      setBusy(null);
    }
  };
  const offers = offersOf(run, session);
  if (offers.length === 0) return null;
  return (
    <section class="card" aria-labelledby="saves">
      <h2 id="saves">Save</h2>
      <ul class="downloads">
        {offers.map((offer) => (
          <li key={offer.title}>
            <button type="button" disabled={busy !== null} onClick={() => save(offer)}>
              {busy === offer.title ? 'Writing …' : offer.title}
            </button>
            <span class="quiet">{offer.help}</span>
          </li>
        ))}
      </ul>
      <p role="status">{message}</p>
    </section>
  );
}

function offersOf(run: Run, { service: { client } }: Session): Offer[] {
  const { runId: id, fileName, failedRecords, skippedRecords, issueCounts } = run;
  const offers: Offer[] = [];
  if (failedRecords + skippedRecords > 0)
    offers.push({
      title: 'Rejects',
      help: 'The original bytes of the records that were not published, with the header, ready to be corrected.',
      target: { name: `rejects-${fileName}`, type: 'application/octet-stream', isLarge: true },
      open: () => client.getRunRejects({ id }),
    });
  if (issueCounts.length > 0)
    offers.push({
      title: 'All issues as NDJSON',
      help: 'A line per record with issues.',
      target: { name: `${fileName}.issues.ndjson`, type: 'application/x-ndjson', isLarge: true },
      open: async () => toLines(await client.getRunErrors({ id })),
    });
  return offers;
}
