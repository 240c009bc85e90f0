import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { bindMaskKeys } from '../../base/model/bound-tables.ts';
import { type FindMaskKey, MaskKeyFailure } from '../../base/model/mask-keys.ts';
import { UsageError } from '../command-line/failures.ts';

/**
 * Returns the environment variable with the key of a mask: `SPECMILL_MASK_KEY_` and the name of its credential in capital
 * letters, with `_` for each other character than a letter or a digit.
 */
function variableOf(credential: string): string {
  return `SPECMILL_MASK_KEY_${credential.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '_')}`;
}

/** Returns the function that takes the keys of masks from the environment. */
export function createFindMaskKey(env: NodeJS.ProcessEnv): FindMaskKey {
  return async (name) => {
    const key = env[variableOf(name)];
    if (key === undefined || key === '')
      throw new MaskKeyFailure(`the key ${JSON.stringify(name)} of a mask is missing: set ${variableOf(name)}`);
    return key;
  };
}

/** Returns a module with the keys of its masks, to publish its messages. Throws UsageError if a key is missing. */
export async function bindKeysFromEnvironment(module: SpecModule, env: NodeJS.ProcessEnv): Promise<SpecModule> {
  const { maskKeys: needed = [] } = module.spec;
  const find = createFindMaskKey(env);
  const keys: Record<string, string> = Object.create(null);
  for (const name of needed) {
    keys[name] = await find(name).catch((error: unknown) => {
      throw error instanceof MaskKeyFailure ? new UsageError(error.message) : error;
    });
  }
  return bindMaskKeys(module, keys);
}
