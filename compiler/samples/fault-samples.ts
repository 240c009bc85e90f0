import { isBrokenInTheMiddle } from './broken-samples.ts';
import type { FaultyFile } from './file-writer.ts';
import type { Samples } from './good-samples.ts';
import { judgeFile } from './judge.ts';
import type { Workshop } from './make-samples.ts';
import type { SampleText } from './sample-set.ts';

/** For each way in which the structure of a record, or a file as a whole, can be wrong one file; of several tries the first that is. */
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
