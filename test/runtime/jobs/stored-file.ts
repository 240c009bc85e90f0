import type { StoredFile } from '../../../runtime/state/store/job-file-store.ts';

/** Returns a row of a ledger with these members: by default a file that was just seen. */
export function storedFile(given: Partial<StoredFile>): StoredFile {
  return {
    number: 1,
    path: 'in/a.csv',
    name: 'a.csv',
    size: 10,
    modified: 1,
    version: 'v',
    identity: 'i',
    state: 'seen',
    reason: null,
    location: 'in/a.csv',
    movingTo: null,
    runId: null,
    spec: null,
    sha256: null,
    attempts: 0,
    generation: 0,
    isThenPending: false,
    firstSeen: 1,
    unchangedSince: 1,
    takenAt: null,
    publishedAt: null,
    finishedAt: null,
    retryAt: null,
    goneSince: null,
    records: null,
    retryOrder: null,
    rejectsOrder: null,
    ...given,
  };
}
