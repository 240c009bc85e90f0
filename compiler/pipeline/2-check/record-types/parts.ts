import { findEventType } from '../../1-read/parts.ts';
import type { RecordType, RecordTypesSpec } from '../../1-read/spec-shape.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { TypesCheck } from './check.ts';
import { findAncestors } from './nesting.ts';

/** How deeply members may be nested. */
const MAX_LEVELS = 16;

/** Reports record types that cannot be a member of the event of the record that encloses them. */
export const checkParts: TypesCheck = (spec, report) => {
  const { recordTypes } = spec;
  for (const [index, type] of recordTypes.entries()) {
    if (type.as === undefined || findAncestors(type, recordTypes) === null) continue;
    const pointer = `/recordTypes/${index}`;
    const reportPart = (key: string, detail: string, hint: string) =>
      report('invalid_part', key === '' ? pointer : `${pointer}/${key}`, { name: type.name, detail, hint });
    checkPart(type, spec, reportPart);
    checkMemberName({ type, pointer }, spec, report);
  }
};

type ReportPart = (key: string, detail: string, hint: string) => void;

function checkPart(type: RecordType, spec: RecordTypesSpec, report: ReportPart): void {
  const { recordTypes, onUnexpectedRecord = 'FATAL' } = spec;
  if (type.in === undefined)
    return report('as', '"as" needs "in": no record encloses these records', 'add "in" with the enclosing record type');
  if (type.publish !== undefined)
    report('publish', '"publish" is not allowed together with "as", because the records are no events', 'remove it');
  if (type.messageKey !== undefined)
    report(
      'messageKey',
      '"messageKey" is not allowed together with "as", because the records are no events',
      'move it to the record type of the event',
    );
  const event = findEventType(type, recordTypes);
  if (event?.publish === false)
    report(
      'as',
      `"${event.name}" is not published, so there is no event with the member`,
      `remove publish: false of "${event.name}"`,
    );
  if ((findAncestors(type, recordTypes)?.length ?? 0) > MAX_LEVELS)
    report('as', `the records are nested more than ${MAX_LEVELS} levels deep`, 'remove a level');
  if (onUnexpectedRecord !== 'FATAL')
    report(
      'as',
      '"as" needs onUnexpectedRecord: FATAL, because a record at a wrong place has no event that contains it',
      'remove onUnexpectedRecord',
    );
}

/** Reports a member with the name of a field of the event, or of another member. */
function checkMemberName(
  { type, pointer }: { type: RecordType; pointer: string },
  { recordTypes }: RecordTypesSpec,
  report: Report,
): void {
  const { as: name = '' } = type;
  const parent = recordTypes.find((one) => one.name === type.in);
  const field = parent?.fields.findIndex((one) => one.name === name && one.publish !== false) ?? -1;
  const other = recordTypes.findIndex((one) => one !== type && one.in === type.in && one.as === name);
  const isEarlier = other >= 0 && other < recordTypes.indexOf(type);
  if (parent !== undefined && field >= 0) {
    const seeAlso = `/recordTypes/${recordTypes.indexOf(parent)}/fields/${field}/name`;
    report('duplicate_field', `${pointer}/as`, { name }, { seeAlso });
  } else if (isEarlier) report('duplicate_field', `${pointer}/as`, { name }, { seeAlso: `/recordTypes/${other}/as` });
}
