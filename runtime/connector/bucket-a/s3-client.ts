import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { OpenedCredential } from '../../vault/vault.ts';
import type { HttpClient, HttpResponse } from '../http/http-client.ts';

export interface BucketConfig {
  /** The URL of a compatible server; by default that of AWS for the region. */
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  /** The beginning of all keys, with or without a `/` at its end. */
  readonly prefix: string;
  /** Whether the bucket is part of the path instead of the host name. */
  readonly pathStyle: boolean;
}

export interface S3Request {
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without a key the request is about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** Sends one request, signed with AWS Signature Version 4 under the current version of the credential. */
export type SendS3 = (request: S3Request) => Promise<HttpResponse>;

export function createS3Client(
  config: BucketConfig,
  { client, openCredential }: { client: HttpClient; openCredential(): Promise<OpenedCredential> },
): SendS3 {
  return async ({ method = 'GET', key = '', query = {}, headers = {}, body = '' }) => {
    const { metadata, secret } = await openCredential();
    const url = urlOf(config, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { sessionToken } = secret;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      accessKeyId: metadata['accessKeyId'] ?? '',
      secretAccessKey: secret['secretAccessKey'] ?? '',
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 's3',
      region: config.region,
      // Without this, header names such as `range` stay out of the signature, and a proxy could change them.
      allHeaders: true,
    });
    const signed = await signer.sign();
    const sentHeaders = Object.fromEntries(signed.headers as unknown as Iterable<[string, string]>);
    return client.request({
      method,
      url: signed.url.href,
      headers: sentHeaders,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
  };
}

function urlOf({ endpoint, region, bucket, pathStyle }: BucketConfig, key: string): URL {
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`;
  const path = key.split('/').map(encodeSegment).join('/');
  base.pathname = `${base.pathname.replace(/\/$/, '')}${pathStyle ? `/${encodeSegment(bucket)}` : ''}/${path}`;
  return base;
}

/** Percent-encodes all but the unreserved characters, as Signature Version 4 requires. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
