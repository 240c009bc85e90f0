import type { Delivery } from '../../../../runtime/base/model/run-info.ts';
import { startAttempt } from './attempt-behaviour.ts';
import { NO_CHECKPOINT, PIECES, type Request } from './requests.ts';
import {
  type Ablation,
  type Broker,
  type Executed,
  executeInKafka,
  executeInStore,
  FIRST_SERVERS,
  type Servers,
} from './servers.ts';
import type { Tasks } from './tasks.ts';

/** The state of a piece. */
export interface PieceServers extends Servers {
  readonly phase: 'COUNT' | 'COUNTED' | 'READY' | 'PUBLISH';
  /** Whether a checkpoint has been stored, other than the first one. */
  readonly isStarted: boolean;
  /** The records that the counters of the checkpoint have. */
  readonly counted: number;
}

const FIRST: PieceServers = { ...FIRST_SERVERS, phase: 'COUNT', isStarted: false, counted: 0 };

/** The pieces of the file of a run, each with one record. */
export function piecesAsTasks(delivery: Delivery): Tasks {
  return {
    first: Array.from({ length: PIECES }, () => FIRST),
    start: (attempt, task) => startAttempt({ delivery, attempt, piece: task }),
    execute(all, request, { task, ablation }) {
      // The states of this model are those of pieces.
      const pieces = all as readonly PieceServers[];
      return request.to === 'store'
        ? executeStore(pieces, request, { task, ablation })
        : executeKafka(pieces, request, { task, ablation });
    },
    isOpen: (servers) => !servers.isEnded && /COUNT$|PUBLISH/.test((servers as PieceServers).phase),
    isCounted: (servers) => (servers as PieceServers).phase !== 'COUNT',
  };
}

type All = readonly PieceServers[];

interface Target {
  readonly task: number;
  readonly ablation: Ablation;
}

interface ExecutedPieces {
  readonly servers: All;
  readonly answer: Executed['answer'];
}

/** The statements of store/pieces.ts and store/piece-journal.ts. Each is a transaction. */
function executeStore(all: All, request: Request, { task, ablation }: Target): ExecutedPieces {
  const own = all[task] ?? FIRST;
  const refuse = (): ExecutedPieces => ({ servers: all, answer: { error: 'lease_lost' } });
  const { call, args } = request;
  if (call === 'openJournal' && own.isEnded) return refuse();
  const isCount = call === 'storeCount';
  // Storing a count is a write like an entry, but only in this phase.
  const { servers, answer } = executeInStore(own, isCount ? { ...request, call: 'finish' } : request, ablation);
  if ('error' in answer || servers === own) return { servers: all, answer };
  if (isCount && own.phase !== 'COUNT') return refuse();
  const put = (changed: Partial<PieceServers>): All =>
    all.map((one, index) => (index === task ? { ...own, ...servers, ...changed } : one));
  switch (call) {
    case 'storeCount':
      return {
        servers: cut(put({ phase: 'COUNTED', isEnded: false, holder: own.holder, isExpired: own.isExpired })),
        answer,
      };
    case 'openJournal': {
      const isPublished = own.phase === 'PUBLISH';
      const checkpoint = isPublished && own.checkpoint === NO_CHECKPOINT ? task : own.checkpoint;
      const hasDestination = task > 0 || own.isStarted ? 1 : 0;
      const value = [servers.commits, checkpoint, isPublished ? 1 : 0, hasDestination];
      return { servers: put({ checkpoint }), answer: { value } };
    }
    case 'commit': {
      const changed = put({ isStarted: true, counted: args[3] ?? 0 });
      return { servers: task === 0 && !own.isStarted ? startOthers(changed) : changed, answer };
    }
    default:
      return { servers: put({}), answer };
  }
}

/** cutPieces(): after the last piece was counted, the first one can be published. */
function cut(all: All): All {
  if (all.some(({ phase }) => phase !== 'COUNTED')) return all;
  return all.map((one, index) => ({ ...one, phase: index === 0 ? 'PUBLISH' : 'READY' }));
}

/** The first piece has stored where the run publishes to. */
function startOthers(all: All): All {
  return all.map((one) => (one.phase === 'READY' ? { ...one, phase: 'PUBLISH' } : one));
}

/** Each piece has its own transactional id and group. */
function executeKafka(all: All, request: Request, { task, ablation }: Target): ExecutedPieces | null {
  const at = ablation.ownIds === false ? 0 : task;
  const executed = executeInKafka(all[at] ?? FIRST, request, ablation);
  if (executed === null) return null;
  const { producers, replaced, transactions, committed, offset, log } = executed.servers;
  const broker: Broker = { producers, replaced, transactions, committed, offset, log };
  const isSame = executed.servers === all[at];
  return {
    servers: isSame ? all : all.map((one, index) => (index === at ? { ...one, ...broker } : one)),
    answer: executed.answer,
  };
}
