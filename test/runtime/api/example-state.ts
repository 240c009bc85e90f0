import { exampleCredential } from '../../../runtime/server/shapes/credential.ts';
import { EXAMPLE_FILE, EXAMPLE_RUN_ID, EXAMPLE_SPEC } from '../../../runtime/server/shapes/examples.ts';
import { exampleIntegration } from '../../../runtime/server/shapes/integration.ts';
import { exampleJobFile, exampleJobInput } from '../../../runtime/server/shapes/job.ts';
import { EXAMPLE_TABLE, exampleTable } from '../../../runtime/server/shapes/reference.ts';
import { exampleInput } from '../../../runtime/server/shapes/spec-examples.ts';
import { csvFile, eventually, formOf, jsonInit, type Service } from '../service.ts';
import type { Workplace } from '../specmill.ts';

/** The text of the spec `orders`, which the specs folder contains. JSON is YAML. */
export const ORDERS_YAML = JSON.stringify(EXAMPLE_SPEC.text);

const EXAMPLE_PAGE_FILE = 'icon.svg';
const ASYNC = { prefer: 'respond-async' };

/** What the examples of an operation need besides the state that reset() creates. */
export const PREPARATIONS: Readonly<Record<string, (state: ExampleState) => Promise<void>>> = {
  replaceSpec: (state) => state.createSpec(),
  deleteSpec: (state) => state.createSpec(),
  validateSpec: (state) => state.createSpec(),
  listReferenceTables: (state) => state.putTable(),
  getReferenceTable: (state) => state.putTable(),
  putReferenceTable: (state) => state.putTable(),
  deleteReferenceTable: (state) => state.putTable(),
  transformFile: (state) => state.removeTopic(),
  cancelRun: (state) => state.queueRun(),
  listCredentials: (state) => state.createCredential(),
  getCredential: (state) => state.createCredential(),
  rotateCredential: (state) => state.createCredential(),
  deleteCredential: (state) => state.createCredential(),
  createIntegration: (state) => state.createCredential(),
  listIntegrations: (state) => state.createIntegration(),
  getIntegration: (state) => state.createIntegration(),
  replaceIntegration: (state) => state.createIntegration(),
  deleteIntegration: (state) => state.createIntegration(),
  testIntegration: (state) => state.createFolderIntegration(),
  listIntegrationFiles: (state) => state.createFolderIntegration(),
  createJob: (state) => state.createFolderIntegration(),
  listJobs: (state) => state.createJob(),
  getJob: (state) => state.createJob(),
  replaceJob: (state) => state.createJob(),
  deleteJob: (state) => state.createJob(),
  runJob: (state) => state.createJob(),
  pauseJob: (state) => state.createJob(),
  resumeJob: (state) => state.createJob(),
  listJobFiles: (state) => state.takeFile(),
  retryJobFile: (state) => state.takeFile(),
  retryJobFiles: (state) => state.takeFile(),
};

/** Creates the folder of the integration to which the examples of jobs belong. Returns its path. */
export function createPartnerFolder(at: Workplace): string {
  // The file is no CSV file with the columns of the spec, so that its run fails, and it can be retried.
  for (const folder of ['', 'in/', 'out/']) at.write(`partner/${folder}claims-1.csv`, 'no order\n1\n');
  return at.path('partner');
}

/** The state of the service to which the examples belong: the spec `orders`, and a run of its file into `orders`. */
export class ExampleState {
  readonly #service: Service;
  readonly #partner: string;
  #runId = '';
  #pageFile = '';
  #jobFileId = '';

  constructor(service: Service, partner: string) {
    this.#service = service;
    this.#partner = partner;
  }

  /** Returns what is in the service for an example value: the id of a run or of a file. Others are themselves. */
  readonly actual = (example: string): string => {
    if (example === EXAMPLE_PAGE_FILE) return this.#pageFile;
    if (example === exampleJobFile.id) return this.#jobFileId;
    return example === EXAMPLE_RUN_ID ? this.#runId : example;
  };

  /** Finds the name of the page's file that is the example. It contains a hash. */
  async findPageFile(): Promise<void> {
    const html = await (await this.#service.fetch('//')).text();
    this.#pageFile = /page\/(icon-[^"]+)/.exec(html)?.[1] ?? '';
  }

  /** Publishes the example file to `orders`, and waits for the end of the run. */
  async publish(headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const body = formOf({ specId: 'orders', brokerTopic: 'orders', skipInvalidRecords: 'true', file: exampleFile() });
    const response = await this.#service.fetch('/transform/file-to-events', { method: 'POST', body, headers });
    this.#runId = ((await response.json()) as { runId: string }).runId;
  }

  /** Creates the state to which all examples belong: a finished run of the example file, and no spec of the API. */
  async reset(): Promise<void> {
    await this.#delete('/specs/web-orders');
    await eventually(async () => (await this.#delete(`/jobs/${exampleJobInput.name}`)).status !== 409);
    await this.#delete(`/integrations/${exampleIntegration.name}`);
    await this.#delete(`/credentials/${exampleCredential.name}`);
    await this.removeTopic();
    await this.publish();
  }

  /** Stores the reference table of the examples. */
  async putTable(): Promise<void> {
    const headers = { 'content-type': 'text/csv' };
    await this.#service.fetch(`/reference/${exampleTable.name}`, { method: 'PUT', body: EXAMPLE_TABLE, headers });
  }

  /** Removes all runs and topics, so that a run begins a new one. */
  async removeTopic(): Promise<void> {
    const runs = (await (await this.#service.fetch('/runs')).json()) as { runId: string }[];
    for (const { runId } of runs) {
      await this.#service.fetch(`/runs/${runId}/cancel`, { method: 'POST' });
      await eventually(async () => (await this.#delete(`/runs/${runId}`)).status !== 409);
    }
    for (const topic of ['orders', 'large']) await this.#delete(`/topics/${topic}`);
  }

  /** Accepts a run while the only thread reads a large file, so that the run is QUEUED. */
  async queueRun(): Promise<void> {
    await this.removeTopic();
    const large = csvFile(`id,amount\n${'A1,1234.50\n'.repeat(MANY_RECORDS)}`);
    const body = formOf({ specId: 'orders', brokerTopic: 'large', file: large });
    await this.#service.fetch('/transform/file-to-events', { method: 'POST', body, headers: ASYNC });
    await this.publish(ASYNC);
  }

  /** Creates the spec of the API that the examples name. */
  async createSpec(): Promise<void> {
    await this.#service.fetch('/specs', jsonInit('POST', exampleInput));
  }

  /** Creates the credential that the examples name. */
  async createCredential(): Promise<void> {
    const { name, type, metadata, hosts, types } = exampleCredential;
    const body = { name, type, metadata, hosts, types, secret: 'a long secret' };
    await this.#service.fetch('/credentials', jsonInit('POST', body));
  }

  /** Creates the integration that the examples name, and its credential. */
  async createIntegration(): Promise<void> {
    await this.createCredential();
    const { name, type, config } = exampleIntegration;
    const credentialId = exampleCredential.name;
    await this.#service.fetch('/integrations', jsonInit('POST', { name, type, credentialId, config }));
  }

  /** Creates an integration with the name of the examples, for a folder. */
  async createFolderIntegration(): Promise<void> {
    const body = { name: exampleIntegration.name, type: 'LOCAL_FS', config: { root: this.#partner } };
    await this.#service.fetch('/integrations', jsonInit('POST', body));
  }

  /** Creates the job that the examples name. */
  async createJob(): Promise<void> {
    await this.createFolderIntegration();
    const body = { ...exampleJobInput, ready: { unchangedFor: '0s' } };
    await this.#service.fetch('/jobs', jsonInit('POST', body));
  }

  /** Creates the job, and waits until its file has failed. */
  async takeFile(): Promise<void> {
    await this.createJob();
    await eventually(async () => {
      const response = await this.#service.fetch(`/jobs/${exampleJobInput.name}/files?state=failed`);
      const [file] = (await response.json()) as { id: string }[];
      this.#jobFileId = file?.id ?? '';
      return file !== undefined;
    });
  }

  #delete(path: string): Promise<Response> {
    return this.#service.fetch(path, { method: 'DELETE' });
  }
}

/** Enough records to keep a thread busy while two small requests are answered. */
const MANY_RECORDS = 500_000;

function exampleFile(): File {
  return csvFile(EXAMPLE_FILE.text, EXAMPLE_FILE.name);
}
