import type { Ref } from 'preact';
import type { ProcessingResult } from '../../../base/model/result.ts';
import { type Counter, Counters } from '../../elements/counters.tsx';
import { FileIssues } from '../../elements/file-issues.tsx';
import { formatCount, formatCounted, formatSeconds, toSentence } from '../../elements/format.ts';
import { countPublished, isWithheld } from '../../elements/published.ts';
import { TypeCounters } from '../../elements/type-counters.tsx';

interface VerdictProps {
  result: ProcessingResult;
  /** What the verdict is about, if that is not the file as it was chosen. */
  note: string | null;
  fileName: string;
  /** The heading gets the focus when a check has ended. */
  headingRef: Ref<HTMLHeadingElement>;
}

/** What the check says about the file as a whole: one sentence, the counters, and what concerns the whole file. */
export function Verdict({ result, note, fileName, headingRef }: VerdictProps) {
  const { failure, warnings, durationMs } = result;
  return (
    <section class={`card verdict ${toneOf(result)}`} aria-labelledby="verdict">
      <p class="quiet">
        {fileName}, read in {durationMs < 1000 ? `${durationMs} ms` : formatSeconds(durationMs / 1000)}
      </p>
      <h2 id="verdict" tabIndex={-1} ref={headingRef}>
        {sentenceOf(result)}
      </h2>
      {note !== null && <p role="status">{note}</p>}
      {failure !== undefined && (
        <div class="note">
          <p>
            {titleOf(failure.code) !== null && <strong>{titleOf(failure.code)}: </strong>}
            {toSentence(failure.message)}
          </p>
          {failure.hint !== undefined && <p>{toSentence(failure.hint)}</p>}
        </div>
      )}
      <FileIssues {...result} />
      <Counters counters={countersOf(result)} />
      <TypeCounters types={result.recordTypes} isWithheld={isWithheld(result)} />
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="About the whole file">
          {warnings.map(({ code, message, count }) => (
            <li key={code + message}>
              <span class="severity WARNING">Warning</span> {toSentence(message)}
              {count !== undefined && ` (${formatCounted(count, 'record')})`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function titleOf(code: string): string | null {
  if (code === 'file_rule_broken') return 'Nothing of the file would be published';
  return code === 'no_record_processed' ? 'No record can be used' : null;
}

function toneOf({ status, warningRecords, fileIssues = [] }: ProcessingResult): string {
  if (status === 'FAILED') return 'bad';
  if (status === 'PARTIAL_SUCCESS') return 'bad';
  return warningRecords > 0 || fileIssues.length > 0 ? 'soso' : 'good';
}

/** Returns the verdict on a file as one sentence. */
export function sentenceOf(result: ProcessingResult): string {
  const { status, failure, totalRecords, errorRecords, warningRecords, fileIssues = [] } = result;
  if (failure?.code === 'file_rule_broken') return 'The file as a whole is not correct';
  if (status === 'FAILED' && failure?.code !== 'no_record_processed') return 'The file cannot be read to its end';
  if (totalRecords === 0) return 'The file has no records';
  if (errorRecords > 0)
    return `${formatCount(errorRecords)} of ${formatCounted(totalRecords, 'record')} ${errorRecords === 1 ? 'has' : 'have'} errors`;
  if (fileIssues.length > 0)
    return `No record has errors, but the file as a whole has ${formatCounted(fileIssues.length, 'issue')}`;
  if (warningRecords > 0)
    return `No errors, and warnings in ${formatCount(warningRecords)} of ${formatCounted(totalRecords, 'record')}`;
  return totalRecords === 1 ? 'The record is correct' : `All ${formatCount(totalRecords)} records are correct`;
}

/** Returns the counters of a result with their names. */
export function countersOf(result: ProcessingResult): Counter[] {
  return [
    ['Records', result.totalRecords, false],
    ['Processed', result.processedRecords, false],
    ['Published', countPublished(result), false],
    ['Failed', result.failedRecords, true],
    ['Skipped', result.skippedRecords, true],
    ['With errors', result.errorRecords, true],
    ['Only warnings', result.warningRecords, false],
    ['Corrected', result.correctedRecords, false],
    ['Other lines', result.otherLines, false],
  ];
}
