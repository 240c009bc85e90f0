import type { SerializedRun } from '../../../../runtime/runs/run-request.ts';
import { expect, type Plan, type PlannedFile } from './plan.ts';
import type { RemoteFolder } from './remote-folder.ts';

/** What is there when a history has ended. */
export interface Found {
  /** The values of all messages, by topic. */
  readonly topics: Readonly<Record<'taken' | 'sent', readonly string[]>>;
  readonly runs: readonly SerializedRun[];
  /** The rows of the ledger: name, state and place. */
  readonly ledger: readonly string[];
  readonly remote: Pick<RemoteFolder, 'paths' | 'read'>;
  /** The runs that were accepted, by the names of their files: their ids, or null without an answer. */
  readonly accepted: ReadonlyMap<string, string | null>;
}

/** Compares what is there with the files of a plan. Returns what is wrong. */
export function findFaults(plan: Plan, found: Found): string[] {
  const { runs, topics, accepted } = found;
  const files = [...plan.taken, ...plan.sent];
  const faults = [
    ...plan.taken.flatMap((file) => findFileFaults(file, plan, { published: topics.taken, runs })),
    ...plan.sent.flatMap((file) => findFileFaults(file, plan, { published: topics.sent, runs })),
    ...findPlaceFaults(plan, found),
  ];
  if (runs.length !== files.length) faults.push(`${runs.length} runs of ${files.length} files`);
  for (const [name, runId] of accepted)
    if (!runs.some((run) => run.runId === runId)) faults.push(`the accepted run of ${name} is forgotten`);
  // A cancelled run has published a part of its file.
  if (plan.sent.some(({ cancelledAfterMs }) => cancelledAfterMs !== null)) return faults;
  const expected = files.reduce((sum, file) => sum + expect(file, plan.delivery).values.length, 0);
  const count = topics.taken.length + topics.sent.length;
  if (expected !== count) faults.push(`${count} messages instead of ${expected}`);
  return faults;
}

interface Published {
  readonly published: readonly string[];
  readonly runs: readonly SerializedRun[];
}

function findFileFaults(file: PlannedFile, plan: Plan, { published: all, runs }: Published): string[] {
  const id = file.content.split(' r')[0]?.replace(/^([EWC] |#)/, '') ?? '';
  const published = all.filter((value) => value.includes(`${id} r`));
  const own = runs.filter((run) => run.fileName === file.name);
  const [run] = own;
  if (run === undefined || own.length > 1) return [`${file.name}: ${own.length} runs`];
  const isCancelled = run.failure?.code === 'cancelled' && file.cancelledAfterMs !== null;
  const faults = isCancelled
    ? findCancelledFaults(file, plan, { run, published })
    : findRunFaults(file, plan, { run, published });
  return faults.map((fault) => `${file.name}: ${fault}`);
}

interface OwnRun {
  readonly run: SerializedRun;
  readonly published: readonly string[];
}

function findRunFaults(file: PlannedFile, { delivery }: Plan, { run, published }: OwnRun): string[] {
  const { status, values, total, skipped, issues } = expect(file, delivery);
  const { totalRecords, processedRecords, failedRecords, skippedRecords } = run;
  const listed = run.errors.map((text) => (JSON.parse(text) as { record: number }).record);
  return [
    ...differ('published', JSON.stringify(published), JSON.stringify(values)),
    ...differ('the run is', run.status, status).map((fault) => `${fault} ${JSON.stringify(run.failure)}`),
    ...differ('issues of', listed.join(), issues.join()),
    ...differ(
      'counted',
      [totalRecords, processedRecords, failedRecords, skippedRecords].join(' '),
      [total, total - skipped, 0, skipped].join(' '),
    ),
  ];
}

function differ(what: string, found: string, wanted: string): string[] {
  return found === wanted ? [] : [`${what} ${found} instead of ${wanted}`];
}

/** A cancelled run has published the first records of its file, and counts them. */
function findCancelledFaults(file: PlannedFile, { delivery }: Plan, { run, published }: OwnRun): string[] {
  const { values } = expect(file, delivery);
  const { totalRecords, processedRecords, failedRecords, skippedRecords } = run;
  const counted = delivery === 'all-or-nothing' ? 0 : processedRecords;
  const isRight = published.length === counted && published.every((value, index) => value === values[index]);
  return [
    ...(isRight ? [] : [`cancelled with ${processedRecords} records, published ${JSON.stringify(published)}`]),
    ...differ(
      'the cancelled run counts',
      String(totalRecords),
      String(processedRecords + failedRecords + skippedRecords),
    ),
  ];
}

/** Each file of the job is where its outcome says, once, and the ledger has one row for it. */
function findPlaceFaults(plan: Plan, { remote, ledger }: Found): string[] {
  const faults = plan.taken.flatMap((file) => {
    const isFailed = expect(file, plan.delivery).status === 'FAILED';
    const place = `${isFailed ? 'failed' : 'archive'}/${file.name}`;
    const row = `${file.name} ${isFailed ? 'failed' : 'done'} ${place}`;
    // The rejects of a file that is not published at all are the whole file.
    const places = remote.paths().filter((path) => !path.startsWith('rejects/') && remote.read(path) === file.content);
    return [
      ...differ(`${file.name} is at`, places.join(', '), place),
      ...differ('the ledger has', ledger.filter((one) => one.startsWith(`${file.name} `)).join(', '), row),
    ];
  });
  return [...faults, ...differ('rows of the ledger:', String(ledger.length), String(plan.taken.length))];
}
