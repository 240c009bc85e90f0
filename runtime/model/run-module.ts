import type { SpecInfo } from '../../compiler/kernel/model/contract.ts';

/** The module that a run is worked on with. */
export interface RunModule {
  /** Its `.mjs` in the data folder's cache. It stays there as long as `Runs.modulesInUse` names its hash. */
  path: string;
  /** SHA-256 of that file, hexadecimal. */
  hash: string;
  spec: SpecInfo;
}
