import { resolve, sep } from 'node:path';
import { absolutePath } from './config-members.ts';
import { defineConnectorType } from './connector-type.ts';
import { InvalidConfig } from './invalid-config.ts';

/** LOCAL_FS: a folder of the machine, below one of --local-roots. */
export const localFs = defineConnectorType({
  type: 'LOCAL_FS',
  credentialTypes: [],
  isCredentialRequired: false,
  isReadOnly: false,
  steps: ['resolve'],
  config: { root: absolutePath },
  checkAll({ root }, { localRoots }) {
    const isBelow = (folder: string) => `${root}/`.startsWith(resolve(folder).replace(/\/?$/, sep));
    if (localRoots === null || localRoots.some(isBelow)) return;
    throw new InvalidConfig(
      'config.root',
      '"root" is not below a folder that the service may use. The operator names such folders with --local-roots.',
    );
  },
  async load() {
    const { createLocalFsConnector } = await import('../local-fs/local-fs.ts');
    return ({ root }, { localRoots, onStep }) => createLocalFsConnector({ root, localRoots, onStep });
  },
});
