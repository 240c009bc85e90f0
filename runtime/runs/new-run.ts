import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { BrokerSettings } from '../model/broker-settings.ts';
import type { NewRun } from '../store/stored-run.ts';
import type { RunRequest } from './run-request.ts';

/** Returns the run that a request asks for. `moduleMac` is the signature of its module; null if there is no key. */
export function createNewRun(
  { spooled, module, caller, ...rest }: RunRequest,
  { broker, moduleMac }: { broker: BrokerSettings['kind']; moduleMac: string | null },
): NewRun {
  const turn = caller ?? rest.principal ?? null;
  return {
    runId: randomUUID(),
    broker,
    ...rest,
    ...(turn !== null && { turn }),
    spec: module.spec,
    moduleHash: module.hash,
    moduleMac,
    ...(module.source === undefined ? {} : { moduleSource: JSON.stringify(module.source) }),
    fileName: spooled.fileName,
    fileBytes: spooled.bytes,
    fileSha256: spooled.sha256,
    spoolName: basename(spooled.path),
  };
}
