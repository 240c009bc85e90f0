import type { Connector, RemoteFile } from '../../connector/connector.ts';
import { compileFilePattern } from '../../base/files/file-pattern.ts';
import type { FileReason } from '../../base/model/file-state.ts';
import type { ListedFile } from '../../state/store/job-file-store.ts';
import { ownFoldersOf } from '../definition/contradictions.ts';
import type { Job } from '../definition/job.ts';
import { identify } from '../ledger/identity.ts';
import { findSpecName } from '../work/choose-spec.ts';
import type { JobServices } from '../work/work.ts';
import { isDoneFileName } from '../work/done-files.ts';

const BATCH = 1000;
/** No more done files than this are remembered during a look. The files of others wait for the next look. */
const MAX_DONE_FILES = 200_000;

/** What a look at the source has found. */
export interface Look {
  /** The number of files that fit the pattern. */
  readonly listed: number;
  /** The paths of the done files. */
  readonly doneFiles: ReadonlySet<string>;
}

/**
 * Lists the files of a source and compares them with the ledger, in batches: a listing is never in memory as a whole.
 * Then marks the files that are gone. Throws the errors of the source. Then nothing is marked as gone.
 */
export async function look(
  { job, services, connector }: { job: Job; services: JobServices; connector: Connector },
  signal: AbortSignal,
): Promise<Look> {
  const { files } = services.tables;
  const { source, ready } = job.definition;
  const now = services.now();
  const rows = createRowSet();
  const doneFiles = new Set<string>();
  const select = createSelection(job);
  let listed = 0;
  let batch: ListedFile[] = [];
  const compare = async (): Promise<void> => {
    for (const number of await files.compare(job.id, withoutRepeats(batch), now)) rows.add(number);
    listed += batch.length;
    batch = [];
  };
  // With a done file, all names are listed: the pattern fits only the files themselves.
  const pattern = ready.doneFile === null ? source.pattern : '*';
  for await (const file of connector.list(source.path, { pattern, isRecursive: source.recursive })) {
    signal.throwIfAborted();
    const isDoneFile = ready.doneFile !== null && isDoneFileName(file.name, ready.doneFile);
    if (isDoneFile && doneFiles.size < MAX_DONE_FILES) doneFiles.add(file.path);
    const selected = isDoneFile ? null : select(file);
    if (selected !== null && batch.push(selected) === BATCH) await compare();
  }
  await compare();
  await files.markGone(job.id, (number) => rows.has(number), now);
  return { listed, doneFiles };
}

/** Returns a function that returns what the ledger compares of a file; null if the job has nothing to do with the file. */
function createSelection(job: Job): (file: RemoteFile) => ListedFile | null {
  const { source, ready, take, then } = job.definition;
  const fits = compileFilePattern(source.pattern);
  const ignored = ready.ignore.map((pattern) => ({ pattern, matches: compileFilePattern(pattern) }));
  const own = ownFoldersOf(job.definition).filter((folder) => folder !== '');
  const isOwn = ({ path }: RemoteFile): boolean => own.some((folder) => path.startsWith(`${folder}/`));
  const isReason = ({ name }: RemoteFile): boolean => then.failed?.reason === true && name.endsWith('.reason.json');
  const whyIgnored = ({ name }: RemoteFile): FileReason | null => {
    const matched = ignored.find(({ matches }) => matches(name));
    if (matched !== undefined)
      return { code: 'ignored_name', message: `The name matches "${matched.pattern}", which the job ignores.` };
    // The specs of archives are those of their members.
    if (source.members === undefined && findSpecName(job, name) === null)
      return { code: 'ignored_no_spec', message: 'The name fits the pattern of none of the specs.' };
    return null;
  };
  return (file) => {
    if (!fits(file.name) || (source.recursive && isOwn(file)) || isReason(file)) return null;
    const { path, name, size, version } = file;
    const modified = file.modified === null ? null : Date.parse(file.modified);
    return { path, name, size, version, modified, identity: identify(file, take.identity), ignored: whyIgnored(file) };
  };
}

/** A server may list a file twice while the folder changes. The ledger has one row for it. */
function withoutRepeats(batch: readonly ListedFile[]): ListedFile[] {
  const byPath = new Map(batch.map((file) => [file.path, file]));
  return [...byPath.values()];
}

/** A set of row numbers. It uses one bit for each number up to the highest one, so ten million rows take 1.25 MB. */
interface RowSet {
  add(number: number): void;
  has(number: number): boolean;
}

const FIRST_BYTES = 8192;

/** Creates an empty set. */
function createRowSet(): RowSet {
  let bits = new Uint8Array(FIRST_BYTES);
  return {
    add(number) {
      const at = Math.floor(number / 8);
      if (at >= bits.length) {
        const larger = new Uint8Array(Math.max(at + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      bits[at] = (bits[at] ?? 0) | (1 << (number % 8));
    },
    has: (number) => ((bits[Math.floor(number / 8)] ?? 0) & (1 << (number % 8))) !== 0,
  };
}
