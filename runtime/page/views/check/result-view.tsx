import { useEffect, useRef, useState } from 'preact/hooks';
import type { Route } from '../../route/route.ts';
import type { LoadedSpec } from '../../catalog/catalog.ts';
import { filterOf, type IssueFilter, isShown, type TypedIssueCount } from '../../file/issue-filter.ts';
import { formatCounted } from '../../elements/format.ts';
import type { CheckAnswer } from '../../worker/messages.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';
import { EditListView } from '../repair/edit-list-view.tsx';
import { type Repaired, useRepaired } from '../repair/use-repaired.ts';
import { useEdits } from '../repair/use-edits.ts';
import { SendView } from '../send/send-view.tsx';
import type { Session } from '../../service/session.ts';
import { Downloads } from './downloads.tsx';
import { countPublished } from '../../elements/published.ts';
import { EventPreview } from './event-preview.tsx';
import { hasSensitive } from './has-sensitive.ts';
import { IssueGroups } from '../../elements/issue-groups.tsx';
import type { RejectsRepair } from './rejects-repair.ts';
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
  /** What the user does with the repaired rejects of a run. Null: the file is sent. */
  publish: RejectsRepair['publish'] | null;
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
  publish,
}: ResultViewProps) {
  const { result, counts, examples } = answer;
  const [showsSensitive, setShowsSensitive] = useState(false);
  const edits = useEdits(worker, showsSensitive);
  const { length: editCount } = edits.list.edits;
  useEffect(() => {
    onEdits(editCount);
    return () => onEdits(0);
  }, [editCount]);
  const repaired = useRepaired(worker, { version: edits.version, edits: editCount });
  const current = repaired.kind === 'known' ? repaired.answer : answer;
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
  const sent = {
    edits: editCount,
    records: repaired.kind === 'unknown' ? null : countPublished(current.result),
    getFile: async () => new File([await worker.ask('repaired', {})], file.name),
  };
  const filter = (next: IssueFilter) => go({ ...route, filter: next, page: 1 });
  return (
    <>
      <Verdict result={current.result} note={noteOf(repaired, editCount)} fileName={file.name} headingRef={heading} />
      {hasIssues && (
        <>
          <IssueGroups
            counts={countLeft(counts, current.counts)}
            examples={examples}
            filter={route.filter}
            onFilter={filter}
          />
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
          {(countPublished(result) > 0 || countPublished(current.result) > 0) && (
            <EventPreview
              worker={worker}
              version={edits.version}
              isOpen={!hasIssues}
              count={countPublished(result)}
              showsSensitive={showsSensitive}
              onSensitive={!hasIssues && hasSensitive(spec) ? setShowsSensitive : null}
            />
          )}
          <Downloads result={result} fileName={file.name} worker={worker} />
          {publish?.(sent)}
          {publish === null && session?.may('transform') === true && (
            <SendView
              session={session}
              spec={spec.name}
              {...sent}
              skipInvalidRecords={skipInvalidRecords}
              publishesErrors={current.result.errorRecords > current.result.failedRecords}
              topic={topic}
              onTopic={onTopic}
            />
          )}
        </>
      )}
    </>
  );
}

/** Says which file the verdict is about, if it has edits. */
function noteOf(repaired: Repaired, edits: number): string | null {
  if (edits === 0 || repaired.kind === 'none') return null;
  return repaired.kind === 'known'
    ? `With your ${formatCounted(edits, 'edit')}.`
    : 'Without your edits: the file is too large to be read after each of them. “Check the repaired file” below reads it.';
}

/** Returns the kinds of issues of the original file, with the numbers that are left, and the kinds that are new. */
function countLeft(counts: readonly TypedIssueCount[], left: readonly TypedIssueCount[]): TypedIssueCount[] {
  const isSame = (a: TypedIssueCount, b: TypedIssueCount) => isShown(a, filterOf(b)) && isShown(b, filterOf(a));
  const known = counts.map((kind) => ({ ...kind, count: left.find((each) => isSame(kind, each))?.count ?? 0 }));
  return [...known, ...left.filter((kind) => !counts.some((each) => isSame(kind, each)))];
}
