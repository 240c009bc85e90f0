import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { HttpClient, HttpResponse } from '../http/http-client.ts';
import { retryTransient } from '../http/retry.ts';

/** The settings of a bucket. */
export interface BucketConfig {
  /** The URL of a compatible store; by default that of AWS for the region. */
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  /** The root folder: the beginning of all keys, with or without a `/` at its end. Empty: the whole bucket. */
  readonly prefix: string;
  /** Whether the bucket is part of the path instead of the host name. */
  readonly pathStyle: boolean;
}

/** A request of the S3 REST interface. */
export interface S3Request {
  /** `GET` by default. */
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Absent: the request concerns the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Maximum time to wait for the response, in milliseconds. */
  readonly timeoutMs?: number;
  /** See HttpRequest. */
  readonly isContent?: boolean;
}

/**
 * Sends a request, signed with AWS Signature Version 4 and the current version of the credential, and returns the
 * response. Throws ConnectorFailure if there is no response.
 */
export type SendS3 = (request: S3Request) => Promise<HttpResponse>;

/** Creates the function that sends requests to a bucket. */
export function createS3Client(
  config: BucketConfig,
  { client, openCredential }: { client: HttpClient; openCredential(): Promise<OpenedCredential> },
): SendS3 {
  return (request) =>
    retryTransient(async () => {
      const { method = 'GET', body, timeoutMs, isContent = false } = request;
      const { url, headers } = await sign(request, config, await openCredential());
      return client.request({
        method,
        url,
        headers,
        isContent,
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: body ?? '' }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
    });
}

async function sign(
  { method = 'GET', key = '', query = {}, headers = {}, body = '' }: S3Request,
  config: BucketConfig,
  { metadata, secret }: OpenedCredential,
): Promise<{ url: string; headers: Record<string, string> }> {
  const { sessionToken } = secret;
  const signer = new AwsV4Signer({
    method,
    url: createUrl(config, key, query),
    headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    accessKeyId: metadata['accessKeyId'] ?? '',
    secretAccessKey: secret['secretAccessKey'] ?? '',
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 's3',
    region: config.region,
    // Otherwise headers such as `range` are not part of the signature.
    allHeaders: true,
  });
  const signed = await signer.sign();
  return { url: signed.url.href, headers: Object.fromEntries(signed.headers as unknown as Iterable<[string, string]>) };
}

function createUrl(
  { endpoint, region, bucket, pathStyle }: BucketConfig,
  key: string,
  query: Readonly<Record<string, string>>,
): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const base = url.pathname.replace(/\/$/, '') + (pathStyle ? `/${encodeText(bucket)}` : '');
  url.pathname = `${base}/${key.split('/').map(encodeText).join('/')}`;
  // URLSearchParams writes a blank as "+", which not every store decodes.
  url.search = Object.entries(query)
    .map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`)
    .join('&');
  return url.href;
}

/** Percent-encodes all but the unreserved characters (RFC 3986, 2.3), as Signature Version 4 requires. */
export function encodeText(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
