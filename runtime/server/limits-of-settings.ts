import type { QueueLimits } from '../runs/queue-gate.ts';
import type { BrokerSettingName } from '../state/settings/broker.ts';
import type { Settings } from '../state/settings/declarations.ts';
import type { ConnectionLimits } from './http/connection-limits.ts';
import type { Services } from './http/services.ts';

type LimitSettings = Omit<Settings, BrokerSettingName | 'store'>;

/** Returns the limits of files and runs that requests use. */
export function limitsOf(settings: LimitSettings): Services['limits'] {
  const { maxFileBytes, maxRecordBytes, maxColumns, maxOutputBytes, maxOutputRatio, maxProcessorTime } = settings;
  return { maxFileBytes, maxRecordBytes, maxColumns, maxOutputBytes, maxOutputRatio, maxProcessorMs: maxProcessorTime };
}

/** What only tests set. */
export interface TestSettings {
  /** The size of the pieces of large files, in bytes. Default: 256 MiB. */
  pieceBytes?: number;
}

/** Returns the limits of the queue of runs, and the size of pieces if it is set. */
export function runLimitsOf({
  maxQueuedRuns,
  maxQueuedRunsPerCaller,
  pieceBytes,
}: LimitSettings & TestSettings): { queue: QueueLimits } & TestSettings {
  const queue = { maxQueued: maxQueuedRuns, maxQueuedPerCaller: maxQueuedRunsPerCaller };
  return pieceBytes === undefined ? { queue } : { queue, pieceBytes };
}

/** Returns the limits of connections. */
export function connectionLimitsOf(settings: LimitSettings): ConnectionLimits {
  const { headerTimeout, idleTimeout, requestTimeout, maxConnections, maxConnectionsPerAddress } = settings;
  return {
    headerMs: headerTimeout,
    idleMs: idleTimeout,
    requestMs: requestTimeout,
    maxConnections,
    maxConnectionsPerAddress,
  };
}
