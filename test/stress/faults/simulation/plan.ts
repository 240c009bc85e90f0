import type { Delivery } from '../../../../runtime/base/model/run-info.ts';
import type { Random } from '../../../support/random.ts';

/** A file of a history, which a partner puts into the source of the job, or a client sends. */
export interface PlannedFile {
  readonly name: string;
  readonly content: string;
  /** When it arrives, in simulated milliseconds. */
  readonly at: number;
  /** Whether it is received into memory, and stored with its run. */
  readonly isSmall: boolean;
  /** How long after its acceptance its run is cancelled; null: it is not. */
  readonly cancelledAfterMs: number | null;
}

/** What a seed decides before its history begins. */
export interface Plan {
  /** 1, or several instances that share the database. */
  readonly instances: number;
  readonly delivery: Delivery;
  readonly batchRecords: number;
  readonly keepFilesMs: number;
  readonly job: object;
  readonly taken: readonly PlannedFile[];
  readonly sent: readonly PlannedFile[];
  /** The number of faults, and on average one in how many requests has one. */
  readonly faults: number;
  readonly faultIn: number;
}

/** Draws the plan of a history. */
export function drawPlan(random: Random): Plan {
  const instances = random.oneIn(2) ? 1 : 2;
  const delivery = random.pick(['at-least-once', 'exactly-once', 'all-or-nothing'] as const);
  const file = (kind: 'taken' | 'sent', index: number): PlannedFile => ({
    name: `${kind}-${index}.txt`,
    content: drawContent(random, `${kind}${index}`),
    at: random.below(20_000),
    isSmall: random.oneIn(2),
    cancelledAfterMs: kind === 'sent' && random.oneIn(6) ? random.below(300) : null,
  });
  return {
    ...{ instances, delivery },
    batchRecords: 1 + random.below(3),
    keepFilesMs: random.pick([500, 3_600_000]),
    job: {
      name: 'job',
      source: { integration: 'inbox', path: 'in', pattern: '*.txt' },
      spec: 'fake',
      schedule: { every: random.pick(['1s', '5s']) },
      ready: { unchangedFor: random.pick(['0s', '2s']) },
      to: { topic: 'taken' },
      options: { skipInvalidRecords: true, delivery, maxErrors: 1000 },
      retry: { max: 50, backoff: '1s..8s' },
      then: {
        done: { move: 'archive/{name}' },
        failed: { move: 'failed/{name}', reason: true },
        rejects: { path: 'rejects/{name}' },
      },
    },
    taken: Array.from({ length: random.below(3) }, (_, index) => file('taken', index)),
    sent: Array.from({ length: 1 + random.below(2) }, (_, index) => file('sent', index)),
    faults: random.below(6),
    faultIn: random.pick([20, 60, 150]),
  };
}

function drawContent(random: Random, name: string): string {
  const count = 1 + random.below(7);
  const lines = Array.from({ length: count }, (_, index) => {
    const letter = random.oneIn(5) ? random.pick(['E ', 'W ', '#', 'C ']) : '';
    return `${letter}${name} r${index}\n`;
  });
  if (random.oneIn(8)) lines.push('X broken\n');
  return lines.join('');
}

/** What must be published of a file, and how its run ends. */
export interface Expected {
  readonly status: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';
  readonly values: readonly string[];
  readonly total: number;
  readonly skipped: number;
  /** The numbers of the records with issues. */
  readonly issues: readonly number[];
}

/** Returns what a reader of its own finds in a file. */
export function expect({ content }: PlannedFile, delivery: Delivery): Expected {
  const lines = content.split('\n').slice(0, -1);
  const isBroken = lines.some((line) => line.startsWith('X'));
  const records = lines.filter((line) => !line.startsWith('#') && !line.startsWith('X'));
  const skipped = records.filter((line) => line.startsWith('E')).length;
  const values = records.filter((line) => !line.startsWith('E')).map((line) => JSON.stringify({ line }));
  const isFailed = isBroken || (records.length > 0 && values.length === 0);
  return {
    status: isFailed ? 'FAILED' : skipped > 0 ? 'PARTIAL_SUCCESS' : 'SUCCESS',
    values: isBroken && delivery === 'all-or-nothing' ? [] : values,
    total: records.length,
    skipped,
    issues: records.flatMap((line, index) => (/^[EW]/.test(line) ? index + 1 : [])),
  };
}
