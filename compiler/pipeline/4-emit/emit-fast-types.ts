import {
  type Code,
  code,
  commentText,
  indentRest,
  join,
  name,
  nothing,
  propertyKey,
} from '../../emitting/code/literal.ts';
import { formatModule } from '../../emitting/code/format/wrap-lines.ts';
import { Scope } from '../../emitting/code/scope.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { type FieldPlan, needsStages, type Plan } from '../../language/plan/plan.ts';
import {
  type FileRuleField,
  type FileRulePlan,
  isInDocument,
  type MeasurePlan,
  type RecordTypePlan,
  type RecordTypesPlan,
} from '../../language/plan/record-types-plan.ts';
import { type EmittedReader, emitFastReader, fastHead, joinSections } from './emit-fast.ts';

/** The fast readers of a module with several record types. */
export interface FastTypesModule {
  /** The text of `generated/<name>.fast.ts`. */
  readonly source: string;
  /** For each type, the names of the functions that its fast reader calls. Null if the type has no fast reader. */
  readonly careful: readonly (readonly string[] | null)[];
}

/**
 * Emits the fast readers of a module with several record types. Returns null if the format has none for this spec, or if
 * no type has one.
 */
export function emitFastTypes(module: RecordTypesPlan): FastTypesModule | null {
  if (module.documents !== null && whyDocumentsAreCareful(module) !== null) return null;
  if (whyGroupsAreCareful(module) !== null) return null;
  const scope = new Scope();
  const findType = formatKinds[module.format as Format].findType(module, scope);
  if (findType === null) return null;
  const readers = module.types.map((type, index) => {
    if (whyCareful(module, index) !== null) return null;
    const careful = name(type.plan.names.values.replace(/Values$/, 'Readers'));
    // The plans of the types have the format of the module.
    const [observed, summed] = [findFields(module, type.plan, findNeeded), findFields(module, type.plan, findAddends)];
    const place = { type: index, isInDocument: isInDocument(module, index) };
    return emitFastReader(type.plan as Plan<Format>, scope, { careful, observed, summed, place, repeat: type.repeat });
  });
  if (readers.every((reader) => reader === null)) return null;
  // One record that is read from text would have its whole document read again.
  if (module.documents !== null && readers.some((reader, index) => reader === null && isInDocument(module, index)))
    return null;
  const input = code`const input = ${scope.use('fastBuffers')}.input;`;
  const sections = [
    ...module.types.flatMap((type, index) => emitType(type, readers[index] ?? null, scope)),
    ...findType,
    emitTypes(module, readers, scope),
  ];
  // The reader of each type has its own.
  const isRead = /\binput\b/.test(joinSections(findType).source);
  const body = joinSections(isRead ? [input, ...sections] : sections).source;
  const source = formatModule([fastHead(module), scope.importsOf(body).source, '', body, ''].join('\n'));
  return { source, careful: readers.map((reader) => reader?.careful.names ?? null) };
}

/** Returns why only the careful reader reads the documents of a module. Null if the fast reader may read them. */
export function whyDocumentsAreCareful(module: RecordTypesPlan): string | null {
  const { types, documents, fileRules } = module;
  const inside = types.filter((_, index) => isInDocument(module, index));
  const first = inside.filter(({ part }) => part === null);
  const isFirst = (index: number) => types.some(({ part, place }) => part !== null && place.parent === index);
  if (first.some((type) => documents?.types.includes(types.indexOf(type)) !== true || !isFirst(types.indexOf(type))))
    return 'a document without members is accepted or rejected as a whole, so its records wait for its end';
  if (first.some(({ isPublished }) => !isPublished)) return 'the events of a document are not published';
  const unique = fileRules.find(({ code: own }) => own === 'UNIQUE');
  if (unique !== undefined) return `the rule ${unique.ruleId} compares records of documents that may be rejected`;
  const index = types.findIndex((_, type) => isInDocument(module, type) && whyCareful(module, type) !== null);
  const reason = index < 0 ? null : whyCareful(module, index);
  return reason === null ? null : `of the type ${types[index]?.place.name ?? ''}, ${reason}`;
}

/** Returns why only the careful reader reads the groups of a module's records. Null if the fast reader may read them. */
export function whyGroupsAreCareful(module: RecordTypesPlan): string | null {
  const groups = [...module.types.entries()].filter(([, { repeat }]) => repeat !== null);
  if (groups.some(([type, { part }]) => part === null || !isInDocument(module, type)))
    return 'the groups of a record are looked for in its text';
  if (groups.some(([, { place }]) => module.types[place.parent]?.repeat !== null))
    return 'groups in other groups are looked for in the text of a record';
  return null;
}

/** Returns why only the careful reader reads the records of a type. Null if the fast reader may read them. */
export function whyCareful({ types }: Pick<RecordTypesPlan, 'types'>, index: number): string | null {
  const own = types[index]?.plan;
  if (own === undefined || own.fields.every(({ copy }) => copy !== null)) return 'it has no fields of its own';
  if (needsStages(own.fields)) return 'it has fields that are computed or not published';
  const copies = types.find(({ copiesFrom }) => copiesFrom.includes(index));
  if (copies !== undefined) return `records of the type ${copies.place.name} copy values from it`;
  const counted = types.find(({ counter, place }) => counter !== null && place.parent === index);
  return counted === undefined ? null : `it contains the number of records of the type ${counted.place.name}`;
}

/** Returns the fields of a type that `find` returns for a rule of the file. */
function findFields(
  { fileRules }: RecordTypesPlan,
  { fields, names }: Plan,
  find: (rule: FileRulePlan) => FileRuleField[],
): Set<FieldPlan> {
  const needed = fileRules.flatMap(find).filter(({ values }) => values === names.values);
  return new Set(fields.filter((field) => needed.some(({ key }) => key === field.key)));
}

/** Returns the fields that a rule adds up. */
function findAddends(rule: FileRulePlan): FileRuleField[] {
  return rule.code === 'SUM_EQUALS' ? [...(rule.found.addends ?? []), ...(rule.other?.addends ?? [])] : [];
}

/** Returns the fields whose values a rule needs. */
function findNeeded(rule: FileRulePlan): FileRuleField[] {
  switch (rule.code) {
    case 'COUNT_EQUALS':
    case 'SUM_EQUALS':
      return [...measured(rule.found), ...measured(rule.other), ...(rule.total === null ? [] : [rule.total])];
    case 'COUNT_RANGE':
      return measured(rule.found);
    case 'UNIQUE':
      return rule.fields.map(({ key }) => ({ values: rule.values, key }));
    case 'ORDERED':
      return [{ values: rule.values, key: rule.field.key }];
    default:
      return rule satisfies never;
  }
}

function measured(measure: MeasurePlan | null): FileRuleField[] {
  if (measure === null) return [];
  return [...(measure.addends ?? []), ...(measure.where ?? []).flat().map(({ field }) => field)];
}

function creatorOf({ plan }: RecordTypePlan): Code {
  return name(`create${plan.names.values.replace(/Values$/, 'Reader')}`);
}

function emitType(type: RecordTypePlan, reader: EmittedReader | null, scope: Scope): Code[] {
  if (reader === null) return [];
  const own = name(type.plan.names.values.replace(/Values$/, 'Readers'));
  const { state, related, careful, sections } = reader;
  const body = indentRest(joinSections([...state, careful.variable, ...sections]), '  ');
  const creator = code`/** Creates the fast reader of the record type ${commentText(type.place.name)}. */
function ${creatorOf(type)}(readers: ${own}): ${scope.useType('FastTypeReader')} {
  ${body}

  return fastReader(readers);
}`;
  return [...related, careful.members, creator];
}

function emitTypes(module: RecordTypesPlan, readers: readonly (EmittedReader | null)[], scope: Scope): Code {
  const all = module.types.map((type, index) => ({ type, index, isFast: (readers[index] ?? null) !== null }));
  const fast = all.filter(({ isFast }) => isFast);
  const variable = ({ plan }: RecordTypePlan) => name(`reader${plan.names.values.replace(/Values$/, '')}`);
  const members = fast.map(({ type: { plan, place } }) => {
    const own = name(plan.names.values.replace(/Values$/, 'Readers'));
    return code`  ${propertyKey(place.name)}: ${own};`;
  });
  const created = fast.map(
    ({ type }) => code`  const ${variable(type)} = ${creatorOf(type)}(readers.${name(type.place.name)});`,
  );
  const cases = (call: Code) =>
    fast.map(({ type, index }) => code`      case ${index}:\n        return ${variable(type)}.${call};`);
  const isWhole = formatKinds[module.format as Format].findsDocuments === true;
  const endsDocuments = isWhole ? code`endsDocuments: true, ` : nothing;
  const types = all.map(({ type, isFast }) => (isFast ? variable(type) : code`null`));
  return code`/** The careful readers of the types that have a fast reader. */
export interface CarefulTypes {
${members}
}

/** Creates the fast readers of ${commentText(module.name)}. */
export function fastTypes(readers: CarefulTypes): ${scope.useType('FastTypes')} {
${created}
  return { findType, read, next, ${endsDocuments}types: ${join(types, ', ', '[', ']')} };

  function read(type: number, at: number, length: number): number {
    switch (type) {
${cases(code`read(at, length)`)}
      default:
        return -1;
    }
  }

  function next(type: number): number {
    switch (type) {
${cases(code`next()`)}
      default:
        return 0;
    }
  }
}`;
}
