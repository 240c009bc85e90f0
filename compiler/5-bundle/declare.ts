import { readFileSync } from 'node:fs';
import type { Plan } from '../plan/plan.ts';
import { emitDeclarations } from '../4-emit/declarations.ts';
import { kernelFolder } from './kernel-folder.ts';

/** The `.d.ts` of a standalone module: the contract, the record, the exports. It imports nothing. */
export function declareModule(plan: Plan): string {
  const contract = readFileSync(new URL('model/contract.ts', kernelFolder()), 'utf8');
  return emitDeclarations(plan, contract);
}
