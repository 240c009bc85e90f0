import { parseHosts } from '../values/hosts.ts';
import { parsePaths, parseSwitch, parseText } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** The settings of the vault and of the systems that files come from. */
export const sourceSettings = {
  vault: defineSetting({
    flag: 'vault',
    env: 'SPECMILL_VAULT',
    takes: 'on|off',
    fallback: 'on',
    help: 'whether the service stores credentials and connects to other systems',
    parse: parseSwitch,
  }),
  masterKeyFile: defineSetting<string | null>({
    flag: 'master-key-file',
    env: 'SPECMILL_MASTER_KEY_FILE',
    takes: 'FILE',
    fallback: null,
    help: 'file with the master key of the vault; without a key, the service creates one in the data folder',
    parse: parseText,
  }),
  masterKeyCommand: defineSetting<string | null>({
    flag: 'master-key-command',
    env: 'SPECMILL_MASTER_KEY_COMMAND',
    takes: 'COMMAND',
    fallback: null,
    help: 'command that prints the master key of the vault; it runs without a shell',
    parse: parseText,
  }),
  localRoots: defineSetting<readonly string[] | null>({
    flag: 'local-roots',
    env: 'SPECMILL_LOCAL_ROOTS',
    takes: 'DIR,DIR',
    fallback: null,
    help: 'folders below which integrations of the type LOCAL_FS may read and write',
    parse: parsePaths,
  }),
  integrationHosts: defineSetting<readonly string[] | null>({
    flag: 'integration-hosts',
    env: 'SPECMILL_INTEGRATION_HOSTS',
    takes: 'HOST,HOST',
    fallback: null,
    help: 'hosts that integrations may reach although they are loopback, link-local or a metadata service: names, addresses, networks',
    parse: parseHosts,
  }),
};
