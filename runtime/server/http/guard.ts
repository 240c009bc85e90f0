import { isIPv4 } from 'node:net';
import { Problem } from './problem.ts';

/**
 * Rejects requests that a web page of another site makes, because the service has no access control. Throws a Problem
 * (403) if the Host is not loopback and `anyHost` is false, if the host of the Origin differs from the Host, or if
 * Sec-Fetch-Site is `cross-site`. `mayBeLinked`: a link on another site may lead to this URL. Throws a Problem (501) for a transfer coding other than chunked (RFC 9112, section
 * 6.1).
 */
export function guardRequest(
  headers: Headers,
  { anyHost, mayBeLinked = false }: { anyHost: boolean; mayBeLinked?: boolean },
): void {
  rejectEncodedTransfer(headers);
  const host = headers.get('host');
  if (host !== null && !anyHost && !isLoopbackHost(host)) {
    throw new Problem('forbidden_host', 'the Host header must be localhost, 127.0.0.1 or [::1]');
  }
  // If a page of another site loads a URL with GET, the browser sends no Origin, but it sends Sec-Fetch-Site.
  const isLink = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  if (headers.get('sec-fetch-site') === 'cross-site' && !(mayBeLinked && isLink)) {
    throw new Problem('forbidden_origin', 'requests that another site makes are rejected');
  }
  const origin = headers.get('origin');
  if (origin !== null && !isOriginOf(origin, host)) {
    throw new Problem(
      'forbidden_origin',
      'the Origin header names another site, and requests from other sites are rejected',
    );
  }
}

// Node.js decodes only the chunked coding. A body in another coding would be read as if it were plain.
function rejectEncodedTransfer(headers: Headers): void {
  const coding = headers.get('transfer-encoding');
  if (coding !== null && coding.trim().toLowerCase() !== 'chunked')
    throw new Problem('unsupported_transfer_encoding', 'send the body plain or with Transfer-Encoding: chunked alone', {
      field: 'Transfer-Encoding',
    });
}

/**
 * Returns true if a host name or IP address is loopback: `localhost`, 127.0.0.0/8 or `::1`. It must not contain a port.
 */
export function isLoopback(name: string): boolean {
  const host = name.toLowerCase().replace(/\.$/, '');
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function isLoopbackHost(host: string): boolean {
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  return isLoopback(inBrackets ?? plain ?? '');
}

function isOriginOf(origin: string, host: string | null): boolean {
  if (host === null || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const url = `${protocol}//${host}`;
  return /^https?:$/.test(protocol) && URL.canParse(url) && new URL(url).host === originHost;
}
