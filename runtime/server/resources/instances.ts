import type { StoredInstance } from '../../state/store/cluster/instances.ts';
import { Problem } from '../http/problem.ts';
import { json } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';
import type { InstanceView } from '../shapes/instance.ts';

/** An instance that was silent for this time is lost: the leases of its runs have ended. In milliseconds. */
const LOST_MS = 15_000;

/** GET /instances: the processes that share the database; none if the service is alone. */
export async function listInstances(_: Request, { cluster }: RequestServices): Promise<Response> {
  if (cluster === null) return json([]);
  return json((await cluster.list()).map((instance) => toView(instance, cluster.instanceId)));
}

/**
 * POST /instances/{id}/drain: the instance takes no more runs, and its present ones continue elsewhere after their next
 * checkpoint. 404 if there is no such instance.
 */
export async function drainInstance(
  _: Request,
  { cluster }: RequestServices,
  { id = '' }: Readonly<Record<string, string>>,
): Promise<Response> {
  const isKnown = cluster !== null && (await cluster.drain(id.toLowerCase()));
  const instance = isKnown ? (await cluster.list()).find((one) => one.id === id.toLowerCase()) : undefined;
  if (cluster === null || instance === undefined)
    throw new Problem('instance_not_found', 'no instance has this id. GET /api/v1/instances lists them');
  return json(toView(instance, cluster.instanceId), { status: 202 });
}

function toView({ id, host, version, runs, ...state }: StoredInstance, own: string): InstanceView {
  return {
    id,
    host,
    version,
    startedAt: new Date(state.startedAt).toISOString(),
    heartbeatAt: new Date(state.heartbeatAt).toISOString(),
    state: state.silentMs > LOST_MS ? 'lost' : state.isDraining ? 'draining' : 'alive',
    runs,
    isThis: id === own,
  };
}
