import type { ProcessingResult } from '../../base/model/result.ts';
import { visibleJson } from './terminal.ts';

/** Formats a result as JSON: one line per member, and one line per item of its lists. */
export function formatResult(result: ProcessingResult): string {
  const members = Object.entries(result).map(([name, value]) => `  ${JSON.stringify(name)}: ${formatMember(value)}`);
  return visibleJson(`{\n${members.join(',\n')}\n}\n`);
}

function formatMember(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
}
