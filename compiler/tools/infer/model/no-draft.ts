/**
 * Thrown if no spec can be inferred from a sample. The message completes the sentence "cannot draft a spec from FILE:
 * …".
 */
export class NoDraft extends Error {}
