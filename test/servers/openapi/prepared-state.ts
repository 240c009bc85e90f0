import { mkdirSync } from 'node:fs';
import { exampleIntegration } from '../../../runtime/server/shapes/integration.ts';
import { type exampleJob, exampleJobInput } from '../../../runtime/server/shapes/job.ts';
import { csvFile, eventually, formOf, jsonInit, type Service } from '../../runtime/service.ts';
import type { Workplace } from '../../runtime/specmill.ts';

/** The folder that the integration of the examples reads. */
const FOLDER = 'inbox';

/** The flags of a service in which createState() can create its state. */
export function flagsFor(at: Workplace): string[] {
  mkdirSync(at.path(`${FOLDER}/out`), { recursive: true });
  return ['--local-roots', at.path(FOLDER), '--threads', '2'];
}

/**
 * Creates what the examples of the document name: a run into `orders`, an integration, and a job that has published the
 * one file of its source. The integration reads a folder, so that no request depends on another system.
 */
export async function createState(at: Workplace, service: Service, headers: Record<string, string>): Promise<void> {
  at.write(`${FOLDER}/out/claims-1.csv`, 'id,amount\nA1,1\n');
  const form = formOf({ specId: 'orders', brokerTopic: 'orders', file: csvFile('id,amount\nA1,1\n') });
  await demand(service.fetch('/transform/file-to-events', { method: 'POST', body: form, headers }));
  const { name } = exampleIntegration;
  const folder = { name, type: 'LOCAL_FS', config: { root: at.path(FOLDER) } };
  await demand(service.fetch('/integrations', jsonInit('POST', folder, headers)));
  // The job looks once. Later looks would change its state while requests are checked.
  const job = { ...exampleJobInput, schedule: { every: '24h' } };
  await demand(service.fetch('/jobs', jsonInit('POST', job, headers)));
  await eventually(async () => {
    const { counts } = (await (await service.fetch(`/jobs/${job.name}`, { headers })).json()) as typeof exampleJob;
    return counts.done === 1;
  });
}

async function demand(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
}
