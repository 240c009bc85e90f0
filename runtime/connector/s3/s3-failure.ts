import { ConnectorFailure } from '../failure.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { createRejectedCredential, createStatusFailure } from '../http/http-failure.ts';
import { readText } from '../http/response-body.ts';
import { findText, parseXml, type XmlNode } from '../http/xml.ts';
import { printable } from '../remote-path.ts';
import type { S3Request, SendS3 } from './s3-client.ts';

const MAX_ERROR_BYTES = 64 * 1024;
/** The codes of errors (Amazon S3 API Reference, "Error responses") that concern the access key. */
const CREDENTIAL_ERRORS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The store has no such access key.',
  SignatureDoesNotMatch: 'Check the secret access key.',
  ExpiredToken: 'The session token has expired.',
  InvalidToken: 'The session token is not valid.',
  XAdminUserNotFound: 'The store has no such access key.',
  RequestTimeTooSkewed: "This machine's clock differs from that of the store by more than 15 minutes.",
};

/**
 * Sends a request and returns the response if its status is below 300. Throws ConnectorFailure for any other status,
 * and also if the store reports an error with the status 200.
 */
export async function expectXml(send: SendS3, request: S3Request): Promise<XmlNode> {
  const response = await send(request);
  if (response.status >= 300) throw await readFailure(response, send, request);
  const answer = parseXml(await readText(response));
  const code = findText(answer, 'Error', 'Code');
  if (code !== undefined)
    throw new ConnectorFailure('protocol_error', `The store could not do this (${printable(code)}).`);
  return answer;
}

/** Reads the error in a response and returns it as a ConnectorFailure. */
export async function readFailure(response: HttpResponse, send: SendS3, request: S3Request): Promise<ConnectorFailure> {
  const { status, headers } = response;
  const { method, key } = request;
  const named = key === undefined ? 'the bucket' : `"${printable(key)}"`;
  // The response to HEAD has no body, so its error is requested again.
  if (method === 'HEAD' && (status === 403 || status === 400)) {
    response.body.resume();
    const range = { range: 'bytes=0-0' };
    const detailed = await send({ ...request, method: 'GET', headers: { ...request.headers, ...range } });
    if (detailed.status >= 400) return readFailure(detailed, send, { ...request, method: 'GET' });
    detailed.body.destroy();
    return createStatusFailure(status, named);
  }
  const { code, region } = await readError(response);
  const right = region ?? headers['x-amz-bucket-region'];
  const reason = CREDENTIAL_ERRORS[code];
  if (reason !== undefined) return createRejectedCredential(reason);
  if (right !== undefined && (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')) {
    return new ConnectorFailure('not_found', `The bucket is in another region. Set "region" to "${printable(right)}".`);
  }
  if (code === 'NoSuchBucket') return new ConnectorFailure('not_found', 'The store has no such bucket.');
  return createStatusFailure(status, named);
}

async function readError(response: HttpResponse): Promise<{ code: string; region: string | undefined }> {
  try {
    const error = parseXml(await readText(response, MAX_ERROR_BYTES));
    return { code: findText(error, 'Error', 'Code') ?? '', region: findText(error, 'Error', 'Region') };
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'protocol_error') return { code: '', region: undefined };
    throw error;
  }
}
