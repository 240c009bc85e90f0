import { nameOfRejects } from '../../../../compiler/formats.ts';
import { useState } from 'preact/hooks';
import type { ProcessingResult } from '../../../base/model/result.ts';
import type { DownloadKind } from '../../file/downloads.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';
import { countPublished } from '../../elements/published.ts';
import { offerDownload, type SaveTarget } from '../../elements/save-file.ts';

interface DownloadsProps {
  result: ProcessingResult;
  fileName: string;
  worker: WorkerClient;
}

interface Offer {
  kind: DownloadKind;
  title: string;
  help: string;
  target: SaveTarget;
}

/** What the user can save after a check. */
export function Downloads({ result, fileName, worker }: DownloadsProps) {
  const [busy, setBusy] = useState<DownloadKind | null>(null);
  const [message, setMessage] = useState('');
  const save = async ({ kind, title, target }: Offer) => {
    try {
      const to = await offerDownload(target);
      setBusy(kind);
      setMessage('');
      const blob = await worker.ask('download', { download: kind, to: to.handle });
      to.finish(blob);
      setMessage(`${title}: saved as ${target.name}.`);
    } catch (error) {
      // The user has closed the dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setMessage(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section class="card" aria-labelledby="downloads">
      <h2 id="downloads">Save</h2>
      <ul class="downloads">
        {offersOf(result, fileName).map((offer) => (
          <li key={offer.kind}>
            <button type="button" disabled={busy !== null} onClick={() => save(offer)}>
              {busy === offer.kind ? 'Writing …' : offer.title}
            </button>
            <span class="quiet">{offer.help}</span>
          </li>
        ))}
      </ul>
      <p role="status">{message}</p>
    </section>
  );
}

const WITH_HEADER = 'Their original bytes with the header, ready to be corrected.';
const WITHOUT_TOTALS =
  'Whole documents with their headers, ready to be corrected. Totals of the whole file are left out.';

function offersOf(result: ProcessingResult, fileName: string): Offer[] {
  const { issueCounts, errorRecords, rejectsWithout } = result;
  const stem = fileName.replace(/\.[^.]*$/, '');
  const ending = /\.[^.]*$/.exec(nameOfRejects(fileName))?.[0] ?? '';
  const offers: (Offer & { isOffered: boolean })[] = [
    {
      kind: 'rejects',
      title: 'Records with errors',
      help: rejectsWithout === undefined ? WITH_HEADER : WITHOUT_TOTALS,
      target: {
        name: `${stem}.rejects${rejectsWithout === undefined ? '' : '-without-totals'}${ending}`,
        type: 'application/octet-stream',
        isLarge: true,
      },
      isOffered: errorRecords > 0,
    },
    {
      kind: 'issues',
      title: 'Issues as CSV',
      help: 'A line per issue, for a spreadsheet.',
      target: { name: `${stem}.issues.csv`, type: 'text/csv', isLarge: false },
      isOffered: issueCounts.length > 0,
    },
    {
      kind: 'report',
      title: 'Report as JSON',
      help: 'The result as specmill validate --json prints it.',
      target: { name: `${stem}.report.json`, type: 'application/json', isLarge: false },
      isOffered: true,
    },
    {
      kind: 'events',
      title: 'Events as NDJSON',
      help: 'The records as they would be published. They contain sensitive values.',
      target: { name: `${stem}.ndjson`, type: 'application/x-ndjson', isLarge: true },
      isOffered: countPublished(result) > 0,
    },
  ];
  return offers.filter(({ isOffered }) => isOffered);
}
