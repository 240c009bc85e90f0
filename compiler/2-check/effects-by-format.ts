import type { Field, Format, Spec } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Check } from './check.ts';

const formatsOfKeys = {
  hasHeader: ['CSV', 'FIXED_WIDTH'],
  delimiter: ['CSV'],
  quote: ['CSV'],
  escape: ['CSV'],
  comment: ['CSV'],
  skipLines: ['CSV', 'FIXED_WIDTH'],
  skipBlankLines: ['CSV', 'FIXED_WIDTH'],
  columnMatch: ['CSV'],
  onExtraColumns: ['CSV', 'FIXED_WIDTH'],
  onMissingColumns: ['CSV', 'FIXED_WIDTH'],
  recordWhen: ['CSV', 'FIXED_WIDTH'],
  recordLength: ['FIXED_WIDTH'],
  lineTerminator: ['FIXED_WIDTH'],
  recordPath: ['XML'],
  namespaces: ['XML'],
} as const satisfies { readonly [key in keyof Spec]?: readonly Format[] };

const formatsOfFieldKeys = {
  start: ['FIXED_WIDTH'],
  length: ['FIXED_WIDTH'],
  align: ['FIXED_WIDTH'],
  padChar: ['FIXED_WIDTH'],
  separator: ['XML'],
} as const satisfies { readonly [key in keyof Field]?: readonly Format[] };

/** Reports keys of the spec and of its fields that have no effect in its format. */
export const checkEffectsByFormat: Check = (spec, report) => {
  checkKeys({ value: spec, pointer: '', formats: formatsOfKeys, format: spec.format, report });
  for (const [index, field] of spec.fields.entries()) {
    checkKeys({ value: field, pointer: `/fields/${index}`, formats: formatsOfFieldKeys, format: spec.format, report });
  }
  if (spec.format === 'CSV' && spec.quote === '' && spec.escape !== undefined) {
    report('key_without_effect', '/escape', { key: 'escape', because: 'quote: "" disables quoting' }, { at: 'key' });
  }
};

interface Keys {
  readonly value: object;
  readonly pointer: string;
  readonly formats: { readonly [key: string]: readonly Format[] };
  readonly format: Format;
  readonly report: Report;
}

function checkKeys({ value, pointer, formats, format, report }: Keys): void {
  for (const [key, allowed] of Object.entries(formats)) {
    if (!Object.hasOwn(value, key) || allowed.includes(format)) continue;
    const because = `it applies only to ${allowed.join(', ')}, but the format is ${format}`;
    report('key_without_effect', `${pointer}/${key}`, { key, because }, { at: 'key' });
  }
}
