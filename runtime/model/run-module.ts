import type { SpecText } from '../../compiler/index.ts';
import type { SpecInfo } from '../../compiler/kernel/model/contract.ts';

/** The compiled module that a run uses. */
export interface RunModule {
  /**
   * Path of its `.mjs` in the cache of the data folder. The file stays there while `Runs.modulesInUse` contains its
   * hash.
   */
  path: string;
  /** SHA-256 of that file, hexadecimal. */
  hash: string;
  spec: SpecInfo;
  /** The text of the spec, from which the module is compiled again if its file is missing or altered. */
  source?: SpecText;
}
