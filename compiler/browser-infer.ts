/**
 * The part of the compiler that drafts a spec from a sample in a browser. It is loaded when it is needed, because a bundle
 * of it is larger than the page.
 */
export { type Inference, inferRated } from './tools/infer/infer-rated.ts';
export { NoDraft } from './tools/infer/model/no-draft.ts';
export { type Sample, specNameOf } from './tools/infer/model/sample.ts';
export type { CreateModule } from './tools/infer/rate/rate-draft.ts';
