import type { Spec } from '../../1-read/spec-shape.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';

/** Checks a spec, or the valid part of a spec, and reports what is wrong with it. */
export type Check = (spec: Spec, report: Report) => void;
