import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { H3Event } from 'h3';
import type { Credentials } from '../../state/access/control/authenticate.ts';
import { subjectOf } from '../../state/access/certificate.ts';
import type { AuditEntry } from '../../state/store/audit.ts';
import { mayUseSpec, type Principal } from '../../state/access/principal.ts';
import type { CompileRequest } from '../../state/registry/compile/compile-request.ts';

/** Who sends a request. */
export interface Caller {
  principal: Principal;
  /** The network address of the client. Empty if there is no connection, as in a test. */
  address: string;
  /** What a handler adds to the audit of the request. */
  readonly notes: AuditNotes;
}

/** What only the handler of a request knows, for the audit. */
export interface AuditNotes {
  specVersionBefore?: string;
  specVersionAfter?: string;
  /** The run that the request created. */
  runId?: string;
  /** Why a person has accepted or refused something. */
  comment?: string;
  /** The entry of the request, if it was stored with the change that the request has made. */
  entry?: AuditEntry;
}

/** Returns the network address of the client. Empty if there is no connection. */
export function addressOf(request: Request): string {
  // The server adds the address of the connection. A request of a test has none.
  return (request as { ip?: string }).ip ?? '';
}

/**
 * Returns the client that a compilation serves: its name, a signal that is aborted when the client disconnects, and the
 * names of the specs that it may use.
 */
export function callerOf({ signal }: Request, { principal, address }: Caller): CompileRequest {
  return {
    caller: `client ${principal.kind === 'anonymous' ? address : principal.name}`,
    signal,
    mayUseName: (name) => mayUseSpec(principal, name),
  };
}

/** Returns what a request shows of its caller. */
export function credentialsOf(request: Request): Credentials {
  const node = nodeRequestOf(request);
  const header = request.headers.get('authorization');
  return {
    // Node.js ignores all but the first Authorization header, so the raw headers are read.
    authorization: node === null ? (header === null ? [] : [header]) : valuesOf(node, 'authorization'),
    certificate: node === null ? null : certificateOf(node),
  };
}

/** Returns the request of Node.js; null if the request did not come over a connection. */
function nodeRequestOf(request: Request): IncomingMessage | null {
  // The cast is safe: h3 adds `runtime` to requests from a connection, and other requests do not have it.
  return ((request as H3Event['req']).runtime?.node?.req as IncomingMessage | undefined) ?? null;
}

function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function certificateOf({ socket }: IncomingMessage): Credentials['certificate'] {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return null;
  const certificate = socket.getPeerCertificate();
  // Without a certificate, Node.js returns an empty object.
  if (certificate?.subject === undefined) return null;
  return { subject: subjectOf(certificate), validTo: Date.parse(certificate.valid_to) };
}
