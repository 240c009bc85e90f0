import type { EncoderName } from '../../../compiler/formats.ts';
import type { SpecText } from '../../../compiler/index.ts';
import type { TableVersion } from './bound-tables.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';

/** The compiled module that a run uses. */
export interface RunModule {
  /**
   * Path of the module's `.mjs` file in the module cache of the data folder. The file is not deleted while
   * `Runs.modulesInUse()` returns its hash.
   */
  path: string;
  /** SHA-256 of the `.mjs` file, hexadecimal. */
  hash: string;
  spec: SpecInfo;
  /** The versions of its reference tables, which are in the data folder. Absent: none, or those of the service. */
  tables?: readonly TableVersion[];
  /** The text of the spec. If the module's file is missing or altered, the module is compiled again from it. */
  source?: SpecText;
}

/** Returns the module of the same spec whose messages have another encoding. Throws ModuleNotEncodable. */
export type EncodeModule = (module: RunModule, encoder: EncoderName) => Promise<RunModule>;

/** Thrown if messages of an encoding cannot contain the values of a spec. */
export class ModuleNotEncodable extends Error {
  override readonly name = 'ModuleNotEncodable';
}
