import { readFileSync } from 'node:fs';
import type { Plan } from '../plan/plan.ts';
import { emitDeclarations } from '../4-emit/declarations.ts';
import { kernelFolder } from './kernel-folder.ts';

/**
 * Returns the `.d.ts` of a standalone module: the types of the kernel's contract, the record type and the exports. It
 * has no imports.
 */
export function declareModule(plan: Plan): string {
  const contract = readFileSync(new URL('model/contract.ts', kernelFolder()), 'utf8');
  return emitDeclarations(plan, contract);
}
