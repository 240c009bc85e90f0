import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import type { RunView } from '../../runtime/runs/run-request.ts';
import { eventually, formOf, type Service } from './service.ts';

/** The largest page of runs that the service returns. */
export const MOST_LISTED = 1000;

/** Returns all runs. There must be at most one page of them. */
export async function fetchRuns(service: Service): Promise<RunView[]> {
  return (await (await service.fetch(`/runs?limit=${MOST_LISTED}`)).json()) as RunView[];
}

/** Waits until all runs have ended. */
export async function waitForAllRuns(service: Service): Promise<void> {
  await eventually(async () => (await fetchRuns(service)).every(({ finishedAt }) => finishedAt !== null));
}

/** Sends a file for `specs/orders.yaml` to a topic. */
export function transform(
  service: Service,
  file: File,
  brokerTopic: string,
  prefer = 'respond-async',
): Promise<Response> {
  return service.fetch('/transform/file-to-events', {
    method: 'POST',
    body: formOf({ specId: gitSpecId('orders'), brokerTopic, file }),
    headers: { prefer },
  });
}
