/** How many tests of a file passed, failed and were skipped. */
export interface FileCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What a test process reports of a file. */
export interface FileReport extends FileCounts {
  /** Processor time of the file and of all that it started, in seconds. */
  processorSeconds: number;
}

/** Starts the line that ends a file's output; a FileReport follows as JSON. */
export const END = '\u0000end of test file ';
