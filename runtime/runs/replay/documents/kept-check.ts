import { RecordSet } from '../../../base/model/record-set.ts';
import { rejectedRecords, type ReplayFile } from '../places/rejected-records.ts';
import { isPartial, unpublishedSet } from '../places/unpublished.ts';

/** Records that follow each other. */
interface Records {
  readonly first: number;
  readonly records: number;
}

/** Says which records of a run were not published. */
export interface KeptCheck {
  /** Whether there are any among those that the run has read. */
  readonly hasSome: boolean;
  /** Returns whether one of some records was not published. The first numbers of consecutive calls ascend. */
  isKept(unit: Records): Promise<boolean>;
  close(): Promise<void>;
}

/** Creates the check for a run. Its file is read again meanwhile. The caller closes it. */
export async function createKeptCheck(file: ReplayFile): Promise<KeptCheck> {
  return isPartial(file) ? checkSet(await unpublishedSet(file)) : checkRejected(file);
}

function checkSet(text: string | null): KeptCheck {
  const set = text === null ? null : new RecordSet(text);
  return {
    hasSome: set !== null,
    async isKept({ first, records }) {
      for (let record = first; set !== null && record < first + records; record++) if (set.has(record)) return true;
      return false;
    },
    close: async () => {},
  };
}

async function checkRejected(file: ReplayFile): Promise<KeptCheck> {
  const rejected = rejectedRecords(file);
  let next = await rejected.next();
  const isUnread = (record: number) => file.rest.kind === 'unread' && record > file.records;
  return {
    hasSome: next.done !== true,
    async isKept({ first, records }) {
      while (next.done !== true && next.value.record < first) next = await rejected.next();
      const last = first + records - 1;
      return (next.done !== true && next.value.record <= last) || isUnread(last);
    },
    async close() {
      await rejected.return(undefined);
    },
  };
}
