import type { Spec } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostic.ts';

/** Looks at a spec whose shape is sound, and tells what is wrong with it beyond that. */
export type Check = (spec: Spec, report: Report) => void;
