import type { Destination } from '../base/model/destination.ts';
import type { OpenFile, RunFile } from './open-target.ts';

/** The file that an attempt of a run writes. It is opened with the first bytes, or when it is complete without any. */
export interface FileOutput {
  /** Throws RunPause or RunFailure, as does complete(). */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file, which appears under its name. */
  complete(): Promise<void>;
  /** Discards the file, unless it is complete. Never throws. */
  close(): Promise<void>;
}

/** Creates the output of an attempt. Returns null if the run does not write a file. */
export function createFileOutput(
  destination: Destination,
  { openFile, isRepeated }: { openFile: OpenFile | null; isRepeated: boolean },
): FileOutput | null {
  if (destination.kind !== 'file' || openFile === null) return null;
  let opening: Promise<RunFile> | null = null;
  let isComplete = false;
  const open = (): Promise<RunFile> => (opening ??= openFile(destination, { isRepeated }));
  return {
    async write(bytes) {
      await (await open()).write(bytes);
    },
    async complete() {
      await (await open()).commit();
      isComplete = true;
    },
    async close() {
      if (isComplete) return;
      const file = await opening?.catch(() => null);
      await file?.abort();
    },
  };
}
