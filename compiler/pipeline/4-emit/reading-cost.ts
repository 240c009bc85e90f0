import { hasRecordTypes } from '../1-read/record-views.ts';
import type { AnySpec } from '../1-read/spec-shape.ts';
import { createPlan } from '../3-plan/create-plan.ts';
import { planRecordTypes } from '../3-plan/plan-record-types.ts';
import { Scope } from '../../emitting/code/scope.ts';
import type { FastContext } from '../../language/fields/fast/context.ts';
import { findSlowKeys, hasByteForm } from '../../language/fields/fast/byte-form.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import type { FastFormat } from '../../language/formats/model/fast-format.ts';
import { findLateWarnings } from '../../language/formats/model/run-warnings.ts';
import { hasPlace, type Plan } from '../../language/plan/plan.ts';
import { createComputedForm } from '../../language/fields/fast/computed.ts';
import { planStages } from '../../language/fields/fast/stages.ts';
import { readsLine } from './spec-info.ts';
import { isInDocument, type RecordTypesPlan } from '../../language/plan/record-types-plan.ts';
import { emitFastTypes, whyCareful, whyDocumentsAreCareful, whyGroupsAreCareful } from './emit-fast-types.ts';

/** How the records of a spec are read. */
export interface ReadingCost {
  /** Why no field is read from bytes; null if the fast reader reads the records. */
  readonly slow: string | null;
  /** The number of fields. */
  readonly fields: number;
  /** The fields that the fast reader cannot read. It decodes them, and the careful reader reads the text. */
  readonly careful: readonly CarefulField[];
  /** Why a run reads the file twice before it publishes anything. Absent if it reads it once. */
  readonly twice?: string;
}

/** A field that is read from text, and which of its keys require this. */
export interface CarefulField {
  readonly name: string;
  readonly reasons: readonly string[];
}

/** Returns which fields of a spec without errors are read from bytes, and why others are not. */
export function describeCost(spec: AnySpec): ReadingCost {
  const late = findLateWarnings(spec.runWarnings, formatKinds[spec.format].lateWarnings);
  const module = hasRecordTypes(spec) ? planRecordTypes(spec, '') : null;
  const isOfFile = ({ ruleId }: { ruleId: string }) => module?.documents?.rules.includes(ruleId) !== true;
  const fatal = (module?.fileRules ?? []).filter((rule) => rule.severity === 'FATAL' && isOfFile(rule));
  const reasons = [
    ...(late.length === 0 ? [] : [`runWarnings makes ${late.join(', ')} FATAL`]),
    ...(fatal.length === 0 ? [] : [`the file rule ${fatal.map(({ ruleId }) => ruleId).join(', ')} is FATAL`]),
    ...(module?.block?.severity === 'FATAL' ? ['an incomplete block (blockOf) is FATAL'] : []),
    ...(module?.documents?.readsTwice === true ? ['documents may be too long to be held (reject: WHOLE)'] : []),
  ];
  const cost = describeReading(spec);
  return reasons.length === 0 ? cost : { ...cost, twice: reasons.join(', and ') };
}

function describeReading(spec: AnySpec): ReadingCost {
  // The version does not affect how a spec is read.
  if (hasRecordTypes(spec)) return describeTypes(planRecordTypes(spec, ''));
  const plan = createPlan(spec, '');
  const format = fastFormatOf(plan);
  const fields = plan.fields.filter(({ isMaskedText }) => !isMaskedText).length;
  if (readsLine(plan.fields))
    return { slow: 'an expression reads record.line, which is counted in text', fields, careful: [] };
  if (format === null && hasConditions(plan)) return { slow: CONDITIONS, fields, careful: [] };
  const slow = format === null ? (formatKinds[plan.format].whySlow?.(plan.formatOperand) ?? null) : null;
  if (slow !== null) return { slow, fields, careful: [] };
  if (format === null) return { slow: `no fast reader for ${plan.format} with these settings`, fields, careful: [] };
  return { slow: null, fields, careful: findCareful(plan, format) };
}

/** Describes the cost of a spec with several record types. The names of their fields begin with that of the type. */
function describeTypes(module: RecordTypesPlan): ReadingCost {
  const own = module.types.map(({ plan }) =>
    plan.fields.filter(({ copy, isMaskedText }) => copy === null && !isMaskedText),
  );
  const fields = own.flat().length;
  const slow = whySlow(module);
  if (slow !== null) return { slow, fields, careful: [] };
  const careful = module.types.flatMap(({ place, plan }, index) => {
    const reason = whyTypeIsCareful(module, index);
    const found =
      reason === null
        ? findCareful(plan, fastFormatOf(plan as Plan<Format>))
        : (own[index] ?? []).map(({ name }) => ({ name, reasons: [reason] }));
    return found.map(({ name, reasons }) => ({ name: `${place.name}.${name}`, reasons }));
  });
  return { slow: null, fields, careful };
}

/** Returns why only the careful reader reads a spec with several record types. Null if the fast reader may read it. */
function whySlow(module: RecordTypesPlan): string | null {
  if (emitFastTypes(module) !== null) return null;
  const { format, continuation, filler } = module;
  const documents = module.documents === null ? null : whyDocumentsAreCareful(module);
  if (documents !== null) return documents;
  const groups = whyGroupsAreCareful(module);
  if (groups !== null) return groups;
  if (module.types.some(({ plan }) => hasConditions(plan)) || [continuation, filler].some((when) => when?.conditions))
    return CONDITIONS;
  if (continuation !== null) return 'continuation lines are joined with their records first';
  if (filler !== null) return 'filler lines are looked for first';
  const slow = module.types.flatMap(({ plan }) => formatKinds[format as Format].whySlow?.(plan.formatOperand) ?? []);
  if (slow[0] !== undefined) return slow[0];
  if (module.types.every((_, index) => whyTypeIsCareful(module, index) !== null))
    return 'each record type is read from text';
  return `no fast reader for ${format} with these settings and recordTypes`;
}

function whyTypeIsCareful(module: RecordTypesPlan, index: number): string | null {
  const plan = module.types[index]?.plan as Plan<Format> | undefined;
  const reason = whyCareful(module, index);
  if (reason !== null || plan === undefined) return reason;
  const format = fastFormatOf(plan);
  if (format === null) return `no fast reader for ${plan.format} with the settings of the type`;
  const isInside = isInDocument(module, index);
  if (format.ofType === undefined || format.ofType(index, isInside) !== null) return null;
  return isInside ? 'its records have values from before them' : 'its records do not belong to a document';
}

const CONDITIONS = 'startsWith, pattern or all select records, which are looked for in text';

/** Returns whether more than exact values of one place select the records. */
function hasConditions({ formatOperand }: Plan): boolean {
  // The formats with lines have this member.
  return (formatOperand as { conditions?: unknown }).conditions !== undefined;
}

function fastFormatOf(plan: Plan<Format>): FastFormat | null {
  return formatKinds[plan.format].fast(plan.formatOperand, plan);
}

/** Returns the fields that the fast reader cannot read from bytes. */
function findCareful(plan: Plan, format: FastFormat | null): CarefulField[] {
  if (format === null) return [];
  const context = createContext(plan, format);
  const computed = plan.fields
    .filter((field) => field.computed !== null && createComputedForm(field, context) === null)
    .map(({ messageName, rules, isMaskedText }) => {
      const reason = rules.length > 0 ? 'rules of a computed field' : 'its expression';
      return { name: messageName, reasons: [isMaskedText ? 'mask' : reason] };
    });
  const read = plan.fields
    .filter((field) => hasPlace(field) && (format.beforeRecords?.(field, context) ?? null) === null)
    .filter((field) => !hasByteForm(field, context))
    .map((field) => ({ name: field.name, reasons: findSlowKeys(field, context) }));
  return [...read, ...computed];
}

function createContext(plan: Plan, format: FastFormat): FastContext {
  return {
    ...{ plan, scope: new Scope(), cell: format.cell, onDay: [] },
    nullTexts: plan.nullTexts,
    numbersAs: plan.numbersAs,
    reserveGrowth: () => {},
    isCell: hasPlace,
    isCareful: () => false,
    stages: planStages(plan),
    observed: new Set(),
    summed: new Set(),
  };
}
