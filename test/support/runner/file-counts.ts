/** How many tests of a file passed, failed and were skipped. */
export interface FileCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Starts the line that ends a file's output; the counts follow as JSON. */
export const END = '\u0000end of test file ';
