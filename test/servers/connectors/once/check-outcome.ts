import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { FileView } from '../../../../runtime/jobs/job-view.ts';
import type { Service } from '../../../runtime/service.ts';
import type { PutFile } from './partner.ts';
import type { OnceTarget } from './publish-once.ts';

/** What there is to compare. */
export interface Outcome {
  /** The folder with the files of the source's server. */
  readonly folder: string;
  readonly expected: readonly PutFile[];
  readonly target: OnceTarget;
}

/**
 * Throws unless each record was published exactly once, each file is unchanged in `archive` or `failed`, and the ledger
 * has one run and the right reason for each. Returns the number of records.
 */
export async function checkOutcome(service: Service, { folder, expected, target }: Outcome): Promise<number> {
  const files = (await (await service.fetch('/jobs/claims/files?limit=1000')).json()) as FileView[];
  const records = await checkRecords(service, { expected, target, files });
  checkFolders(folder, expected);
  assert.equal(
    files.map(describeRow).sort(),
    expected.map(({ name, records, sha256 }) => {
      const isDone = records > 0;
      return describeRow({
        ...{ name, sha256, pending: false },
        state: isDone ? 'done' : 'failed',
        location: `${isDone ? 'archive' : 'failed'}/${name}`,
        reason: isDone ? null : readReason(folder, name),
      });
    }),
  );
  // Each file had one run, and no run belongs to no file.
  const runs = (await (await service.fetch('/runs?limit=1000')).json()) as { runId: string }[];
  assert.equal(runs.map(({ runId }) => runId).sort(), files.map(({ runId }) => runId).sort());
  return records;
}

const isBroken = ({ records }: PutFile): boolean => records === 0;

function checkFolders(folder: string, expected: readonly PutFile[]): void {
  const names = (name: string): string[] =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name)).sort() : [];
  const good = expected.filter((file) => !isBroken(file));
  const broken = expected.filter(isBroken);
  assert.equal(names('in'), []);
  assert.equal(
    names('archive'),
    good.map(({ name }) => name),
  );
  assert.equal(
    names('failed'),
    broken.flatMap(({ name }) => [name, `${name}.reason.json`]),
  );
  for (const file of expected) {
    const content = readFileSync(join(folder, isBroken(file) ? 'failed' : 'archive', file.name));
    assert.is(createHash('sha256').update(content).digest('hex'), file.sha256, file.name);
  }
}

type Row = Pick<FileView, 'name' | 'state' | 'location' | 'reason' | 'sha256' | 'pending'>;

/** Returns what must be right in a row of the ledger, as a line that begins with the name. */
function describeRow({ name, state, location, reason, sha256, pending }: Row): string {
  const why = reason === null ? 'no reason' : `${reason.code}: ${reason.message}`;
  return `${name} ${state} ${location} ${sha256} ${pending ? 'pending' : 'settled'} ${why}`;
}

/** Returns the content of a reason file. */
function readReason(folder: string, name: string): FileView['reason'] {
  return JSON.parse(readFileSync(join(folder, 'failed', `${name}.reason.json`), 'utf8')) as FileView['reason'];
}

async function checkRecords(
  service: Service,
  { expected, target, files }: Omit<Outcome, 'folder'> & { files: readonly FileView[] },
): Promise<number> {
  const wanted = new Map<string, number>();
  for (const { source, records } of expected)
    for (let index = 0; index < records; index++) count(wanted, `${source}-${index}`);
  const published = new Map<string, number>();
  await target.read(service, (value) => count(published, (JSON.parse(value) as { id: string }).id));
  const wrong = [...new Set([...wanted.keys(), ...published.keys()])].filter(
    (id) => wanted.get(id) !== published.get(id),
  );
  const sources = new Set(wrong.map((id) => id.replace(/-\d+$/, '')));
  const concerned = new Set(expected.filter(({ source }) => sources.has(source)).map(({ name }) => name));
  assert.equal(
    wrong.slice(0, 5).map((id) => `${id}: ${wanted.get(id)} wanted, ${published.get(id)} published`),
    [],
    `${wrong.length} of ${wanted.size} records. ${await describeFiles(
      service,
      files.filter(({ name }) => concerned.has(name)),
    )}`,
  );
  return [...published.values()].reduce((sum, times) => sum + times, 0);
}

function count(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

/** Returns what the service knows of files and their runs, for the message of a failure. */
async function describeFiles(service: Service, files: readonly FileView[]): Promise<string> {
  const described = files.map(async (file) => ({
    file,
    run: await (await service.fetch(`/runs/${file.runId}`)).json(),
  }));
  return JSON.stringify(await Promise.all(described), null, 2);
}
