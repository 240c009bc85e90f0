import { allTypes } from '../types/type-kinds.ts';
import { hintOfPattern } from '../../emitting/patterns/pattern-hint.ts';
import { planReplacer, type ReplacerPlan } from '../../emitting/patterns/plan-replacer.ts';
import { code, commentText, name as nameOf, literal, name } from '../../emitting/code/literal.ts';
import { capitalize } from '../../emitting/code/names.ts';
import { emitReplacer } from '../../emitting/patterns/emit.ts';
import { createCorrectionKind } from './correction-kind.ts';
import { required, text } from '../shape/create-shape.ts';
import type { ByteCorrection } from '../../emitting/bytes/byte-form.ts';
import { hasCodePoint, readReplacedClass } from '../../emitting/patterns/replaced-class.ts';

/**
 * The characters that a text in the output may contain without an escape. The careful reader reads texts with other
 * characters of ASCII.
 */
const PLAIN_ASCII = Array.from({ length: 0x60 }, (_, i) => String.fromCharCode(0x20 + i)).filter(
  (character) => character !== '"' && character !== '\\',
);
const MAX_ASCII = 0x7f;

/**
 * Returns how the fast reader applies a REGEX_REPLACE. Returns the step `careful` unless the pattern is one character
 * class, and the replacement at most one plain ASCII character. `own` is the name of the declared variable.
 */
function replaceInBytes(pattern: string, replacement: string, own: string): ByteCorrection {
  const found = readReplacedClass(pattern);
  if (found === null || !(replacement === '' || PLAIN_ASCII.includes(replacement)) || replacement === '$')
    return { step: 'careful' };
  const { set, isRun } = found;
  const replaced = PLAIN_ASCII.filter((character) => hasCodePoint(set, character.charCodeAt(0))).join('');
  return {
    step: 'replace',
    isAscii: (set.at(-1) ?? 0) <= MAX_ASCII,
    declare: ({ scope }) => [
      code`/** Replaces ${commentText(pattern)} with ${commentText(JSON.stringify(replacement))}. */
const ${name(own)} = new ${scope.use('ByteReplacer')}(${literal(replaced)}, ${literal(replacement)}${isRun && replacement !== '' ? code`, true` : code``});`,
    ],
    emit: () => code`codePoints -= end;
  end = ${name(own)}.replace(output, length + 1, end);
  codePoints += end;
  if (${name(own)}.isChanged) report.corrected = true;`,
  };
}

interface ReplacePlan {
  pattern: string;
  replacement: string;
  replacer: ReplacerPlan;
}

/**
 * REGEX_REPLACE: replaces every match. The leftmost match is taken first, with the priorities of ECMAScript. The number
 * of steps per value is limited.
 */
export const regexReplace = createCorrectionKind({
  correctionType: 'REGEX_REPLACE',
  otherKeys: ['replace'],
  types: allTypes,
  doc: 'Replaces every match of a regular expression.',
  operands: {
    pattern: required(
      text(
        'A regular expression in ECMAScript’s syntax with the flag `u`, without back-references, look-around and `\\b`.',
        { min: 1 },
      ),
    ),
    replacement: required(
      text('The replacement of each match. `$1` to `$99` insert a group, and `$$` inserts a dollar sign.'),
    ),
  },
  grows: true,
  mayFail: true,
  check({ pattern, replacement }, { pointer, by, report }) {
    const planned = planReplacer(pattern, replacement);
    if (planned.kind === 'ok') return;
    const key = planned.code === 'invalid_replacement' ? 'replacement' : 'pattern';
    const hint = planned.code === 'invalid_pattern' ? hintOfPattern(pattern) : null;
    report(planned.code, `${pointer}/${key}`, { detail: `${by}: ${planned.reason}` }, hint === null ? {} : { hint });
  },
  plan({ pattern, replacement }): ReplacePlan {
    const planned = planReplacer(pattern, replacement);
    if (planned.kind === 'invalid') throw new Error(`an invalid pattern passed the checks: ${planned.reason}`);
    return { pattern, replacement, replacer: planned.plan };
  },
  sentence: ({ pattern, replacement }) => `${pattern} replaced by ${JSON.stringify(replacement)}`,
  declaredNames: (name) => [replaceName(name)],
  declare: ({ pattern, replacement, replacer }, name, scope) => [
    code`/** Replaces ${commentText(pattern)} with ${commentText(JSON.stringify(replacement))}. */\nconst ${nameOf(replaceName(name))} = ${scope.include({ code: emitReplacer(replacer), imports: ['createReplacer'] })};`,
  ],
  inBytes: ({ pattern, replacement }, name) => replaceInBytes(pattern, replacement, replaceName(name)),
  correct: (_, value, name) => code`${nameOf(replaceName(name))}(${value}, record.maxRecordBytes)`,
});

/** Returns the name of the generated function that replaces matches. */
function replaceName(name: string): string {
  return `replace${capitalize(name)}`;
}
