import { pointerTo } from '../../diagnostics/pointer.ts';
import type { Check } from './model/check.ts';

const NAME = /^[a-z][a-z0-9-]{0,99}$/;

/** Reports reference tables whose name is no name of the service, or whose file is outside of the folder of the specs. */
export const checkReferenceTables: Check = ({ reference = {} }, report) => {
  for (const [table, { file }] of Object.entries(reference)) {
    if (!NAME.test(table)) report('invalid_reference_name', pointerTo('reference', table), { table }, { at: 'key' });
    if (file !== undefined && !isBelow(file))
      report('invalid_reference_file', pointerTo('reference', table, 'file'), { table, file });
  }
};

function isBelow(file: string): boolean {
  // A drive and a backslash would lead elsewhere on Windows.
  return !/[\\:\0]/.test(file) && file.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}
