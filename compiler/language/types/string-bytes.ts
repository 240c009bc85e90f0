import { type Code, code } from '../../emitting/code/literal.ts';
import type { ByteContext, ByteField, ByteForm, ByteReplacement, ByteRule } from '../../emitting/bytes/byte-form.ts';
import { emitNull } from '../../emitting/bytes/emit-null.ts';
import { emitCopy, emitEnd, isOpenStill } from '../../emitting/bytes/cell.ts';
import { areStepsInOrder, hasStep } from '../../emitting/bytes/steps.ts';
import { emitTextRules } from '../../emitting/bytes/text-rules.ts';

const EDGES_WITH_BLANK = /^\p{White_Space}|\p{White_Space}$/u;

/** What the corrections and rules of a field do with its text in the fast reader. */
interface TextForm {
  readonly isTrimmed: boolean;
  readonly hasDefault: boolean;
  /** The declarations of the corrections. */
  readonly declarations: readonly Code[];
  /** Statements that change the case of the text in the output buffer, replace it, or pad it. */
  readonly changes: readonly Code[];
  /** Whether a correction changes the case of letters. */
  readonly convertsLetters: boolean;
  /** The correction that replaces characters, or null if there is none. */
  readonly replacement: ByteReplacement | null;
  /** The rule that checks the text while it is copied, or null if there is none. */
  readonly followed: ByteRule | null;
}

/**
 * Returns the code that reads a STRING in the fast reader. It copies the text, trims it, replaces characters, changes
 * its case or pads it if there are such corrections, and checks the rules. Returns null if only the careful reader can read the field.
 */
export function emitStringBytes(field: ByteField, context: ByteContext): ByteForm | null {
  const form = formOf(field, context);
  if (form === null) return null;
  const { isTrimmed, hasDefault, declarations, changes, replacement, followed } = form;
  const rules = emitTextRules(
    field.rules,
    { from: code`length + 1`, to: code`end`, length: code`codePoints` },
    followed,
  );
  if (rules === null) return null;
  const following = followed?.following ?? { before: [], each: [] };
  const isNull = nullTest(context);
  const body: Code[] = [
    ...(hasEscapes(field, form) ? [code`let isPlain = true;`] : []),
    ...following.before,
    ...emitCopy(context.cell, isTrimmed, following.each),
    ...emitEnd(context.cell, code`cursor`),
    ...emitOthers(field, form, context),
    ...(replacement?.isAscii === false ? [code`if (seen > MAX_ASCII) return -1;`] : []),
    ...(hasDefault ? [code`if (output[length + 1] === SPACE || seen > MAX_ASCII) return -1;`] : []),
    // A text that is empty after trimming becomes null only after all corrections. The careful reader handles this
    // case.
    ...(isTrimmed && changes.length > 0
      ? [code`if (isTrimmed && ${hasNullTexts(context) ? code`(${isNull})` : isNull}) return -1;`]
      : []),
    ...(isTrimmed ? [code`if (isTrimmed) report.corrected = true;`] : []),
    code`if (${isNull}) ${emitNull(field, context.scope)}`,
    ...changes,
    ...emitChangedToNull(form, context),
    ...rules.body,
    ...emitTextEnd(field, form),
  ];
  return { declarations: [...declarations, ...rules.declarations], body };
}

/** Returns whether the function of a field follows whether its text has escapes. */
function hasEscapes(field: ByteField, form: TextForm): boolean {
  return field.ending !== null && field.ending.text !== null && !needsPlain(field, form);
}

/** Emits the statements that end a text in the output. */
function emitTextEnd(field: ByteField, form: TextForm): Code[] {
  const { ending } = field;
  if (ending === null) return [code`output[length] = QUOTE;`, code`output[end] = QUOTE;`, code`return end + 1;`];
  const json = [code`output[length] = QUOTE;`, code`output[end++] = QUOTE;`, code`return ${ending.json};`];
  // What corrections write may have escapes.
  if (ending.text === null || form.changes.length > 0) return json;
  return hasEscapes(field, form)
    ? [code`if (isPlain) return ${ending.text};`, ...json]
    : [code`return ${ending.text};`];
}

/** Returns whether only texts without escapes are read. */
function needsPlain({ rules }: ByteField, { hasDefault, convertsLetters, replacement }: TextForm): boolean {
  return convertsLetters || hasDefault || replacement !== null || rules.some(canFollow);
}

/** Emits statements for a text that the corrections changed to one that means null. The careful reader reads it. */
function emitChangedToNull({ changes, replacement, hasDefault }: TextForm, context: ByteContext): Code[] {
  if (replacement === null)
    return changes.length > 0 && hasNullTexts(context) ? [code`if (isNull(output, length + 1, end)) return -1;`] : [];
  // Blanks become the default.
  const isBlank = hasDefault ? code`output[length + 1] === SPACE || ` : code``;
  return [code`if (${isBlank}${nullTest(context)}) return -1;`];
}

function formOf({ corrections, rules }: ByteField, context: ByteContext): TextForm | null {
  if (!areStepsInOrder(corrections, ['trim', 'replace', 'letters', 'map', 'padding', 'default'])) return null;
  const isTrimmed = hasStep(corrections, 'trim');
  if (isTrimmed && context.nullTexts.some((text) => EDGES_WITH_BLANK.test(text))) return null;
  const changes = corrections.flatMap((correction) => ('emit' in correction ? [correction.emit(context)] : []));
  const isCopied = !isTrimmed && changes.length === 0;
  return {
    isTrimmed,
    hasDefault: hasStep(corrections, 'default'),
    declarations: corrections.flatMap((correction) => ('declare' in correction ? correction.declare(context) : [])),
    changes,
    convertsLetters: hasStep(corrections, 'letters'),
    replacement: corrections.find((correction) => correction.step === 'replace') ?? null,
    followed: isCopied ? (rules.find(canFollow) ?? null) : null,
  };
}

function canFollow({ following }: ByteRule): boolean {
  return following !== undefined;
}

/**
 * Emits statements for texts that are not plain ASCII. First come doubled quotes and characters that JSON escapes, then
 * characters beyond ASCII.
 */
function emitOthers(field: ByteField, form: TextForm, context: ByteContext): Code[] {
  const { scope, cell } = context;
  const { isTrimmed, hasDefault, followed } = form;
  const isPlainOnly = needsPlain(field, form);
  const escaped = isPlainOnly
    ? [code`if (${isOpenStill}) return -1;`]
    : [
        code`if (${isOpenStill}) {`,
        code`  end = cells.copy${isTrimmed ? code`Trimmed` : code``}(input, at, output, length);`,
        code`  if (end < 0) return -1;`,
        code`  codePoints = cells.codePoints;`,
        ...(hasEscapes(field, form) ? [code`  isPlain = false;`] : []),
        ...(isTrimmed ? [code`  isTrimmed = cells.isTrimmed;`] : []),
        ...emitEnd(cell, code`cells.end`).map((line) => code`  ${line}`),
        code`} else if (seen > MAX_ASCII) {`,
      ];
  // If the field has a default, the careful reader reads its texts with characters beyond ASCII.
  if (hasDefault) return escaped;
  return [
    ...escaped,
    ...(isPlainOnly ? [code`if (seen > MAX_ASCII) {`] : []),
    ...(cell.reportsWide ? [code`  cells.isAscii = false;`] : []),
    ...(isTrimmed
      ? [code`  if (${scope.use('hasNonSpaceBlankAtEdge')}(input, from, from + codePoints)) return -1;`]
      : []),
    code`  codePoints = ${scope.use('countUtf8CodePoints')}(input, from, from + codePoints);`,
    code`  if (codePoints < 0) return -1;`,
    ...(followed?.following?.wide ?? []).map((line) => code`  ${line}`),
    code`}`,
  ];
}

function hasNullTexts({ nullTexts }: ByteContext): boolean {
  return nullTexts.some((text) => text !== '');
}

/** Returns an expression that is true if the text in the output means null. */
function nullTest(context: ByteContext): Code {
  return hasNullTexts(context) ? code`codePoints === 0 || isNull(output, length + 1, end)` : code`codePoints === 0`;
}
