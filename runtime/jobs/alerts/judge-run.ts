import type { FileRecords } from '../../base/model/file-records.ts';
import { isAbove } from '../../base/model/error-share.ts';
import type { SerializedResult } from '../../base/model/result.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { NumberRange } from '../definition/job-definition.ts';
import type { AlertFacts, FileWork } from '../work/work.ts';

/** The result of a run that has not FAILED. */
interface EndedRun {
  readonly result: SerializedResult;
  readonly records: FileRecords;
}

/** Returns what a person should know of a file that was published: rejected records, warnings, an unusual volume. */
export async function judgeRun(
  work: Pick<FileWork, 'job' | 'services'>,
  file: StoredFile,
  { result, records }: EndedRun,
): Promise<AlertFacts[]> {
  const { job } = work;
  const { alerts } = job.definition;
  const facts = { job, file: file.path, ...(file.runId !== null && { runId: file.runId }) };
  const found: AlertFacts[] = [];
  const { rejected, total } = records;
  if (result.status === 'PARTIAL_SUCCESS' && isAbove(alerts.alertAbove, { records: rejected, total }))
    found.push({
      ...{ kind: 'records_rejected', code: 'records_rejected', ...facts },
      message: `${rejected} of ${total} records of the file "${file.path}" were rejected.`,
    });
  const warning = result.warnings.find(({ code }) => alerts.warnings.includes(code));
  if (warning !== undefined)
    found.push({
      ...{ kind: 'warnings', code: warning.code, ...facts },
      message: `The file "${file.path}" has a warning: ${warning.message}`,
    });
  // The volume of a file is judged once.
  const isRejects = file.rejectsOrder?.publishedBy === file.runId;
  const volume = isRejects ? null : await judgeVolume(work, file, records);
  if (volume !== null) found.push({ kind: 'volume', ...facts, ...volume });
  return found;
}

/** How many of the files before are compared. */
const COMPARED = 20;
/** With fewer files than this, nothing is usual. */
const MIN_COMPARED = 3;
/** The usual share of the median, in per cent. */
const USUAL = { min: 30, max: 300 };

type Finding = Pick<AlertFacts, 'code' | 'message'>;

async function judgeVolume(
  { job, services }: Pick<FileWork, 'job' | 'services'>,
  { path, size }: StoredFile,
  { total }: FileRecords,
): Promise<Finding | null> {
  const { expect } = job.definition;
  if (expect === null) return null;
  const fixed = outside(path, expect.records, { value: total, of: 'records' });
  const found = fixed ?? outside(path, expect.bytes, { value: size, of: 'bytes' });
  if (found !== null || expect.volume !== 'USUAL') return found;
  const before = await services.tables.files.lastPublished(job.id, COMPARED);
  if (before.length < MIN_COMPARED) return null;
  const records = before.map((file) => file.records.total);
  const bytes = before.map((file) => file.size);
  return unusual(path, records, { value: total, of: 'records' }) ?? unusual(path, bytes, { value: size, of: 'bytes' });
}

interface Volume {
  readonly value: number;
  readonly of: 'records' | 'bytes';
}

function outside(path: string, { min, max }: NumberRange, { value, of }: Volume): Finding | null {
  if (min !== null && value < min)
    return { code: `too_few_${of}`, message: `The file "${path}" has ${value} ${of}. At least ${min} are expected.` };
  if (max !== null && value > max)
    return { code: `too_many_${of}`, message: `The file "${path}" has ${value} ${of}. At most ${max} are expected.` };
  return null;
}

function unusual(path: string, before: readonly number[], { value, of }: Volume): Finding | null {
  const median = medianOf(before);
  const isFew = value * 100 < median * USUAL.min;
  if (!isFew && value * 100 <= median * USUAL.max) return null;
  return {
    code: `too_${isFew ? 'few' : 'many'}_${of}`,
    message: `The file "${path}" has ${value} ${of}. The median of the last ${before.length} files is ${median}, and ${USUAL.min} % to ${USUAL.max} % of it is usual.`,
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [before = 0, after = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? after : (before + after) / 2;
}
