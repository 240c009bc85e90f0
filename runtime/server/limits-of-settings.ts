import type { QueueLimits } from '../runs/queue-limits.ts';
import type { BrokerSettingName } from '../settings/broker.ts';
import type { Settings } from '../settings/declarations.ts';
import type { ConnectionLimits } from './http/connection-limits.ts';
import type { Services } from './http/services.ts';

type LimitSettings = Omit<Settings, BrokerSettingName | 'store'>;

/** Returns the limits of files and runs that requests use. */
export function limitsOf(settings: LimitSettings): Services['limits'] {
  const { maxFileBytes, maxRecordBytes, maxColumns, maxOutputBytes, maxOutputRatio, maxProcessorTime } = settings;
  return { maxFileBytes, maxRecordBytes, maxColumns, maxOutputBytes, maxOutputRatio, maxProcessorMs: maxProcessorTime };
}

/** Returns the limits of the queue of runs. */
export function queueOf({ maxQueuedRuns, maxQueuedRunsPerCaller }: LimitSettings): QueueLimits {
  return { maxQueued: maxQueuedRuns, maxQueuedPerCaller: maxQueuedRunsPerCaller };
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
