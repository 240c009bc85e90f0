import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalFsConnector } from '../../../runtime/connector/local-fs/local-fs.ts';
import { testNetwork } from './network-contract.ts';
import { createPut } from './servers/folder.ts';

// test/runtime/connector/local-fs.test.ts has the shorter tests: they need no server.
testNetwork('LOCAL_FS', {
  async open() {
    const home = mkdtempSync(join(tmpdir(), 'specmill-local-'));
    const root = join(home, 'root');
    mkdirSync(root);
    return {
      connector: createLocalFsConnector({ root, localRoots: [root] }),
      put: createPut(root),
      close: async () => rmSync(home, { recursive: true, force: true }),
    };
  },
});
