/** A message to the worker that drafts a spec: the file to draft from, or the answer to a `compile` message. */
export type InferRequest =
  | { kind: 'infer'; file: Blob; fileName: string }
  /** The ES module of the draft. */
  | { kind: 'compiled'; moduleText: string }
  | { kind: 'not-compiled'; message: string };

/** A message from the worker. */
export type InferMessage =
  /** Asks for the module of a draft in YAML. The worker waits for it. */
  | { kind: 'compile'; text: string }
  | { kind: 'drafted'; draft: InferredDraft }
  /** `message` is for the user. */
  | { kind: 'refused'; message: string };

/** A draft of a spec, and how it reads its file. */
export interface InferredDraft {
  /** The spec as YAML. Comments mark uncertain choices. */
  yaml: string;
  /** The number of records in the part of the file that was read. */
  records: number;
  accepted: number;
  /** Whether the whole file was read. */
  isWhole: boolean;
  /** What the user must decide, as clauses. */
  undecided: readonly string[];
}
