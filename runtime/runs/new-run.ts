import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { idHashesOf } from '../base/model/id-hashes.ts';
import type { BrokerSettings } from '../base/model/broker-settings.ts';
import type { NewRun } from '../state/store/stored-run.ts';
import type { PiecePlan } from './plan-pieces.ts';
import type { RunRequest } from './run-request.ts';

/** Returns the run that a request asks for. `moduleMac` is the signature of its module; null if there is no key. `pieces`: null for one task. */
export function createNewRun(
  { spooled, module, caller, ordering: _, options, ...rest }: RunRequest,
  { broker, moduleMac, pieces }: { broker: BrokerSettings['kind']; moduleMac: string | null; pieces: PiecePlan | null },
): NewRun {
  const turn = caller ?? rest.principal ?? null;
  const idHashes = idHashesOf(module.spec, spooled.fileName, options);
  return {
    runId: randomUUID(),
    broker,
    ...rest,
    options: {
      ...options,
      ...(pieces !== null && { pieceBytes: pieces.bytes }),
      ...(spooled.storedSha256 !== undefined && { storedSha256: spooled.storedSha256 }),
      ...(idHashes.length > 0 && { idHashes }),
    },
    ...(pieces !== null && { pieces: pieces.pieces }),
    ...(turn !== null && { turn }),
    spec: module.spec,
    moduleHash: module.hash,
    moduleMac,
    ...(module.source === undefined ? {} : { moduleSource: JSON.stringify(module.source) }),
    fileName: spooled.fileName,
    fileBytes: spooled.bytes,
    fileSha256: spooled.sha256,
    spoolName: basename(spooled.path),
    ...(spooled.content !== undefined && { content: spooled.content }),
  };
}
