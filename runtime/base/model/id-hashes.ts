import { createHash } from 'node:crypto';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { RunOptions } from './run-info.ts';

/** Returns hashes of what the messages of a run depend on besides the file and the spec, for their ids. */
export function idHashesOf(
  spec: Pick<SpecInfo, 'readsFileName'>,
  fileName: string,
  { maskKeys, reference }: Pick<RunOptions, 'maskKeys' | 'reference'>,
): string[] {
  return [
    ...(spec.readsFileName === true ? [hashOf(fileName)] : []),
    ...(maskKeys === undefined ? [] : [hashOf(maskKeys.map(({ version }) => version).join(' '))]),
    ...(reference === undefined ? [] : [hashOf(reference.map(({ version }) => version).join(' '))]),
  ];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
