import type { Spec } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostics/diagnostic.ts';

/** Reports what is wrong with a spec of valid shape. */
export type Check = (spec: Spec, report: Report) => void;
