import { isBrokenInTheMiddle } from './broken.ts';
import type { FaultyFile } from '../files/file-writer.ts';
import type { Samples } from './valid.ts';
import { judgeFile } from '../oracle/sample-oracle.ts';
import type { Workshop } from './context.ts';
import type { SampleText } from './sample-set.ts';

/**
 * Creates one file for each structure issue, warning and failure that the format can produce. If several files are
 * tried for a code, the first that works is used.
 */
export function faultSamples(workshop: Workshop): Samples {
  const { court, good } = workshop;
  const found = new Map<string, SampleText>();
  for (const fault of court.writer.writeFaults(good)) {
    const { code, shows, bytes } = fault;
    if (found.has(code) || !isSo(workshop, fault)) continue;
    found.set(code, {
      name: code.toLowerCase().replaceAll('_', '-'),
      bytes,
      shows,
      breaks: { code, ruleId: null, field: null },
    });
  }
  return { files: [...found.values()], missing: [] };
}

function isSo(workshop: Workshop, { code, as, bytes }: FaultyFile): boolean {
  if (as === 'issue') return isBrokenInTheMiddle(workshop, bytes, { code, ruleId: null, field: null });
  const { warnings, failure } = judgeFile(workshop.court, bytes);
  return as === 'failure' ? failure === code : failure === null && warnings.includes(code);
}
