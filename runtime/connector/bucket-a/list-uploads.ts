import { ConnectorFailure } from '../failure.ts';
import { findNodes, findText } from '../http/xml.ts';
import { decodeKey } from './objects.ts';
import type { SendS3 } from './s3-client.ts';
import { expectXml } from './s3-failure.ts';

/** An upload in parts that was neither completed nor discarded. */
export interface UnfinishedUpload {
  readonly key: string;
  readonly id: string;
  /** When it was started, in milliseconds since 1970. NaN if the store does not report it. */
  readonly startedAt: number;
}

/** Yields the unfinished uploads of keys that start with `prefix`. Throws ConnectorFailure. */
export async function* listUploads(send: SendS3, prefix: string): AsyncGenerator<UnfinishedUpload> {
  let marker: Record<string, string> = {};
  for (;;) {
    const answer = await expectXml(send, {
      query: { uploads: '', prefix, 'max-uploads': '1000', 'encoding-type': 'url', ...marker },
    });
    const [page] = findNodes(answer, 'ListMultipartUploadsResult');
    if (page === undefined)
      throw new ConnectorFailure('protocol_error', 'The store answered with something else than a list of uploads.');
    const isEncoded = findText(page, 'EncodingType') === 'url';
    for (const node of findNodes(page, 'Upload')) {
      const key = findText(node, 'Key') ?? '';
      const id = findText(node, 'UploadId') ?? '';
      yield { key: isEncoded ? decodeKey(key) : key, id, startedAt: Date.parse(findText(node, 'Initiated') ?? '') };
    }
    const next = {
      'key-marker': findText(page, 'NextKeyMarker') ?? '',
      'upload-id-marker': findText(page, 'NextUploadIdMarker') ?? '',
    };
    const isLast = findText(page, 'IsTruncated') !== 'true' || next['key-marker'] === '';
    if (isLast || next['upload-id-marker'] === marker['upload-id-marker']) return;
    marker = next;
  }
}
