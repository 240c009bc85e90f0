import type { RemoteFile } from '../../connector/connector.ts';
import type { Identity } from '../definition/job-definition.ts';

/**
 * Returns the text that identifies a listed file within its job. Files with the same text are one file, which is
 * published once. The content is unknown before a file is read, so with CONTENT this is everything that is known of it.
 */
export function identify({ path, size, modified, version }: RemoteFile, identity: Identity): string {
  switch (identity.kind) {
    case 'attributes': {
      const parts = { PATH: path, SIZE: size, MODIFIED: modified };
      return JSON.stringify(identity.of.map((part) => parts[part]));
    }
    case 'version':
      return JSON.stringify([path, version]);
    case 'content':
      return JSON.stringify([path, size, modified, version]);
    default:
      return identity satisfies never;
  }
}
