import type { Axis, Change } from '../../compiler/index.ts';
import type { DatedFile, Violations } from './violations.ts';

/**
 * What a file shows that the changes exclude. Where other records are read, verdicts and events are those of others: then
 * nothing is asked of them.
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

/** A file for a message. */
export function fileText({ bytes, today }: DatedFile): string {
  return `${JSON.stringify(new TextDecoder().decode(bytes).slice(0, 160))} on ${today}`;
}
