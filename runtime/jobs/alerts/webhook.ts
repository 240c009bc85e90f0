import { createHmac } from 'node:crypto';
import type { HttpClient } from '../../connector/http/http-client.ts';
import { discardBody } from '../../connector/http/response-body.ts';
import type { AlertReceiver } from './alert-receiver.ts';

/** Where alerts are sent, and the secret with which they are signed. */
export interface WebhookParts {
  readonly url: string;
  readonly secret: Uint8Array;
  readonly client: Pick<HttpClient, 'request'>;
}

/**
 * Creates a receiver that posts alerts as Standard Webhooks describe it (https://www.standardwebhooks.com, 1.0): the
 * headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign the body with HMAC-SHA256.
 */
export function createWebhook({ url, secret, client }: WebhookParts): AlertReceiver {
  return {
    async send({ id, payload }, signal) {
      signal.throwIfAborted();
      const timestamp = String(Math.floor(Date.now() / 1000));
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signWebhook(secret, { id, timestamp, payload }),
      };
      const response = await client.request({ method: 'POST', url, headers, body: payload });
      discardBody(response);
      if (response.status < 200 || response.status > 299)
        throw new Error(`the receiver answered with status ${response.status}`);
    },
  };
}

/** Returns the value of the header `webhook-signature`: the version and the signature in base64. */
function signWebhook(
  secret: Uint8Array,
  { id, timestamp, payload }: { id: string; timestamp: string; payload: string },
): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
}
