import type { Settings } from './declarations.ts';

/** The settings that concern the vault and the integrations. */
export interface SourceSettings
  extends Pick<Settings, 'vault' | 'masterKeyFile' | 'masterKeyCommand' | 'localRoots' | 'integrationHosts'> {
  /** The master key itself; null or absent if it is not set. */
  readonly masterKey?: string | null;
}

/**
 * Returns the master key that the environment variable SPECMILL_MASTER_KEY contains; null if it is not set. There is no
 * such flag, because other users of the machine can see flags.
 */
export function readMasterKey(env: NodeJS.ProcessEnv): string | null {
  return env['SPECMILL_MASTER_KEY'] || null;
}
