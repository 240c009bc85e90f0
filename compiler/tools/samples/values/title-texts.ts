import type { Field, Spec } from '../../../pipeline/1-read/spec-shape.ts';
import { isMatch } from '../../../emitting/patterns/is-match.ts';
import { shortestMatch } from '../../../emitting/patterns/match-lengths.ts';
import { planMatcher } from '../../../emitting/patterns/plan-matcher.ts';
import { isRelation } from '../../../language/rules/relations.ts';
import { findCandidates } from './field-candidates.ts';

/** The texts of lines before the records, by their numbers from 1. */
export type TitleTexts = ReadonlyMap<number, string>;

/** The maximum number of values that are tried for a field. */
const MAX_TRIED = 12;

/**
 * Returns lines before the records that contain values of the fields which are there, for several attempts. The last
 * one has no such lines. `today` is an epoch day. `keys`: see findCandidates.
 */
export function titleTextsOf(spec: Spec, today: number, keys: ReadonlyMap<string, readonly string[]>): TitleTexts[] {
  const titled = spec.fields.filter(({ fromLine }) => fromLine !== undefined);
  if (titled.length === 0) return [new Map()];
  const names = new Set(titled.map(({ name }) => name));
  const ofTitles = (rules: Spec['validationRules'] = []) =>
    rules.filter((rule) => names.has(rule.field) && !isRelation(rule));
  const candidates = findCandidates(
    { ...spec, fields: titled, validationRules: ofTitles(spec.validationRules) },
    today,
    keys,
  );
  const texts = titled.map((field, index) => textsOf(field, candidates[index]?.cellsNear(null) ?? []));
  const attempts = Math.min(MAX_TRIED, Math.max(...texts.map(({ length }) => length)));
  return [
    ...Array.from({ length: attempts }, (_, attempt) => joinTexts(titled, texts, attempt)),
    new Map<number, string>(),
  ];
}

/** Joins the texts of fields that are in the same line. */
function joinTexts(titled: readonly Field[], texts: readonly string[][], attempt: number): TitleTexts {
  const lines = new Map<number, string>();
  for (const [index, { fromLine }] of titled.entries()) {
    const own = texts[index] ?? [];
    const text = own[Math.min(attempt, own.length - 1)];
    if (fromLine === undefined || text === undefined) continue;
    const before = lines.get(fromLine.line);
    lines.set(fromLine.line, before === undefined ? text : `${before} ${text}`);
  }
  return lines;
}

/** Returns texts in which the pattern of a field finds one of these values, or any value that it can find. */
function textsOf({ fromLine }: Field, values: readonly (string | null)[]): string[] {
  const parts = fromLine === undefined ? null : cutGroup(fromLine.pattern);
  const group = parts === null ? null : planMatcher(parts.group);
  if (parts === null || group?.kind !== 'ok') return [];
  const fitting = values.filter((value) => value !== null && isMatch(group.plan, value));
  const found = [...fitting.slice(0, MAX_TRIED), shortestMatch(group.plan)];
  return found.flatMap((value) => {
    if (value === null || value === '' || /[\r\n]/u.test(value)) return [];
    const planned = planMatcher(`${parts.before}(?:${escape(value)})${parts.after}`);
    const text = planned.kind === 'ok' ? shortestMatch(planned.plan) : null;
    return text === null ? [] : [text];
  });
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

/** Returns the first group of a pattern with what precedes and follows it. Null: it has none. */
function cutGroup(pattern: string): { before: string; group: string; after: string } | null {
  let start = -1;
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else if (character === '(') {
      if (start < 0 && isCapturing(pattern, at)) start = at;
      if (start >= 0) depth++;
    } else if (character === ')' && start >= 0 && --depth === 0) {
      const group = pattern.slice(start + 1, at).replace(/^\?<[^>]*>/u, '');
      return { before: pattern.slice(0, start), group, after: pattern.slice(at + 1) };
    }
  }
  return null;
}

function isCapturing(pattern: string, at: number): boolean {
  return pattern[at + 1] !== '?' || /^\?<[^=!]/u.test(pattern.slice(at + 1));
}
