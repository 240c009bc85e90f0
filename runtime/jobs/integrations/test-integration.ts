import { randomBytes } from 'node:crypto';
import type { ConnectStep, Connector } from '../../connector/connector.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import type { Integrations } from './open-integrations.ts';

/** One step of a connection test. */
export interface TestStep {
  step: ConnectStep | 'list' | 'write' | 'remove';
  ok: boolean;
  durationMs: number;
  /** What was done; of a step that failed, what is wrong and what to do. */
  detail: string;
}

/** The outcome of a connection test. */
export interface TestOutcome {
  /** Whether all steps succeeded. */
  ok: boolean;
  /** The steps in order. The last one is the first that failed. */
  steps: TestStep[];
}

type Step = TestStep['step'];

const DONE: Readonly<Record<Step, string>> = {
  resolve: 'The host was resolved, and its address is allowed.',
  connect: 'The connection is open.',
  hostKey: 'The key of the server is one of hostKeys.',
  tls: 'The certificate of the server is valid.',
  authenticate: 'The server accepted the credential.',
  list: 'The root can be listed.',
  write: 'A file was written.',
  remove: 'The file was removed.',
};

/** The steps of opening a connection, in order. */
const CONNECT_STEPS: readonly Step[] = ['resolve', 'connect', 'hostKey', 'tls', 'authenticate'];

const TEST_MS = 10_000;

/**
 * Opens a connection of its own to an integration, lists its root and, with `isWriting`, writes and removes a file. Ends
 * at the first step that fails, and after 10 s. Throws IntegrationNotFound, InvalidConfig and VaultLocked.
 */
export async function testIntegration(
  integrations: Integrations,
  idOrName: string,
  { isWriting, limitMs = TEST_MS }: { isWriting: boolean; limitMs?: number },
): Promise<TestOutcome> {
  const record = new StepRecord();
  const { checked, context } = await integrations.prepare(idOrName, (step) => record.begin(step));
  const connector = (await checked.load())(context);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createLateFailure(limitMs)), limitMs);
  });
  try {
    await Promise.race([perform(connector, record, isWriting), late]);
    record.end();
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    record.fail(error);
  } finally {
    clearTimeout(timer);
    // Closing may wait for a silent server.
    void connector.close().catch(() => {});
  }
  return { ok: record.steps.every(({ ok }) => ok), steps: record.steps };
}

async function perform(connector: Connector, record: StepRecord, isWriting: boolean): Promise<void> {
  await connector.test();
  record.finishConnecting();
  record.begin('list');
  // The first file shows that the root can be listed.
  for await (const _ of connector.list('')) break;
  if (!isWriting) return;
  const path = `.specmill-test-${randomBytes(6).toString('hex')}`;
  record.begin('write');
  if (!connector.capabilities.canWrite) throw new ConnectorFailure('not_supported', 'This type cannot write files.');
  await writeFile(connector, path);
  record.begin('remove');
  if (!connector.capabilities.canRemove)
    throw new ConnectorFailure('not_supported', `This type cannot remove files. Remove ${path} yourself.`);
  await connector.remove(path);
}

async function writeFile(connector: Connector, path: string): Promise<void> {
  const writer = await connector.write(path);
  try {
    await writer.write(Buffer.from('specmill connection test\n'));
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function createLateFailure(limitMs: number): ConnectorFailure {
  return new ConnectorFailure(
    'timed_out',
    `This step did not complete: the whole test is limited to ${limitMs / 1000} s. Check host, port and firewall.`,
  );
}

/** Records the steps of a test and their durations. */
class StepRecord {
  readonly steps: TestStep[] = [];
  #current: { step: Step; since: number } | null = null;
  #isConnecting = true;

  /** Begins a step, which ends the one before it. A connector may report a step of connecting again at a later use. */
  begin(step: Step): void {
    if (CONNECT_STEPS.includes(step) && (!this.#isConnecting || this.#current?.step === step)) return;
    this.end();
    this.#current = { step, since: performance.now() };
  }

  /** From now on, steps of connecting are ignored. */
  finishConnecting(): void {
    this.#isConnecting = false;
  }

  /** Ends the current step, which succeeded. */
  end(): void {
    if (this.#current !== null) this.#add(this.#current, { ok: true, detail: DONE[this.#current.step] });
  }

  /** Ends the step that failed: the current one, unless the failure names a later one. */
  fail({ step, message }: ConnectorFailure): void {
    const current = this.#current?.step ?? null;
    const isLater = step !== null && (current === null || CONNECT_STEPS.indexOf(step) > CONNECT_STEPS.indexOf(current));
    if (this.#isConnecting && isLater) this.begin(step);
    this.#current ??= { step: 'list', since: performance.now() };
    this.#add(this.#current, { ok: false, detail: message });
    this.#isConnecting = false;
  }

  #add({ step, since }: { step: Step; since: number }, outcome: { ok: boolean; detail: string }): void {
    this.steps.push({ step, durationMs: Math.round(performance.now() - since), ...outcome });
    this.#current = null;
  }
}
