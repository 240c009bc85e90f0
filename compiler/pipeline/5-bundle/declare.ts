import { readFileSync } from 'node:fs';
import type { Plan } from '../../language/plan/plan.ts';
import type { RecordTypesPlan } from '../../language/plan/record-types-plan.ts';
import { emitDeclarations, emitTypesDeclarations } from '../4-emit/declarations.ts';
import { kernelFolder } from './kernel-folder.ts';

/**
 * Returns the `.d.ts` of a standalone module: the types of the kernel's contract, the record type and the exports. It
 * has no imports.
 */
export function declareModule(plan: Plan): string {
  return emitDeclarations(plan, readContract());
}

/** Returns the `.d.ts` of a standalone module with several record types; see declareModule. */
export function declareTypes(plan: RecordTypesPlan): string {
  return emitTypesDeclarations(plan, readContract());
}

/** Returns the types of the contract as one text without imports. */
function readContract(): string {
  const texts = [
    'values/masks/mask-keys.ts',
    'values/reference/reference-table.ts',
    'model/findings.ts',
    'model/unique-keys.ts',
    'model/contract.ts',
  ].map((path) => readFileSync(new URL(path, kernelFolder()), 'utf8'));
  return texts.join('\n').replace(/^(?:import|export) type [^;]* from '[^']*';\n/gm, '');
}
