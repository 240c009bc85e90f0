/** The enclosing records whose elements are open at a resume position. It is stored in checkpoints. */
export type OpenRecordsState = readonly (readonly [type: number, depth: number])[];
