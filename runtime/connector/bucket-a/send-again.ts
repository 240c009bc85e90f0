import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorFailure } from '../failure.ts';
import type { S3Request, SendS3 } from './s3-client.ts';

const MAX_ATTEMPTS = 3;
const WAIT_MS = 500;

/**
 * Returns a function that sends a request up to three times while the connection fails, so that a short interruption does
 * not end a long upload. Only the start of an upload and its parts are sent again: a repetition has the same effect.
 */
export function createPersistentSend(send: SendS3): SendS3 {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(request);
      } catch (error) {
        const isInterrupted = error instanceof ConnectorFailure && error.isHostFailure;
        if (!isInterrupted || !isRepeatable(request) || attempt === MAX_ATTEMPTS) throw error;
        await sleep(WAIT_MS * attempt);
      }
    }
  };
}

function isRepeatable({ method, query = {} }: S3Request): boolean {
  return method === 'PUT' || (method === 'POST' && 'uploads' in query);
}
