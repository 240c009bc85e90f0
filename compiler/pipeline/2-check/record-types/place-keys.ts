import { placeKeys } from '../../1-read/record-type-shape.ts';
import type { Check } from '../model/check.ts';

/** Reports settings for the places of record types in a spec that has one type of records. */
export const checkPlaceKeys: Check = (spec, report) => {
  for (const key of [...Object.keys(placeKeys), 'fileRules']) {
    if (Object.hasOwn(spec, key)) report('only_with_record_types', `/${key}`, { key }, { at: 'key' });
  }
};
