import type { Notification } from 'pg';
import type { Connection } from '../engine/connection.ts';
import { createPostgresConnection, EVENTS } from '../postgresql/connection.ts';
import { createSession } from '../postgresql/session.ts';
import type { PostgresSettings } from '../postgresql/settings.ts';
import type { ClusterEvent, ClusterStore, EventKind } from './cluster-store.ts';
import { createInstanceStore } from './instances.ts';
import { createLeaseStore } from './leases.ts';
import { createPieceTaskStore } from './pieces.ts';
import { createTaskStore } from './run-tasks.ts';

/** A statement about a lease that takes longer than this has failed, in milliseconds: the lease is renewed again. */
const STATEMENT_MS = 4000;

/** A store of a cluster that can be closed. */
export interface OpenedClusterStore {
  readonly cluster: ClusterStore;
  close(): Promise<void>;
}

/**
 * Opens the part of a store that instances share. It has its own connections: a lease must be renewed also while a
 * transaction waits.
 */
export function openClusterStore(settings: PostgresSettings, instanceId: string): OpenedClusterStore {
  const session = createSession({ settings, name: 'specmill leases', statementMs: STATEMENT_MS });
  const connection: Connection = createPostgresConnection(session, settings, { instanceId, hasPlans: true });
  const listeners: ((event: ClusterEvent) => void)[] = [];
  const emit = (event: ClusterEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const events = createSession({
    settings,
    name: 'specmill events',
    statementMs: STATEMENT_MS,
    async prepare({ client }) {
      client.on('notification', ({ payload = '' }: Notification) => emit(readEvent(payload, instanceId)));
      await client.query(`LISTEN ${EVENTS}`);
      emit({ kind: 'unknown', id: '', isOwn: false });
    },
  });
  return {
    cluster: {
      instanceId,
      instances: createInstanceStore(connection, instanceId),
      tasks: createTaskStore(connection, instanceId),
      pieces: createPieceTaskStore(connection, instanceId),
      leases: createLeaseStore(connection, instanceId),
      announce: (kind, id = '') => connection.notify(kind, id).catch(() => {}),
      listen: (onEvent) => void listeners.push(onEvent),
      reconnect: () =>
        events.acquire().then(
          () => {},
          () => {},
        ),
    },
    async close() {
      await Promise.all([events.close(), connection.close()]);
    },
  };
}

/** Reads the text that Connection.notify() has sent: the id of the instance, the kind, and the id of the object. */
function readEvent(payload: string, instanceId: string): ClusterEvent {
  const [sender = '', kind = '', id = ''] = payload.split(' ');
  // Another version may send other kinds, which are ignored.
  return { kind: kind as EventKind, id, isOwn: sender === instanceId };
}
