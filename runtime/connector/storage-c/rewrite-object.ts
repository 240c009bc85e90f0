import { ConnectorFailure } from '../failure.ts';
import { discardBody } from '../http/response-body.ts';
import type { StoredObject } from '../object-store/object-store.ts';
import { printable } from '../remote-path.ts';
import { expectJson, type SendStorage } from './storage-client.ts';

/** Maximum time of one request; the store copies as much as it can in half a minute. */
const TIMEOUT_MS = 120_000;

/** A copy within a bucket. `path` is that of the request (JSON API v1, Objects: rewrite). */
export interface RewriteRequest {
  readonly from: StoredObject;
  readonly to: string;
  readonly path: string;
}

/**
 * Copies an object, unless there is an object at `to`. A large object takes several requests. Throws ConnectorFailure,
 * with the code `already_exists` if there is an object at `to`, and `source_changed` if `from` was replaced.
 */
export async function rewriteObject(send: SendStorage, { from, to, path }: RewriteRequest): Promise<void> {
  let rewriteToken: string | undefined;
  do {
    const response = await send({
      method: 'POST',
      path,
      query: {
        ifGenerationMatch: '0',
        sourceGeneration: from.version,
        ...(rewriteToken === undefined ? {} : { rewriteToken }),
      },
      headers: { 'content-type': 'application/json' },
      body: '{}',
      timeoutMs: TIMEOUT_MS,
    });
    if (response.status === 412) {
      discardBody(response);
      throw new ConnectorFailure('already_exists', `There is an object at "${printable(to)}" already.`);
    }
    const answer = await expectJson<{ done?: boolean; rewriteToken?: string }>(response, from.name);
    rewriteToken = answer.done === true ? undefined : answer.rewriteToken;
  } while (rewriteToken !== undefined);
}
