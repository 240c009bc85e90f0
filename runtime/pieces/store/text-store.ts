import { readFile, rename } from 'node:fs/promises';
import { systemCode } from '../../base/files/error-reason.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import {
  type ObjectAddress,
  openPieceBucket,
  readObjectText,
  writeObjectFile,
  writeObjectText,
} from './piece-bucket.ts';

/** Where a plan and the results of its pieces are: texts whose names begin with that of the plan. */
export interface TextStore {
  /** Returns the text with the name of the plan and `suffix`; null if there is none. Throws the errors of the store. */
  read(suffix: string): Promise<string | null>;
  /** Stores such a text. It replaces an earlier one as a whole. Throws the errors of the store. */
  write(suffix: string, text: string): Promise<void>;
  /** Stores the content of a file on this machine, which is gone then or may be removed. Throws the errors of the store. */
  storeFile(suffix: string, path: string): Promise<void>;
  /** Closes all connections. */
  close(): void;
}

/** Opens the plan at a path. Only the owner can read what is written. */
export function openFileTexts(path: string): TextStore {
  return {
    read: (suffix) =>
      readFile(path + suffix, 'utf8').catch((error: unknown) => {
        if (systemCode(error) !== 'ENOENT') throw error;
        return null;
      }),
    write: (suffix, text) => replaceFile(path + suffix, text, { access: 'private' }),
    storeFile: (suffix, from) => rename(from, path + suffix),
    close: () => {},
  };
}

/** Opens the plan that is an object. */
export async function openObjectTexts(address: ObjectAddress): Promise<TextStore> {
  const objects = await openPieceBucket(address);
  return {
    read: (suffix) => readObjectText(objects, address.prefix + suffix),
    write: (suffix, text) => writeObjectText(objects, address.prefix + suffix, text),
    storeFile: (suffix, from) => writeObjectFile(objects, address.prefix + suffix, from),
    close: () => objects.close(),
  };
}
