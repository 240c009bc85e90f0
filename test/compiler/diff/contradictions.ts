import type { Axis, Change } from '../../../compiler/index.ts';
import type { DatedFile, Violations } from './violations.ts';

/**
 * Returns what a file shows and the reported changes exclude. If different records are read, verdicts and events are
 * not compared.
 */
export function contradictionsOf(changes: readonly Change[], found: Violations): string[] {
  const breaks = (axis: Axis) => changes.some((change) => change.axis === axis && change.grade === 'breaking');
  if (breaks('input')) return [];
  const isNeutral = changes.every(({ grade }) => grade === 'neutral');
  return [
    ...(found.input === null ? [] : [`not readable: ${found.input}`]),
    ...(breaks('verdict') || found.verdict === null ? [] : [`a verdict is raised: ${found.verdict}`]),
    ...(breaks('message') || found.message === null ? [] : [`an event is another: ${found.message}`]),
    ...(isNeutral && found.isDifferent ? ['something is different'] : []),
  ];
}

/** Returns a file as text for a failure message. */
export function fileText({ bytes, today }: DatedFile): string {
  return `${JSON.stringify(new TextDecoder().decode(bytes).slice(0, 160))} on ${today}`;
}
