import { ConnectorFailure } from '../failure.ts';
import type { RemoteFile } from '../connector.ts';
import { text } from './config-members.ts';
import { defineConnectorType } from './connector-type.ts';

/** MEMORY: one file with the content that the config has. */
export const memory = defineConnectorType({
  type: 'MEMORY',
  credentialTypes: [],
  isCredentialRequired: false,
  isReadOnly: true,
  readable: 'paths',
  steps: ['resolve'],
  config: { path: text, content: text },
  target: () => null,
  async load() {
    return ({ path, content }) => {
      const bytes = new TextEncoder().encode(content);
      const file: RemoteFile = { path, name: path, size: bytes.length, modified: null, version: String(bytes.length) };
      const refuse = async (): Promise<never> => {
        throw new ConnectorFailure('not_supported', 'a file in memory can only be read');
      };
      return {
        capabilities: {
          canResume: true,
          hasExactVersions: true,
          isWriteAtomic: false,
          canWrite: false,
          canMove: false,
          canRemove: false,
        },
        test: async () => {},
        async *list() {
          yield file;
        },
        stat: async () => file,
        read: async () => ({
          file,
          bytes: (async function* () {
            yield bytes;
          })(),
          cancel: async () => {},
        }),
        write: refuse,
        move: refuse,
        remove: refuse,
        close: async () => {},
      };
    };
  },
});
