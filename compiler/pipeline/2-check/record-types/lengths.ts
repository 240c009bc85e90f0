import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { TypesCheck } from './check.ts';

/** Reports record types of different lengths in a file without line ends, because it is cut before types are known. */
export const checkLengths: TypesCheck = ({ lineTerminator, recordLength, recordTypes }, report) => {
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
