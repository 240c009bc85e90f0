/**
 * The keys of the masks of a spec, by the names of their credentials: each as bytes, or as a text. PREVIEW: there are no
 * keys, and each token consists of asterisks. It is for reading files without publishing anything.
 */
export type MaskKeys = { readonly [credential: string]: Uint8Array | string | undefined } | 'PREVIEW';
