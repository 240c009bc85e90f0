import { createHash, randomUUID } from 'node:crypto';
import { basename } from 'node:path';
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
  // What the messages depend on besides the file and the spec.
  const idHashes = [
    ...(module.spec.readsFileName === true ? [hashOf(spooled.fileName)] : []),
    ...(options.maskKeys === undefined ? [] : [hashOf(options.maskKeys.map(({ version }) => version).join(' '))]),
    ...(options.reference === undefined ? [] : [hashOf(options.reference.map(({ version }) => version).join(' '))]),
  ];
  return {
    runId: randomUUID(),
    broker,
    ...rest,
    options: {
      ...options,
      ...(pieces !== null && { pieceBytes: pieces.bytes }),
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

/** Returns the part of a SHA-256 that message ids contain. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
