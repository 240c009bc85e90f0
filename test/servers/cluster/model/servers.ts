import { type Answer, NO_CHECKPOINT, type Request } from './requests.ts';

/** What is taken out of the protocol, to show that the invariants then fail. */
export interface Ablation {
  /** The transactional id belongs to an instance: a new producer does not fence the others. */
  readonly fencing?: false;
  /** The store accepts writes of outdated attempts. */
  readonly attemptCheck?: false;
  /** The store accepts entries of earlier journals. */
  readonly journalCheck?: false;
  /** The broker stores the offset of the group at once, not with the transaction. */
  readonly offsetInTransaction?: false;
  /** All pieces of a run have one transactional id and one group. */
  readonly ownIds?: false;
}

interface Transaction {
  readonly producer: number;
  readonly records: readonly number[];
  readonly offset: number | null;
}

/** The state of the task and of the run in PostgreSQL, and of the run in Kafka. It is never changed in place. */
export interface Servers extends Broker {
  readonly attempt: number;
  /** The instance that has taken the run; null if it is free. */
  readonly holder: number | null;
  readonly isExpired: boolean;
  readonly commits: number;
  readonly checkpoint: number;
  readonly isEnded: boolean;
  /** Whether the store has accepted a write of an outdated attempt. */
  readonly hasOutdatedWrite: boolean;
}

/** The state of a transactional id, its group and its messages. */
export interface Broker {
  /** The number of producers that were initialised: the epoch of the last one. */
  readonly producers: number;
  /** The producer that the last one has replaced by naming it; null if the last one named none. */
  readonly replaced: number | null;
  readonly transactions: readonly Transaction[];
  /** The producers whose last transaction was committed. A repeated request to commit succeeds. */
  readonly committed: readonly number[];
  readonly offset: number;
  /** The visible messages, as `[producer, record]`, in order. */
  readonly log: readonly (readonly [number, number])[];
}

export const FIRST_SERVERS: Servers = {
  attempt: 0,
  holder: null,
  isExpired: false,
  commits: 0,
  checkpoint: NO_CHECKPOINT,
  isEnded: false,
  producers: 0,
  replaced: null,
  transactions: [],
  committed: [],
  offset: 0,
  log: [],
  hasOutdatedWrite: false,
};

export interface Executed {
  readonly servers: Servers;
  readonly answer: Answer;
}

/** Returns the state after a request and its answer; null if the broker cannot answer yet. */
export function execute(servers: Servers, request: Request, ablation: Ablation): Executed | null {
  return request.to === 'store'
    ? executeInStore(servers, request, ablation)
    : executeInKafka(servers, request, ablation);
}

/** The statements of store/cluster/run-tasks.ts, store/journal-run.ts and store/run-journal.ts. Each is a transaction. */
export function executeInStore(servers: Servers, { call, args }: Request, ablation: Ablation): Executed {
  const [attempt = 0, commits = 0, record = 0] = args;
  const { isEnded } = servers;
  const refuse = (error: 'lease_lost' | 'refused'): Executed => ({ servers, answer: { error } });
  const isOutdated = attempt !== servers.attempt;
  const isHeld = ablation.attemptCheck === false || !isOutdated;
  const write = (changed: Partial<Servers>, value: readonly number[] = []): Executed => ({
    servers: { ...servers, ...changed, hasOutdatedWrite: servers.hasOutdatedWrite || isOutdated },
    answer: { value },
  });
  switch (call) {
    case 'find':
      return { servers, answer: { value: [isEnded ? 1 : 0] } };
    case 'release':
      return isOutdated || isEnded
        ? { servers, answer: { value: [] } }
        : { servers: { ...servers, holder: null, isExpired: false }, answer: { value: [] } };
    case 'openJournal':
      if (isEnded) return refuse('refused');
      if (!isHeld) return refuse('lease_lost');
      return write({ commits: servers.commits + 1 }, [servers.commits + 1, servers.checkpoint]);
    case 'commit':
    case 'finish':
      // With the end of a run, its task is deleted.
      if (!isHeld || isEnded) return refuse('lease_lost');
      if (ablation.journalCheck !== false && commits !== servers.commits) return refuse('refused');
      return call === 'finish'
        ? write({ isEnded: true, holder: null, isExpired: false, commits: servers.commits + 1 })
        : write({ checkpoint: record, commits: servers.commits + 1 });
    default:
      throw new Error(`unknown request: ${call}`);
  }
}

/** The broker: a transactional id, the offset of the group of the run, and one partition. */
export function executeInKafka(servers: Servers, { call, args }: Request, ablation: Ablation): Executed | null {
  const [producer = 0, record = 0] = args;
  const done = (changed: Partial<Servers>, value: readonly number[] = []): Executed => ({
    servers: { ...servers, ...changed },
    answer: { value },
  });
  const fenced: Executed = { servers, answer: { error: 'fenced' } };
  const { transactions, producers } = servers;
  const own = transactions.find((one) => one.producer === producer);
  const others = transactions.filter((one) => one !== own);
  const put = (changed: Partial<Transaction>): Partial<Servers> => ({
    transactions: [...others, { producer, records: [], offset: null, ...own, ...changed }],
    committed: servers.committed.filter((one) => one !== producer),
  });
  const isFenced = ablation.fencing !== false && producer !== producers;
  switch (call) {
    case 'initIdempotent':
      return done({ producers: producers + 1 }, [producers + 1]);
    case 'initProducerId': {
      const ended = ablation.fencing !== false && { transactions: [], committed: [] };
      return done({ producers: producers + 1, replaced: null, ...ended }, [producers + 1]);
    }
    // The broker first aborts a transaction that is open, and only then compares the epochs.
    case 'raiseEpoch': {
      if (ablation.fencing === false) return done({ producers: producers + 1 }, [producers + 1]);
      if (transactions.length > 0) return { servers: endTransactions(servers), answer: { error: 'fenced' } };
      if (producer === servers.replaced) return done({}, [producers]);
      if (isFenced) return fenced;
      return done({ producers: producers + 1, replaced: producer, committed: [] }, [producers + 1]);
    }
    case 'fetchOffset':
      return transactions.some(({ offset }) => offset !== null) && ablation.fencing !== false
        ? null
        : done({}, [servers.offset]);
    case 'produce':
      return produce(servers, { producer, record });
    case 'produceInTransaction':
      if (isFenced || own === undefined) return fenced;
      return done(own.records.includes(record) ? {} : put({ records: [...own.records, record] }));
    case 'addPartitionsToTxn':
    case 'addOffsetsToTxn':
      return isFenced ? fenced : done(put({}));
    case 'txnOffsetCommit':
      if (isFenced || own === undefined) return fenced;
      return done(ablation.offsetInTransaction === false ? { offset: record } : put({ offset: record }));
    case 'endTxn': {
      const isCommit = record === 1;
      if (isFenced) return fenced;
      if (own === undefined) return isCommit && servers.committed.includes(producer) ? done({}) : fenced;
      if (!isCommit) return done({ transactions: others });
      return done({
        transactions: others,
        committed: [...servers.committed, producer],
        offset: own.offset ?? servers.offset,
        log: [...servers.log, ...own.records.map((one) => [producer, one] as const)],
      });
    }
    default:
      throw new Error(`unknown request: ${call}`);
  }
}

/** The producer is idempotent: the broker drops a batch that it has. */
function produce(servers: Servers, { producer, record }: { producer: number; record: number }): Executed {
  const isThere = servers.log.some(([by, one]) => by === producer && one === record);
  return {
    servers: isThere ? servers : { ...servers, log: [...servers.log, [producer, record]] },
    answer: { value: [] },
  };
}

/** The broker aborts an open transaction after its time-out, and fences its producer. */
export function endTransactions(servers: Servers): Servers {
  return { ...servers, transactions: [], committed: [], producers: servers.producers + 1, replaced: null };
}
