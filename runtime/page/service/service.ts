import { type Client, createClient } from '../../client/client.ts';

/** The service that offers the page. All requests of the page to it are made here. */
export interface Service {
  /** Its URL, without a slash at the end. */
  url: string;
  /** The API key of the user. Null without one. */
  key: string | null;
  /** Its operations. They reject with SignInRequired, ProblemError, or an Error. The messages are for the user. */
  client: Client;
}

/** The service requires an API key, or another one. `message` is for the user. */
class SignInRequired extends Error {}

/** How the page reaches a service. */
export interface ServiceOptions {
  /** The URL of the page. */
  base: string;
  key: string | null;
  /** Called when the service refuses the key, or requires one: the user must sign in. */
  onRefused(reason: string): void;
}

/** Creates the access to the service of the page. */
export function createService({ base, key, onRefused }: ServiceOptions): Service {
  const url = base.replace(/\/$/, '');
  const request: typeof fetch = async (input, init) => {
    const response = await fetch(input, init).catch((error: Error) => {
      // The caller has ended the request.
      if (error.name === 'AbortError') throw error;
      throw new Error('The service does not respond. Is it running?', { cause: error });
    });
    if (response.status !== 401) return response;
    const { detail } = (await response.json()) as { detail: string };
    onRefused(detail);
    throw new SignInRequired(detail);
  };
  return { url, key, client: createClient(url, { fetch: request, ...(key !== null && { token: key }) }) };
}
