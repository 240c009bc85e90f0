import { SeverityTag } from '../../elements/severity.tsx';
import type { ProcessingResult } from '../../../base/model/result.ts';
import type { Catalog, NamedTable } from '../../catalog/catalog.ts';
import { readFields } from '../../catalog/read-fields.ts';
import { MissingTables } from '../check/missing-tables.tsx';
import { useTables } from '../check/use-tables.ts';
import type { CheckedSpec } from '../check/start-check.ts';
import { countersOf, sentenceOf } from '../check/verdict.tsx';
import { EventTable } from '../check/event-table.tsx';
import { DropArea } from '../../elements/drop-area.tsx';
import { Failure } from '../../elements/failure.tsx';
import { FileButton } from '../../elements/file-button.tsx';
import { formatCount } from '../../elements/format.ts';
import { compareIssues } from './compare-issues.ts';
import { type FileResult, useFileResult } from './use-file-result.ts';

interface DraftEffectProps {
  file: File | null;
  onFile: (file: File) => void;
  /** Whether a file that is dropped on the page is meant for this part of it. */
  takesDrops: boolean;
  /** The stored spec. Null if there is none that compiles. */
  before: CheckedSpec | null;
  /** The last draft that compiles. Null if none did. */
  after: CheckedSpec | null;
  /** Where reference tables are. `spec` is the stored spec; null: the draft is new. */
  catalog: Catalog;
  spec: string | null;
}

/** What the draft changes for a file: the verdicts, the counters and the issues before and after. */
export function DraftEffect({ file, onFile, takesDrops, before, after, catalog, spec }: DraftEffectProps) {
  const tables = useTables(tablesOf(before, after), spec, catalog);
  const old = useFileResult(before, file, tables.files);
  const next = useFileResult(after, file, tables.files);
  const choice = (
    <p>
      {file === null ? (
        `${takesDrops ? 'Drop' : 'Choose'} a file to see it. It is read on this computer.`
      ) : (
        <strong>{file.name}</strong>
      )}{' '}
      <FileButton label="File to try the draft on" onFile={onFile}>
        {file === null ? 'Choose a file' : 'Choose another file'}
      </FileButton>
    </p>
  );
  return (
    <section class="card wide" aria-labelledby="effect">
      <h2 id="effect">{before === null ? 'What the draft makes of a file' : 'What the draft changes for a file'}</h2>
      {takesDrops ? (
        <DropArea label="File" isSmall onFile={onFile}>
          {choice}
        </DropArea>
      ) : (
        choice
      )}
      <MissingTables tables={tables} />
      <p role="status" class="quiet">
        {old.isReading || next.isReading ? 'Reading the file …' : ''}
      </p>
      {[old, next].map(({ problem }, index) => problem !== '' && <Failure key={index} message={problem} />)}
      {(old.result ?? next.result) !== null && <Comparison old={old} next={next} hasBefore={before !== null} />}
      {next.events !== null && (
        <>
          <h3>The first events with the draft</h3>
          <EventTable events={next.events} />
        </>
      )}
    </section>
  );
}

/** Returns the reference tables of the two specs. Those of the draft win. */
function tablesOf(before: CheckedSpec | null, after: CheckedSpec | null): NamedTable[] {
  const read = (one: CheckedSpec | null) => (one === null ? [] : readFields(one.spec).tables);
  const stored = new Map(read(before).map((table) => [table.name, table]));
  const drafted = read(after).map((table) => ({ ...table, isNew: stored.get(table.name)?.file !== table.file }));
  return [...new Map([...stored.values(), ...drafted].map((table) => [table.name, table])).values()];
}

function Comparison({ old, next, hasBefore }: { old: FileResult; next: FileResult; hasBefore: boolean }) {
  const columns = hasBefore ? [old.result, next.result] : [next.result];
  const counters = columns.map((result) => (result === null ? [] : countersOf(result)));
  const names = (counters.find((each) => each.length > 0) ?? []).map(([name]) => name);
  return (
    <>
      <div class="scroll" role="region" aria-label="Verdicts before and after" tabIndex={0}>
        <table class="list effect">
          <thead>
            <tr>
              <th scope="col">Result</th>
              {hasBefore && <th scope="col">Before</th>}
              <th scope="col">{hasBefore ? 'After' : 'With the draft'}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Verdict</th>
              {columns.map((result, index) => (
                <td key={index}>{result === null ? '–' : sentenceOf(result)}</td>
              ))}
            </tr>
            {names.map((name, row) => {
              const counts = counters.map((each) => each[row]?.[1] ?? null);
              const hasChanged = counts.length > 1 && counts[0] !== counts[1] && !counts.includes(null);
              return (
                <tr key={name} class={hasChanged ? 'changed' : ''}>
                  <th scope="row">{name}</th>
                  {counts.map((count, index) => (
                    <td key={index}>
                      {count === null ? '–' : formatCount(count)}
                      {hasChanged && index === 1 && (
                        <span class="quiet"> {formatChange(counts[0] ?? 0, count ?? 0)}</span>
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {old.result !== null && next.result !== null && <ChangedIssues before={old.result} after={next.result} />}
    </>
  );
}

function ChangedIssues({ before, after }: { before: ProcessingResult; after: ProcessingResult }) {
  const changes = compareIssues(before.issueCounts, after.issueCounts);
  if (changes.length === 0) return <p>The file has the same issues before and after.</p>;
  return (
    <ul class="warnings" aria-label="Changed issues">
      {changes.map(({ key, code, ruleId, field, severity, before: old, after: next }) => (
        <li key={key}>
          <SeverityTag severity={severity} /> {ruleId ?? code}
          {field !== null && ` in ${field}`}: {formatCount(old)} → {formatCount(next)}
        </li>
      ))}
    </ul>
  );
}

function formatChange(before: number, after: number): string {
  return `${after > before ? '+' : '−'}${formatCount(Math.abs(after - before))}`;
}
