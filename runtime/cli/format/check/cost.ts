import type { ReadingCost } from '../../../../compiler/index.ts';
import { formatCounted } from '../numbers.ts';
import { visible } from '../terminal.ts';
import { toRepositoryPath } from './checked-spec.ts';

/** Describes how the fields of a spec are read, for people: a line for the spec, and one for each slow field. */
export function formatCost(path: string, { slow, fields, careful, twice }: ReadingCost): string {
  const spec = visible(toRepositoryPath(path));
  const readTwice = twice === undefined ? '' : `  a run reads the file twice before it publishes: ${twice}\n`;
  if (slow !== null) return `${spec}: ${formatCounted(fields, 'field')} read from text: ${slow}\n${readTwice}`;
  const fast = `${fields - careful.length} of ${formatCounted(fields, 'field')} read from bytes`;
  const lines = careful.map(({ name, reasons }) => `  ${visible(name)} is read from text: ${reasons.join(', ')}\n`);
  return `${spec}: ${fast}\n${lines.join('')}${readTwice}`;
}
