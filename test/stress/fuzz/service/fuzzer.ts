import { type Random, randomOf } from '../../../support/random.ts';
import { mutate } from '../mutate.ts';
import type { BaseRequests } from './base-requests.ts';
import { type Answer, exchange } from './exchange.ts';
import { findFault } from './judge.ts';
import { mutateRequest, wireTokens } from './mutate-request.ts';
import { isForm, serialise, type WireRequest } from './wire-request.ts';

/** Sends mutated requests, and remembers what the service has accepted. */
export interface Fuzzer {
  /** Sends request `index` of a seed. Returns what is wrong with its answer, and the request, or null. */
  send(seed: number, index: number): Promise<string | null>;
  /** Sends the bytes of an earlier request with the present key. Returns what is wrong with its answer, or null. */
  replay(bytes: Uint8Array): Promise<string | null>;
  /** Returns the ids of the accepted runs. */
  accepted(): readonly string[];
  /** Whether a request for the deletion of this run was sent. */
  isDeleted(runId: string): boolean;
  /** Returns how often each status and each problem was received. */
  summary(): string;
}

/** The place of the key in a request that is stored as a seed. */
const KEY = '{authorization}';
/** How many ids of things that exist are put into later requests, for each kind. */
const MOST_IDS = 40;
/** How many names the things have that requests create. */
const MOST_NAMES = 30;

/** Creates a fuzzer of a service on this machine. */
export function createFuzzer(options: { port: number; authorization: string; bases: BaseRequests }): Fuzzer {
  const { port, authorization, bases } = options;
  const runs = new Set<string>();
  const ids: Ids = new Map();
  const deleted: string[] = [];
  const outcomes = new Map<string, number>();

  function remember({ status, body, headers }: Answer, kind: string): void {
    const outcome = `${status} ${codeOf(body)}`.trim();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (status < 200 || status > 299 || !headers.get('content-type')?.startsWith('application/json')) return;
    const { runId, id } = (parse(body) ?? {}) as { runId?: unknown; id?: unknown };
    if (typeof runId === 'string') runs.add(runId);
    const existing = runId ?? id;
    if (typeof existing === 'string') ids.set(kind, [existing, ...(ids.get(kind) ?? [])].slice(0, MOST_IDS));
  }

  async function judge(pieces: readonly Uint8Array[], endAfter: boolean): Promise<string | null> {
    const bytes = Buffer.concat(pieces);
    const start = bytes.subarray(0, 400).toString('latin1');
    if (start.includes('DELETE')) deleted.push(start);
    try {
      const answer = await exchange(port, pieces, { endAfter });
      remember(answer, kindOf(start));
      const fault = findFault(answer);
      return fault === null ? null : `${fault}\n${show(bytes)}`;
    } catch (error) {
      return `${String(error)}\n${show(bytes)}`;
    }
  }

  const show = (bytes: Buffer): string => {
    const text = bytes.toString('latin1').replaceAll(authorization, KEY);
    return `${JSON.stringify(text.slice(0, 1500))}\nas base64: ${Buffer.from(text, 'latin1').toString('base64').slice(0, 400_000)}`;
  };

  return {
    send(seed, index) {
      const random = randomOf(seed, index);
      const pieces = createRequest(random.pick(random.oneIn(2) ? bases.byHand : bases.described), {
        random,
        authorization,
        ids,
      });
      return judge(pieces, random.oneIn(12));
    },
    replay: (bytes) =>
      judge([Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(KEY, authorization), 'latin1')], true),
    accepted: () => [...runs],
    isDeleted: (runId) => deleted.some((line) => line.includes(runId)),
    summary: () =>
      [...outcomes]
        .sort(([, a], [, b]) => b - a)
        .map(([outcome, count]) => `${outcome}: ${count}`)
        .join(', '),
  };
}

/** Returns the code of a problem; an empty text for any other body. */
function codeOf(body: string): string {
  const { code } = (parse(body) ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function createRequest(
  base: WireRequest,
  { random, authorization, ids }: { random: Random; authorization: string; ids: Ids },
): Uint8Array[] {
  const named = random.oneIn(2) ? nameExisting(base, { random, ids }) : base;
  const headers = [
    ['host', 'localhost'],
    ['connection', 'close'],
    ['authorization', authorization],
    ...named.headers,
  ] as const;
  const request = { ...named, headers };
  const { head, body } = serialise(random.oneIn(10) ? request : mutateRequest(request, random));
  // Now and then, bytes are changed that no structure protects.
  const sentHead = random.oneIn(16) ? mutate(head, random, { tokens: wireTokens, other: body }) : head;
  const sentBody = random.oneIn(16) ? mutate(body, random, { tokens: wireTokens, other: head }) : body;
  const cut = random.below(sentBody.length + 1);
  return [sentHead, sentBody.subarray(0, cut), sentBody.subarray(cut)];
}

/** The ids of existing things, by the segment of their paths. */
type Ids = Map<string, readonly string[]>;

/** Returns the first segment of a path below /api/v1. A transform creates a run. */
function kindOf(text: string): string {
  const [, kind = ''] = /\/api\/v1\/([a-z]+)/.exec(text) ?? [];
  return kind === 'transform' ? 'runs' : kind;
}

/** Replaces the id or name in a path by that of something that exists, and the names in a body by other ones. */
function nameExisting(
  { target, body, ...request }: WireRequest,
  { random, ids }: { random: Random; ids: Ids },
): WireRequest {
  const existing = ids.get(kindOf(target)) ?? [];
  const id = existing[random.below(existing.length)];
  const name = `fuzz-${random.below(MOST_NAMES)}`;
  return {
    ...request,
    target: id === undefined ? target : target.replace(/^(\/api\/v1\/(?!transform)[a-z]+\/)[^/?]+/, `$1${id}`),
    body: isForm(body) ? body : Buffer.from(Buffer.from(body).toString().replaceAll('"fuzz"', `"${name}"`)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
