import { hasRecordTypes } from '../1-read/record-views.ts';
import type { AnySpec } from '../1-read/spec-shape.ts';
import { createPlan } from '../3-plan/create-plan.ts';
import { Scope } from '../code/scope.ts';
import type { FastContext } from '../fields/fast/context.ts';
import { findSlowKeys, hasByteForm } from '../fields/fast/byte-form.ts';
import { type Format, formatKinds } from '../formats/format-kinds.ts';
import type { FastFormat } from '../formats/model/fast-format.ts';
import type { Plan } from '../plan/plan.ts';

/** How the records of a spec are read. */
export interface ReadingCost {
  /** Why no field is read from bytes; null if the fast reader reads the records. */
  readonly slow: string | null;
  /** The number of fields. */
  readonly fields: number;
  /** The fields that the fast reader cannot read. It decodes them, and the careful reader reads the text. */
  readonly careful: readonly CarefulField[];
}

/** A field that is read from text, and which of its keys require this. */
export interface CarefulField {
  readonly name: string;
  readonly reasons: readonly string[];
}

/** Returns which fields of a spec without errors are read from bytes, and why others are not. */
export function describeCost(spec: AnySpec): ReadingCost {
  if (hasRecordTypes(spec)) {
    const fields = spec.recordTypes.reduce((count, type) => count + type.fields.length, 0);
    return { slow: 'specs with recordTypes have no fast reader', fields, careful: [] };
  }
  // The version does not affect how a spec is read.
  const plan = createPlan(spec, '');
  const format = formatKinds[plan.format].fast(plan.formatOperand, plan);
  const fields = plan.fields.length;
  if (format === null) return { slow: `no fast reader for ${plan.format} with these settings`, fields, careful: [] };
  const context = createContext(plan, format);
  const careful = plan.fields
    .filter((field) => (format.beforeRecords?.(field, context) ?? null) === null && !hasByteForm(field, context))
    .map((field) => ({ name: field.name, reasons: findSlowKeys(field, context) }));
  return { slow: null, fields, careful };
}

function createContext(plan: Plan<Format>, format: FastFormat): FastContext {
  return {
    ...{ plan, scope: new Scope(), cell: format.cell, onDay: [] },
    nullTexts: plan.nullTexts,
    numbersAs: plan.numbersAs,
    reserveGrowth: () => {},
    isCareful: () => false,
  };
}
