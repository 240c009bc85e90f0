import type { Caller } from '../../client/client.ts';
import type { Service } from './service.ts';

/** What the user may do with the service. What is not allowed or not available is not shown. */
export interface Session {
  service: Service;
  /** Whether the user needs no key to follow a link to the service. */
  hasLinks: boolean;
  /** Whether the user has a scope. */
  may(scope: Caller['scopes'][number]): boolean;
  /** Who the user is for the service: `key:NAME`, for example. */
  name: string;
  /** Whether the user may see all runs, or what waits for approval: their first screen says what waits for a person. */
  mayWatch: boolean;
  /** Whether the user may see jobs and their files. */
  maySeeJobs: boolean;
  /** Whether the user may use credentials, integrations and jobs, and the service has them. */
  mayConnect: boolean;
}

/** Asks the service who the user is. Rejects as the operations of the client do. */
export async function openSession(service: Service): Promise<Session> {
  const [{ name, scopes, topics, specs }, { integrations }] = await Promise.all([
    service.client.getCaller(),
    service.client.getReadiness(),
  ]);
  const isBound = topics !== null || specs !== null;
  const mayUseJobs = !isBound && integrations !== null;
  return {
    service,
    name,
    hasLinks: service.key === null,
    may: (scope) => scopes.includes(scope),
    // A key that is bound is that of a partner, whose first screen is the check.
    // Who only approves sees what waits for approval.
    mayWatch: (scopes.includes('read') || (scopes.includes('approve') && mayUseJobs)) && !isBound,
    maySeeJobs: (scopes.includes('connect') || scopes.includes('approve')) && mayUseJobs,
    // A key that is bound to topics or specs may not use them, and `--vault off` switches them off.
    mayConnect: scopes.includes('connect') && mayUseJobs,
  };
}
