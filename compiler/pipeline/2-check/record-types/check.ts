import type { RecordTypesSpec } from '../../1-read/spec-shape.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';

/** Checks the record types of a spec, and reports what is wrong with them. */
export type TypesCheck = (spec: RecordTypesSpec, report: Report) => void;
