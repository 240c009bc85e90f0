import type { SpecNode } from '../../pipeline/1-read/nodes/node.ts';
import type { Field, ValidationRule } from '../../pipeline/1-read/spec-shape.ts';
import { idOf } from '../infer/column/rule-id.ts';
import { boundOf, LOWER, UPPER } from './bounds.ts';
import { itemsOf, keysOf, memberOf, textAt, textsAt } from './contract-node.ts';

/** A rule without its id and its field. */
type Demand = Omit<ValidationRule, 'ruleId' | 'field'> & { readonly ruleType: ValidationRule['ruleType'] };

/** The rules of a property, and what no rule expresses. */
export interface RulesDraft {
  readonly rules: readonly ValidationRule[];
  readonly notes: readonly string[];
}

/** Collects the rules of one field. A rule that another one equals is left out. */
class Rules {
  readonly rules: ValidationRule[] = [];
  readonly notes: string[] = [];
  readonly #demands = new Set<string>();

  constructor(
    readonly field: Field,
    readonly takenIds: Set<string>,
  ) {}

  /** Adds a rule. One that names values of a sensitive field is only mentioned. */
  add(demand: Demand, { suffix, hasValues }: { suffix: string; hasValues: boolean }): void {
    const { severity: _, ...compared } = demand;
    const form = JSON.stringify(compared);
    if (this.#demands.has(form)) return;
    this.#demands.add(form);
    if (hasValues && this.field.sensitive === true) {
      this.notes.push(`${demand.ruleType} is withheld, because the field is sensitive`);
      return;
    }
    const wanted = `${idOf(this.field.name)}-${suffix}`;
    let ruleId = wanted;
    for (let number = 2; this.takenIds.has(ruleId); number++) ruleId = `${wanted}-${number}`;
    this.takenIds.add(ruleId);
    // The keys belong to one kind of rule. A rule with wrong ones does not compile, and becomes a comment.
    this.rules.push({ ruleId, field: this.field.name, ...demand } as ValidationRule);
  }
}

/** Returns the rules of a field for the options and the quality rules of its property. `takenIds` gets the new ids. */
export function rulesOfProperty(property: SpecNode, field: Field, takenIds: Set<string>): RulesDraft {
  const rules = new Rules(field, takenIds);
  addOptions(rules, memberOf(property, 'logicalTypeOptions'), textAt(property, 'physicalType'));
  const values = allowedValues(property);
  if (values.length > 0) addValues(rules, values, {});
  for (const quality of itemsOf(property, 'quality')) addQuality(rules, quality);
  return rules;
}

/** Returns the values of an enumeration. Before version 3.2, tools write them as a property of their own. */
function allowedValues(property: SpecNode): string[] {
  const own = itemsOf(property, 'customProperties').filter((custom) => textAt(custom, 'property') === 'enum');
  const values = itemsOf(property, 'enum').flatMap((item) => textAt(item, 'value') ?? []);
  return [...new Set([...values, ...own.flatMap((custom) => textsAt(custom, 'value'))])];
}

/** The options that have a rule, or belong to the type. */
const KNOWN_OPTIONS = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'format',
  'timezone',
  'defaultTimezone',
]);

function addOptions(rules: Rules, options: SpecNode | undefined, physical: string | null): void {
  const { type } = rules.field;
  const length = (ruleType: 'MIN_LENGTH' | 'MAX_LENGTH', value: string | null) => {
    if (value !== null)
      rules.add({ ruleType, value } as Demand, {
        suffix: ruleType === 'MIN_LENGTH' ? 'min-length' : 'max-length',
        hasValues: false,
      });
  };
  length('MIN_LENGTH', textAt(options, 'minLength'));
  length(
    'MAX_LENGTH',
    textAt(options, 'maxLength') ??
      /^(?:n?(?:var)?char(?:acter)?|bpchar)(?: varying)?2?\s*[([]\s*(\d{1,7})\s*(?:char|byte)?\s*[)\]]/i.exec(
        physical ?? '',
      )?.[1] ??
      null,
  );
  const pattern = textAt(options, 'pattern');
  if (pattern !== null) addPattern(rules, pattern, {});
  const bounds = [boundOf(type, options, LOWER), boundOf(type, options, UPPER)] as const;
  addRange(rules, bounds[0].value, bounds[1].value);
  const format = textAt(options, 'format');
  if (type === 'STRING' && format !== null) rules.notes.push(`the format ${format} has no rule`);
  const complete: readonly string[] = bounds.flatMap(({ isComplete, exclusive }) => (isComplete ? [exclusive] : []));
  for (const key of keysOf(options))
    if (!KNOWN_OPTIONS.has(key) && !complete.includes(key))
      rules.notes.push(noteOf(rules, `${key}: ${textAt(options, key) ?? '…'}`));
}

function addRange(rules: Rules, min: string | null, max: string | null): void {
  const { type } = rules.field;
  if (min === null && max === null) return;
  if (type === 'DATE') {
    const value = `${min ?? ''},${max ?? ''}`;
    return rules.add({ ruleType: 'DATE_RANGE', value } as Demand, { suffix: 'range', hasValues: true });
  }
  if (type === 'INTEGER' || type === 'DECIMAL') {
    if (min !== null) rules.add({ ruleType: 'MIN_VALUE', value: min } as Demand, { suffix: 'min', hasValues: true });
    if (max !== null) rules.add({ ruleType: 'MAX_VALUE', value: max } as Demand, { suffix: 'max', hasValues: true });
    return;
  }
  rules.notes.push(noteOf(rules, `no rule limits values of the type ${type}: ${min ?? ''} to ${max ?? ''}`));
}

/** A pattern of the standard is one of ECMAScript. The rule compares the whole value. */
function addPattern(rules: Rules, pattern: string, more: Partial<Demand>): void {
  const [, whole] = /^\^(?:\(\?:)?([^]*?)\)?\$$/.exec(pattern) ?? [];
  const isWrapped = pattern.startsWith('^(?:') && pattern.endsWith(')$');
  const value = isWrapped ? pattern.slice(4, -2) : whole === undefined ? pattern : pattern.slice(1, -1);
  if (whole === undefined) rules.notes.push('the rule compares the whole value with the pattern');
  rules.add({ ruleType: 'REGEX', value, ...more } as Demand, { suffix: 'pattern', hasValues: true });
}

function addValues(rules: Rules, values: readonly string[], more: Partial<Demand>): void {
  rules.add({ ruleType: 'ALLOWED_VALUES', value: [...values], ...more } as Demand, {
    suffix: 'allowed',
    hasValues: true,
  });
}

/** Metrics of version 3.1, and their names as rules of version 3.0. */
const METRICS: Readonly<Record<string, string>> = { nullCheck: 'nullValues', validValues: 'invalidValues' };

function addQuality(rules: Rules, quality: SpecNode): void {
  const named = textAt(quality, 'metric') ?? textAt(quality, 'rule');
  const metric = named === null ? null : (METRICS[named] ?? named);
  const operands = memberOf(quality, 'arguments');
  const more = severityOf(textAt(quality, 'severity'));
  const values = [...textsAt(operands, 'validValues'), ...textsAt(quality, 'validValues')];
  const pattern = textAt(operands, 'pattern') ?? textAt(quality, 'pattern');
  const isNone = isZero(quality);
  if (isNone && (metric === 'nullValues' || metric === 'missingValues'))
    return rules.field.required === true
      ? undefined
      : rules.add({ ruleType: 'REQUIRED', ...more } as Demand, { suffix: 'required', hasValues: false });
  if (isNone && metric === 'invalidValues' && (values.length > 0 || pattern !== null)) {
    if (values.length > 0) addValues(rules, values, more);
    if (pattern !== null) addPattern(rules, pattern, more);
    return;
  }
  rules.notes.push(noteOf(rules, `no rule for the quality check ${describeQuality(quality, named)}`));
}

function describeQuality(quality: SpecNode, metric: string | null): string {
  const named = [textAt(quality, 'name'), metric, textAt(quality, 'type')].find((text) => text !== null) ?? '';
  const description = textAt(quality, 'description') ?? textAt(quality, 'query');
  return [named, description].filter((text) => text !== null && text !== '').join(': ');
}

/** What a check says of a sensitive field may contain values of it. */
function noteOf({ field }: Rules, note: string): string {
  return field.sensitive === true ? `${note.split(':', 1)[0]}: withheld, because the field is sensitive` : note;
}

/** Whether a check demands that no record is counted. Without a comparison, version 3.0 means that, too. */
function isZero(quality: SpecNode): boolean {
  const compared = keysOf(quality).filter((key) => /^must/.test(key));
  return compared.every(
    (key) => (key === 'mustBe' || key === 'mustBeLessOrEqualTo') && Number(textAt(quality, key)) === 0,
  );
}

function severityOf(written: string | null): Partial<Demand> {
  if (written === null) return {};
  if (/fatal|critical|blocker/i.test(written)) return { severity: 'FATAL' };
  return /warn|info|minor|low/i.test(written) ? { severity: 'WARNING' } : { severity: 'ERROR' };
}
