/**
 * The part of the compiler that drafts a spec from a sample in a browser. It is loaded when it is needed, because a bundle
 * of it is larger than the page.
 */
export { type Inference, inferRated } from './infer/infer-rated.ts';
export { NoDraft } from './infer/model/no-draft.ts';
export { type Sample, specNameOf } from './infer/model/sample.ts';
export type { CreateModule } from './infer/rate/rate-draft.ts';
