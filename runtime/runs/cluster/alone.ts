import type { Cluster } from './cluster.ts';

/** Cluster.inTurn() for a process that is alone: the work begins at once. */
export const workAlone: Cluster['inTurn'] = (_, signal, work) => work({ signal, plannedAt: null, plan() {} });
