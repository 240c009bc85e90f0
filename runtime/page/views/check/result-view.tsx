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
import { IssueGroups } from '../../elements/issue-groups.tsx';
import { RecordTable } from './record-table.tsx';
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
  onFile,
}: ResultViewProps) {
  const { result, counts, examples } = answer;
  const [showsSensitive, setShowsSensitive] = useState(false);
  const edits = useEdits(worker, showsSensitive);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const filter = (next: IssueFilter) => go({ ...route, filter: next, page: 1 });
  return (
    <>
      <Verdict result={result} fileName={file.name} headingRef={heading} />
      {result.issueCounts.length > 0 && (
        <>
          <IssueGroups counts={counts} examples={examples} filter={route.filter} onFilter={filter} />
          <RecordTable
            spec={spec}
            counts={counts}
            worker={worker}
            filter={route.filter}
            page={route.page}
            edits={edits}
            showsSensitive={showsSensitive}
            onSensitive={setShowsSensitive}
            onFilter={filter}
            onPage={(page) => go({ ...route, page })}
          />
          <EditListView edits={edits} fileName={file.name} worker={worker} onCheck={onFile} />
        </>
      )}
      {session?.may('transform') === true && (
        <SendView
          session={session}
          spec={spec.name}
          edits={edits.list.edits.length}
          skipInvalidRecords={skipInvalidRecords}
          getFile={async () => new File([await worker.ask('repaired', {})], file.name)}
        />
      )}
      <Downloads result={result} fileName={file.name} worker={worker} />
    </>
  );
}
