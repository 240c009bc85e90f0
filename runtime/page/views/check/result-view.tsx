import { useEffect, useRef, useState } from 'preact/hooks';
import type { Route } from '../../route/route.ts';
import type { LoadedSpec } from '../../catalog/catalog.ts';
import type { IssueFilter } from '../../file/issue-filter.ts';
import type { CheckAnswer } from '../../worker/messages.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';
import { EditListView } from '../repair/edit-list-view.tsx';
import { useEdits } from '../repair/use-edits.ts';
import { SendView } from '../send/send-view.tsx';
import type { Session } from '../../service/session.ts';
import { Downloads } from './downloads.tsx';
import { countPublished } from '../../elements/published.ts';
import { EventPreview } from './event-preview.tsx';
import { hasSensitive } from './has-sensitive.ts';
import { IssueGroups } from '../../elements/issue-groups.tsx';
import { RecordTable } from './record-table.tsx';
import { useRecordPage } from './use-record-page.ts';
import { Verdict } from './verdict.tsx';

interface ResultViewProps {
  spec: LoadedSpec;
  file: File;
  answer: CheckAnswer;
  worker: WorkerClient;
  route: Route;
  go: (route: Route) => void;
  /** Null in an exported page. */
  session: Session | null;
  skipInvalidRecords: boolean;
  /** The topic to send the file to. It remains when the file is checked again. */
  topic: string;
  onTopic: (topic: string) => void;
  /** Called with the number of edits whenever it changes. */
  onEdits: (count: number) => void;
  /** Checks another file. */
  onFile: (file: File) => void;
}

/** Everything that a check found: the verdict, the issues by rule, the records with issues, downloads. */
export function ResultView({
  spec,
  file,
  answer,
  worker,
  route,
  go,
  session,
  skipInvalidRecords,
  topic,
  onTopic,
  onEdits,
  onFile,
}: ResultViewProps) {
  const { result, counts, examples } = answer;
  const [showsSensitive, setShowsSensitive] = useState(false);
  const edits = useEdits(worker, showsSensitive);
  const { length: editCount } = edits.list.edits;
  useEffect(() => {
    onEdits(editCount);
    return () => onEdits(0);
  }, [editCount]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const hasIssues = result.issueCounts.length > 0;
  const shown = useRecordPage({
    worker: hasIssues ? worker : null,
    filter: route.filter,
    page: route.page,
    showsSensitive,
    version: edits.version,
  });
  // What is below the table waits for it, because the table would move it. What arrives later than all else is the last.
  const isWhole = !hasIssues || shown !== null;
  const filter = (next: IssueFilter) => go({ ...route, filter: next, page: 1 });
  return (
    <>
      <Verdict result={result} fileName={file.name} headingRef={heading} />
      {hasIssues && (
        <>
          <IssueGroups counts={counts} examples={examples} filter={route.filter} onFilter={filter} />
          <RecordTable
            spec={spec}
            counts={counts}
            worker={worker}
            shown={shown}
            filter={route.filter}
            page={route.page}
            edits={edits}
            showsSensitive={showsSensitive}
            onSensitive={setShowsSensitive}
            onFilter={filter}
            onPage={(page) => go({ ...route, page })}
          />
        </>
      )}
      {isWhole && (
        <>
          {hasIssues && <EditListView edits={edits} fileName={file.name} worker={worker} onCheck={onFile} />}
          {countPublished(result) > 0 && (
            <EventPreview
              worker={worker}
              version={edits.version}
              isOpen={!hasIssues}
              showsSensitive={showsSensitive}
              onSensitive={!hasIssues && hasSensitive(spec) ? setShowsSensitive : null}
            />
          )}
          <Downloads result={result} fileName={file.name} worker={worker} />
          {session?.may('transform') === true && (
            <SendView
              session={session}
              spec={spec.name}
              edits={editCount}
              skipInvalidRecords={skipInvalidRecords}
              topic={topic}
              onTopic={onTopic}
              getFile={async () => new File([await worker.ask('repaired', {})], file.name)}
            />
          )}
        </>
      )}
    </>
  );
}
