import { viewRecordTypes } from '../../1-read/record-views.ts';
import type { RecordTypesSpec } from '../../1-read/spec-shape.ts';
import { toPascalCase } from '../../../emitting/code/names.ts';
import { formatKinds, hasKey, selectsByPath } from '../../../language/formats/format-kinds.ts';
import type { FormatKind } from '../../../language/formats/model/format-kind.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { Check } from '../model/check.ts';
import type { TypesCheck } from './check.ts';
import { checkCopies } from './copies.ts';
import { checkDocuments } from './documents.ts';
import { checkParts } from './parts.ts';
import { checkRepeats } from './repeats.ts';
import { checkFileRules } from './file-rules.ts';
import { checkNesting } from './nesting.ts';
import { checkDelimiters, checkOtherLines } from './other-lines.ts';
import { checkSelection } from './selection.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import { allRules } from '../model/all-rules.ts';

/** Reports record types with an invalid name, or with the name of another type. */
const checkTypeNames: TypesCheck = ({ recordTypes }, report) => {
  const first = new Map<string, number>();
  for (const [index, { name }] of recordTypes.entries()) {
    const pointer = `/recordTypes/${index}/name`;
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) report('invalid_record_type_name', pointer, { name });
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else report('duplicate_record_type', pointer, { name }, { seeAlso: `/recordTypes/${earlier}/name` });
  }
};

/** Reports record types whose interface has the name that the union of all records should have. */
const checkUnionName: TypesCheck = ({ name: spec, recordTypes }, report) => {
  const unionName = toPascalCase(spec, 'Spec');
  for (const [index, { name }] of recordTypes.entries()) {
    const typeName = `${toPascalCase(name, 'Type')}Record`;
    if (typeName === unionName)
      report('record_type_has_union_name', `/recordTypes/${index}/name`, { name, spec, typeName });
  }
};

/** Reports corrections and rules of different types with the same ruleId. */
const checkRuleIdsOfTypes: TypesCheck = (spec, report) => {
  const first = new Map<string, { type: number; pointer: string }>();
  for (const [type, view] of viewRecordTypes(spec).entries()) {
    for (const { ruleId, pointer } of allRules(view)) {
      const place = { type, pointer: `/recordTypes/${type}${pointer}/ruleId` };
      const earlier = first.get(ruleId);
      if (earlier === undefined) first.set(ruleId, place);
      // The checks of a type report rules of the same type.
      else if (earlier.type !== type)
        report('duplicate_rule_id', place.pointer, { ruleId }, { seeAlso: earlier.pointer });
    }
  }
};

const contentKeys = ['recordWhen', 'recordPath', 'messageKey', 'correctionRules', 'validationRules'] as const;

/** Reports keys at the top level that belong in the record types. */
const checkTopLevelKeys: TypesCheck = (spec, report) => {
  const names = spec.recordTypes.map(({ name }) => name);
  for (const key of contentKeys) {
    if (spec[key] !== undefined) report('not_with_record_types', `/${key}`, { key, names }, { at: 'key' });
  }
};

/** Returns the spec without the keys that belong in the record types: each is one mistake, and not one in every type. */
function withoutContents(spec: RecordTypesSpec): RecordTypesSpec {
  const { recordWhen: _, recordPath: _path, messageKey: _key, ...settings } = spec;
  const { correctionRules: _corrections, validationRules: _rules, recordTypeMember: _member, ...rest } = settings;
  return rest;
}

/** Reports a member for the name of the type that fields of a type, or records inside of it, have, too. */
const checkTypeMember: TypesCheck = ({ recordTypeMember: name, recordTypes }, report) => {
  if (name === undefined) return;
  for (const [index, type] of recordTypes.entries()) {
    if (type.publish === false || type.as !== undefined) continue;
    const field = type.fields.findIndex((one) => one.name === name);
    const part = recordTypes.findIndex((one) => one.in === type.name && one.as === name);
    if (field < 0 && part < 0) continue;
    const seeAlso = field < 0 ? `/recordTypes/${part}/as` : `/recordTypes/${index}/fields/${field}/name`;
    return report('duplicate_field', '/recordTypeMember', { name }, { seeAlso });
  }
};

/** Reports record types of different lengths in a file without line ends, because it is cut before types are known. */
const checkLengths: TypesCheck = ({ lineTerminator, recordLength, recordTypes }, report) => {
  if (lineTerminator !== 'NONE') return;
  const [first] = recordTypes;
  const shared = first?.recordLength ?? recordLength;
  for (const [index, { name, recordLength: own }] of recordTypes.entries()) {
    const length = own ?? recordLength;
    if (first === undefined || shared === undefined || length === undefined || length === shared) continue;
    const pointer = pointerTo('recordTypes', index, ...(own === undefined ? [] : ['recordLength']));
    report('record_lengths_differ', pointer, { name, length, other: first.name, otherLength: shared });
  }
};

/** Reports record types in a format whose files cannot have several. */
const checkFormat: TypesCheck = ({ format, delimiter, recordTypes }, report) => {
  // All formats of today can.
  const { emitTypes, typesByPath }: FormatKind = formatKinds[format];
  if (emitTypes === null) report('record_types_not_for_format', '/recordTypes', { format }, { at: 'key' });
  else typesByPath?.check(recordTypes, report);
  const type = recordTypes.findIndex((one) => one.delimiter === 'AUTO');
  if (delimiter === 'AUTO' || type >= 0)
    report(
      'invalid_character',
      delimiter === 'AUTO' ? '/delimiter' : `/recordTypes/${type}/delimiter`,
      { key: 'delimiter', value: 'AUTO', because: 'the lines of a file with several record types do not decide it' },
      { hint: 'write the delimiter of the files' },
    );
};

/** Reports values of lines before the records: with record types, such a line is a record of its own type. */
const checkTitleLines: TypesCheck = ({ recordTypes }, report) => {
  for (const [type, { fields }] of recordTypes.entries())
    for (const [index, { name, fromLine }] of fields.entries())
      if (fromLine !== undefined)
        report(
          'title_not_with_record_types',
          `/recordTypes/${type}/fields/${index}/fromLine`,
          { field: name },
          { at: 'key' },
        );
};

const typesChecks: readonly TypesCheck[] = [
  checkFormat,
  checkTypeNames,
  checkUnionName,
  checkSelection,
  checkOtherLines,
  checkDelimiters,
  checkLengths,
  checkTitleLines,
  checkNesting,
  checkCopies,
  checkDocuments,
  checkParts,
  checkRepeats,
  checkRuleIdsOfTypes,
  checkFileRules,
];

/** Runs the checks on the record types of a spec, and then `checks` on each of them. */
export function checkRecordTypes(written: RecordTypesSpec, checks: readonly Check[], report: Report): void {
  checkTopLevelKeys(written, report);
  checkTypeMember(written, report);
  const spec = withoutContents(written);
  for (const check of typesChecks) check(spec, report);
  const isNew = createDuplicateFilter();
  for (const [index, view] of viewRecordTypes(spec).entries()) {
    const own = spec.recordTypes[index] ?? {};
    // The places of fields in the view are those of the spec, because every field with a type or a source is in it.
    const reportForType: Report = (code, pointer, params, options = {}) => {
      const place = placeOf(pointer, index, own);
      const { seeAlso, ...others } = options;
      if (!isNew(`${code} ${place} ${JSON.stringify(params)}`)) return;
      report(code, place, params, {
        ...others,
        ...(seeAlso !== undefined && { seeAlso: placeOf(seeAlso, index, own) }),
      });
    };
    if (!isSelected(spec, index, report)) continue;
    if (view.fields.length < (spec.recordTypes[index]?.fields.length ?? 0)) continue;
    for (const check of checks) check(view, reportForType);
  }
}

/** Reports `when` without the key that selects records in the format. Returns whether the type can be checked further. */
function isSelected({ format, recordTypes }: RecordTypesSpec, index: number, report: Report): boolean {
  const { name = '', when, repeat } = recordTypes[index] ?? {};
  const isTree = selectsByPath(format);
  const { typesByPath }: FormatKind = formatKinds[format];
  if (repeat !== undefined) return !isTree;
  const mayHaveValues = !isTree || (hasKey(format, 'recordWhen') && Object.keys(when ?? {}).length > 0);
  const isByValue = when?.path === undefined && mayHaveValues;
  const key = isByValue ? 'values' : 'path';
  const isAny = !isTree || typesByPath !== undefined;
  if (when === undefined ? isAny : isByValue ? selectsLines(when) : when.path !== undefined) return true;
  const pointer = `/recordTypes/${index}${when === undefined ? '' : '/when'}`;
  report('record_type_not_selected', pointer, { name, key, format });
  return false;
}

function selectsLines({
  values,
  startsWith,
  pattern,
  all,
}: NonNullable<RecordTypesSpec['recordTypes'][number]['when']>) {
  return [values, startsWith, pattern, all].some((selected) => selected !== undefined);
}

/** Returns the pointer into the spec for a pointer into the view of a type. */
function placeOf(pointer: string, index: number, own: object): string {
  const [, key = ''] = pointer.split('/');
  const written = key === 'recordWhen' || key === 'recordPath' ? 'when' : key;
  const isOwn = pointer === '' || Object.hasOwn(own, written);
  return isOwn
    ? `/recordTypes/${index}${pointer.replace(/^\/recordWhen/, '/when').replace(/^\/recordPath/, '/when/path')}`
    : pointer;
}

/** Settings of the spec are checked once for each type, but reported once. */
function createDuplicateFilter(): (key: string) => boolean {
  const seen = new Set<string>();
  return (key) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  };
}
