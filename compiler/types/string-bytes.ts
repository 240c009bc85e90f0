import type { CorrectionPlan, FieldPlan, RulePlan } from '../plan/plan.ts';
import { type Code, code } from '../code/literal.ts';
import { type ByteForm, emitNull, type FastContext } from '../bytes/byte-form.ts';
import { emitCopy, emitEnd, isOpenStill } from '../bytes/cell.ts';
import { emitFollowing, emitTextRules, followedRegex } from '../bytes/text-rules.ts';

const EDGES_WITH_BLANK = /^\p{White_Space}|\p{White_Space}$/u;
/** Longer padding is left to the careful reading. */
const LONGEST_PADDING = 256;

/** What is done with a text, told once. */
interface TextForm {
  isTrimmed: boolean;
  hasDefault: boolean;
  changes: readonly Code[];
  /** Whether a change is one of letters: those beyond ASCII are left to the careful reading. */
  turnsLetters: boolean;
  followed: RulePlan | null;
}

/** A STRING: copied as it stands, perhaps trimmed, in another case, padded; then its rules. */
export function emitFastString(field: FieldPlan, context: FastContext): ByteForm | null {
  const form = formOf(field, context);
  const rules =
    form === null
      ? null
      : emitTextRules(
          field.rules,
          { from: code`length + 1`, to: code`end`, length: code`points`, followed: form.followed },
          context,
        );
  if (form === null || rules === null) return null;
  const { isTrimmed, hasDefault, changes, followed } = form;
  const following = followed === null ? { before: [], each: [] } : emitFollowing(followed);
  const isNull = nullTest(context);
  const body: Code[] = [
    ...following.before,
    ...emitCopy(context.cell, isTrimmed, following.each),
    ...emitEnd(context.cell, code`place`),
    ...emitOthers(field, form, context),
    ...(hasDefault ? [code`if (output[length + 1] === 32 || seen > 127) return -1;`] : []),
    // What is left of a blank is no null before other corrections.
    ...(isTrimmed && changes.length > 0 ? [code`if (isTrimmed && (${isNull})) return -1;`] : []),
    ...(isTrimmed ? [code`if (isTrimmed) report.corrected = true;`] : []),
    code`if (${isNull}) ${emitNull(field, context.scope)}`,
    ...changes,
    ...(changes.length > 0 && hasNullTexts(context) ? [code`if (isNull(output, length + 1, end)) return -1;`] : []),
    ...rules.body,
    code`output[length] = 34;`,
    code`output[end] = 34;`,
    code`return end + 1;`,
  ];
  return { declares: rules.declares, body };
}

function formOf(field: FieldPlan, context: FastContext): TextForm | null {
  const steps = field.corrections.map(({ correctionType }) => correctionType);
  if (
    !/^(TRIM )?((UPPER|LOWER)_CASE )?((PAD_LEFT|PAD_RIGHT) )?(DEFAULT_IF_NULL )?$/.test(
      steps.map((step) => `${step} `).join(''),
    )
  )
    return null;
  const isTrimmed = steps.includes('TRIM');
  if (isTrimmed && context.plan.nullTexts.some((text) => EDGES_WITH_BLANK.test(text))) return null;
  const changes = field.corrections.flatMap((correction) => emitChange(correction, context) ?? []);
  if (changes.length !== steps.filter((step) => step !== 'TRIM' && step !== 'DEFAULT_IF_NULL').length) return null;
  const isCopied = !isTrimmed && changes.length === 0;
  const turnsLetters = steps.some((step) => step === 'UPPER_CASE' || step === 'LOWER_CASE');
  return {
    isTrimmed,
    hasDefault: steps.includes('DEFAULT_IF_NULL'),
    changes,
    turnsLetters,
    followed: isCopied ? followedRegex(field) : null,
  };
}

/** The statements for texts that are not plain ASCII: doubled quotes and what JSON escapes, then characters beyond ASCII. */
function emitOthers(field: FieldPlan, form: TextForm, context: FastContext): Code[] {
  const { scope, cell } = context;
  const { isTrimmed, hasDefault, turnsLetters, followed } = form;
  const needsPlain = turnsLetters || hasDefault || field.rules.some(({ ruleType }) => ruleType === 'REGEX');
  const escaped = needsPlain
    ? [code`if (${isOpenStill}) return -1;`]
    : [
        code`if (${isOpenStill}) {`,
        code`  end = cells.copy${isTrimmed ? code`Trimmed` : code``}(input, at, output, length);`,
        code`  if (end < 0) return -1;`,
        code`  points = cells.codePoints;`,
        ...(isTrimmed ? [code`  isTrimmed = cells.isTrimmed;`] : []),
        ...emitEnd(cell, code`cells.end`).map((line) => code`  ${line}`),
        code`}${turnsLetters ? code`` : code` else if (seen > 127) {`}`,
      ];
  if (turnsLetters) return [...escaped, code`if (seen > 127) return -1;`];
  return [
    ...escaped,
    ...(needsPlain ? [code`if (seen > 127) {`] : []),
    ...(cell.tellsWide ? [code`  cells.isAscii = false;`] : []),
    ...(isTrimmed ? [code`  if (${scope.use('hasNonSpaceBlankAtEdge')}(input, from, from + points)) return -1;`] : []),
    code`  points = ${scope.use('countUtf8CodePoints')}(input, from, from + points);`,
    code`  if (points < 0) return -1;`,
    ...(followed === null ? [] : emitFollowing(followed).wide.map((line) => code`  ${line}`)),
    code`}`,
  ];
}

function hasNullTexts({ plan }: FastContext): boolean {
  return plan.nullTexts.some((text) => text !== '');
}

/** An expression: whether the text in the output means null. */
function nullTest(context: FastContext): Code {
  return hasNullTexts(context) ? code`points === 0 || isNull(output, length + 1, end)` : code`points === 0`;
}

/** The statements of a correction behind TRIM; null for TRIM and DEFAULT_IF_NULL, which are seen to elsewhere, and where there is no byte form. */
function emitChange({ correctionType, operand }: CorrectionPlan, { scope, note }: FastContext): Code | null {
  if (correctionType === 'UPPER_CASE' || correctionType === 'LOWER_CASE') {
    const turn = scope.use(correctionType === 'UPPER_CASE' ? 'toUpperAscii' : 'toLowerAscii');
    return code`if (${turn}(output, length + 1, end)) report.corrected = true;`;
  }
  if (correctionType !== 'PAD_LEFT' && correctionType !== 'PAD_RIGHT') return null;
  const { padChar, length } = operand as { padChar: string; length: number };
  if (!/^[ !#-\[\]-~]$/.test(padChar) || length > LONGEST_PADDING) return null;
  // Each code point may take four bytes.
  note(4 * length);
  const pad = scope.use(correctionType === 'PAD_LEFT' ? 'padLeftBytes' : 'padRightBytes');
  return code`if (points < ${length}) {
    end = ${pad}(output, { from: length + 1, to: end }, ${length} - points, ${padChar.charCodeAt(0)});
    points = ${length};
    report.corrected = true;
  }`;
}
