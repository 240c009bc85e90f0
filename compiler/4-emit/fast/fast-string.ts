import type { CorrectionPlan, FieldPlan } from '../../3-plan/plan.ts';
import { type Code, code, commentText, join, name } from '../literal.ts';
import { type ByteForm, callCarefully, emitNull, type FastContext, jsonConstant } from './fast-field.ts';
import { emitTextRules } from './fast-rules.ts';

const EDGES_WITH_BLANK = /^\p{White_Space}|\p{White_Space}$/u;
/** Longer padding is left to the careful reading. */
const LONGEST_PADDING = 256;

/** A STRING: copied as it stands, perhaps trimmed, in another case, padded; then its rules. */
export function emitFastString(field: FieldPlan, context: FastContext): ByteForm | null {
  const { plan, scope } = context;
  const steps = field.corrections.map(({ correctionType }) => correctionType);
  if (!/^(TRIM )?((UPPER|LOWER)_CASE )?((PAD_LEFT|PAD_RIGHT) )?(DEFAULT_IF_NULL )?$/.test(steps.map((step) => `${step} `).join(''))) return null;
  const isTrimmed = steps.includes('TRIM');
  if (isTrimmed && plan.nullTexts.some((text) => EDGES_WITH_BLANK.test(text))) return null;
  const changes = field.corrections.flatMap((correction) => emitChange(correction, field, context) ?? []);
  if (changes.length !== steps.filter((step) => step !== 'TRIM' && step !== 'DEFAULT_IF_NULL').length) return null;
  const rules = emitTextRules(field, { from: code`length + 1`, to: code`end - 1`, hasJson: true }, context);
  if (rules === null) return null;
  const nulls = new Nulls(field, context);
  const hasDefault = steps.includes('DEFAULT_IF_NULL');
  const onNull = hasDefault ? callCarefully(field) : emitNull(field, scope);
  const isChanged = changes.length > 0;
  const body: Code[] = [
    code`${isChanged ? code`let` : code`const`} end = cells.${name(isTrimmed ? 'copyTrimmed' : 'copy')}(input, at, output, length);`,
    code`if (end < 0) ${callCarefully(field)}`,
    // What is left of a blank is no null before other corrections.
    ...(isTrimmed && isChanged ? [code`if (cells.isTrimmed && (${nulls.test()})) ${callCarefully(field)}`] : []),
    ...(hasDefault && !isTrimmed ? [code`if (output[length + 1] === 0x20 || output[length + 1] === 0x5c || !cells.isPlain) ${callCarefully(field)}`] : []),
    ...(isTrimmed ? [code`if (cells.isTrimmed) report.corrected = true;`] : []),
    code`if (${nulls.test()}) ${onNull}`,
    ...changes,
    ...(isChanged && nulls.texts.length > 0 ? [code`if (${nulls.test()}) ${callCarefully(field)}`] : []),
    ...rules.body,
    code`return end;`,
  ];
  return { declares: [...nulls.declares(), ...rules.declares], body };
}

/** The texts that mean null, as constants of the module. */
class Nulls {
  readonly texts: readonly string[];
  readonly #field: FieldPlan;
  readonly #context: FastContext;

  constructor(field: FieldPlan, context: FastContext) {
    this.texts = context.plan.nullTexts.filter((text) => text !== '');
    this.#field = field;
    this.#context = context;
  }

  /** An expression: whether the text in the output means null. */
  test(): Code {
    const { scope } = this.#context;
    return join([code`end === length + 2`, ...this.texts.map((_, i) => code`${scope.use('isBytes')}(output, length + 1, end - 1, ${this.#name(i)})`)], ' || ');
  }

  declares(): Code[] {
    return this.texts.map((text, i) => code`/** ${commentText(text)} */\nconst ${this.#name(i)} = ${jsonConstant(text, this.#context.scope)};`);
  }

  #name(index: number): Code {
    return name(`${this.#field.key}Null${index + 1}`);
  }
}

/** The statements of a correction behind TRIM; null for TRIM and DEFAULT_IF_NULL, which are seen to elsewhere, and where there is no byte form. */
function emitChange({ correctionType, operand }: CorrectionPlan, field: FieldPlan, { scope, note }: FastContext): Code | null {
  if (correctionType === 'UPPER_CASE' || correctionType === 'LOWER_CASE') {
    const turn = scope.use(correctionType === 'UPPER_CASE' ? 'toUpperAscii' : 'toLowerAscii');
    return code`if (!cells.isPlain) ${callCarefully(field)}\n  if (${turn}(output, length + 1, end - 1)) report.corrected = true;`;
  }
  if (correctionType !== 'PAD_LEFT' && correctionType !== 'PAD_RIGHT') return null;
  const { padChar, length } = operand as { padChar: string; length: number };
  if (!/^[ !#-\[\]-~]$/.test(padChar) || length > LONGEST_PADDING) return null;
  // Each code point may take four bytes.
  note(4 * length);
  const pad = scope.use(correctionType === 'PAD_LEFT' ? 'padLeftBytes' : 'padRightBytes');
  return code`if (cells.codePoints < ${length}) {
    end = ${pad}(output, { from: length + 1, to: end - 1 }, ${length} - cells.codePoints, ${padChar.charCodeAt(0)});
    cells.codePoints = ${length};
    report.corrected = true;
  }`;
}
