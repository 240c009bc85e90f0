import type { VNode } from 'preact';

/** What was repaired. */
export interface Repair {
  /** Number of edits. Without one, the records are published as they were sent. */
  edits: number;
  /** Number of records that would be published. Null: it is not known. */
  records: number | null;
  /** Returns the repaired rejects. */
  getFile: () => Promise<File>;
}

/** What a check has instead of the choice and the sending of a file if it repairs the rejects of a run. */
export interface RejectsRepair {
  /** Says what is repaired, and calls `onFile` with it. `leavesOut`: the run has left out records with errors. */
  head: (onFile: (file: File, leavesOut: boolean) => void) => VNode;
  publish: (repair: Repair) => VNode;
}
