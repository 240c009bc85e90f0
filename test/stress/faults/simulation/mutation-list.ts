/** A wrong change of the code. Each `from` is at one place of its file. */
export interface Mutation {
  readonly name: string;
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

const one = (name: string, file: string, from: string, to: string): Mutation => ({ name, edits: [{ file, from, to }] });

const STORE = 'runtime/state/store';
const RUNS = 'runtime/runs';
const TAKE = 'runtime/jobs/take';

/** Changes of runs, leases, jobs, the store and checkpoints that break a promise. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'an outdated attempt stores entries',
    edits: [
      {
        file: `${STORE}/store-journals.ts`,
        from: '  for (const { run } of all) if (run.attempt !== null) await holdTask(connection, run.number, run.attempt);\n',
        to: '',
      },
      {
        file: `${STORE}/store-journals.ts`,
        from: ' AND runs.commits = stored.column2',
        to: ' AND 0 <= stored.column2',
      },
    ],
  },
  one(
    'checkpoints are stored with the end only',
    `${STORE}/store-journals.ts`,
    'last === null ? null : sealJson(last.checkpoint)',
    'last === null || ending === null ? null : sealJson(last.checkpoint)',
  ),
  one(
    'a run resumes from its start',
    `${STORE}/run-journal.ts`,
    'checkpoint: toCheckpoint(row, errors) }',
    'checkpoint: errors.length < 0 ? toCheckpoint(row, errors) : null }',
  ),
  one(
    'a resumed run stores its errors again',
    'runtime/base/model/journal-entries.ts',
    'let knownErrors = from.errors.length;',
    'let knownErrors = 0;',
  ),
  one(
    'a resumed run counts from zero',
    `${STORE}/journal-run.ts`,
    '{ ...checkpoint, errors: [...errors],',
    '{ ...checkpoint, counters: { ...checkpoint.counters, totalRecords: 0 }, errors: [...errors],',
  ),
  one(
    'a resumed run gives its hidden messages the places of earlier ones',
    `${STORE}/journal-run.ts`,
    "delivery === 'all-or-nothing' ? found.hidden : null",
    "delivery === 'all-or-nothing' ? 0 : null",
  ),
  one(
    'a resumed run that has rejects does not show its messages',
    `${STORE}/store-journals.ts`,
    "if (status !== 'FAILED' && hasHidden) await",
    "if ((status === 'SUCCESS' || run.commits < 3) && status !== 'FAILED' && hasHidden) await",
  ),
  one(
    'the first unfinished run is forgotten',
    `${RUNS}/open-runs.ts`,
    'for (const run of waiting) this',
    'for (const run of waiting.slice(1)) this',
  ),
  one(
    'an answer precedes the commit',
    `${STORE}/engine/writer.ts`,
    'await inTransaction(connection, () => work(connection, waiting, taken))',
    `await inTransaction(connection, async () => {
        const early = await work(connection, waiting, taken);
        for (const resolve of early) resolve();
        return early;
      })`,
  ),
  one(
    'entries are stored after one that could not be',
    `${STORE}/entry-queue.ts`,
    '      broken ??= { reason };\n      throw reason;',
    '      throw reason;',
  ),
  one(
    'a received file is not flushed',
    'runtime/reading/source/spool.ts',
    '{ ...file, isDurable: true }',
    '{ ...file, isDurable: false }',
  ),
  one('the name of a received file is not flushed', 'runtime/reading/source/spool.ts', '    await syncFolder();\n', ''),
  one(
    'a start removes the files of runs',
    `${RUNS}/open-runs.ts`,
    'removeOrphans((name) => claimed.has(name))',
    'removeOrphans((name) => claimed.has(`${name}.`))',
  ),
  one(
    'the key of a file differs at each try',
    `${TAKE}/run-key.ts`,
    'file ${number} ${generation}`;',
    'file ${number} ${Date.now()}`;',
  ),
  one(
    'a paused run counts as deleted',
    `${TAKE}/follow-run.ts`,
    '      if (!(error instanceof RunNotFinished)) throw error;\n',
    '      if (!(error instanceof RunNotFinished)) throw error;\n      if (error.code !== STOPPING.code) return null;\n',
  ),
  one(
    'the target of a move is not stored before the move',
    `${TAKE}/move-file.ts`,
    "file.movingTo === target ? file : await applyEvent(work, file, { event: { kind: 'moving', to: target } })",
    'file',
  ),
  one(
    'a run with a lease is taken',
    `${STORE}/cluster/run-tasks.ts`,
    'OR t.lease_until <= ${NOW})`;',
    'OR t.lease_until <= ${NOW} + 12000)`;',
  ),
  one(
    'an instance frees the runs of others',
    `${STORE}/cluster/run-tasks.ts`,
    'WHERE run = (SELECT number FROM runs WHERE id = ?) AND attempt = ? AND instance = ?`',
    'WHERE run = (SELECT number FROM runs WHERE id = ?) AND attempt >= ? AND instance <> ?`',
  ),
  one(
    'a job continues without its lease',
    `${RUNS}/cluster/held-leases.ts`,
    "lost.abort(new Error('another instance has the lease'));",
    '',
  ),
  one(
    'a lease of a job is taken from its holder',
    `${STORE}/cluster/leases.ts`,
    'OR leases.lease_until <= ${NOW}',
    'OR leases.lease_until <= ${NOW} + 14000',
  ),
  one(
    'what a killed service has left is not moved',
    'runtime/jobs/job-runner.ts',
    '    await settlePending(work);\n',
    '',
  ),
  one(
    'a file that was taken before a crash is left',
    `${TAKE}/recover-files.ts`,
    "file.state === 'taken' ? await recoverTaken(work, file) : file",
    'file',
  ),
  one(
    'the file of a run is removed',
    `${TAKE}/take-file.ts`,
    'if (spooled !== null && !isOwned) await',
    'if (spooled !== null) await',
  ),
  one(
    'a run whose thread is lost once is FAILED',
    `${RUNS}/active-run.ts`,
    'if (crashedAt === attempt.record || ++crashes > MAX_CRASHES)',
    'if (crashedAt === attempt.record || ++crashes > 0)',
  ),
  one(
    'a statement that fails ends a run as FAILED',
    `${RUNS}/attempt-run.ts`,
    "if (!(error instanceof ThreadFailure)) return { kind: 'paused', pause: STORAGE_FAILED };",
    "if (!(error instanceof ThreadFailure)) return { kind: 'failed', failure: { code: 'failed', message: '' }, cause: error };",
  ),
  one('a reader skips a batch', `${STORE}/topics.ts`, 'AND b.first_offset >= ? ORDER', 'AND b.first_offset > ? ORDER'),
];
