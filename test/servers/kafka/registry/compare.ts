/** Returns a value whose texts of numbers and times have one form: Avro has their values, and JSON their texts. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [fromAvroName(name), comparable(own)]));
  if (typeof value !== 'string') return value;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return toNumberForm(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return toInstantForm(value);
  if (/^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(value)) return toTimeForm(value);
  return value;
}

/** Returns a name as the spec has it. */
function fromAvroName(name: string): string {
  return name.replace(/_x([0-9a-f]+)_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function toNumberForm(text: string): string {
  const [, sign, whole = '', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const digits = fraction === '' ? whole : `${whole}.${fraction}`;
  return /^[0.]*$/.test(digits) ? '0' : `${sign}${digits}`;
}

function toTimeForm(text: string): string {
  const [, clock = '', fraction = ''] = /^([\d:]+)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  return `${clock.length === 5 ? `${clock}:00` : clock}.${fraction}`;
}

/** A Date has milliseconds only. */
function toInstantForm(text: string): string {
  const [, before = '', fraction = '', zone = 'Z'] = /^([^.Z+]+)(?:\.(\d*?)0*)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  return `${new Date(`${before}${zone}`).toISOString().slice(0, 19)}.${fraction}`;
}
