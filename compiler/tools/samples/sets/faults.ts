import { isBrokenInTheMiddle } from './broken.ts';
import type { FaultyFile } from '../../../language/formats/model/samples/file-writer.ts';
import type { Samples } from './valid.ts';
import { judgeFile } from '../oracle/sample-oracle.ts';
import type { SampleContext } from './context.ts';
import type { SampleText } from './sample-set.ts';

/**
 * Creates at most one file for each structure issue, warning and failure of the format. If several files are tried for
 * one code, uses the first file with the expected result. Codes without such a file are omitted from `missing` too.
 */
export function createFaultSamples(context: SampleContext): Samples {
  const { oracle, validRecord } = context;
  const found = new Map<string, SampleText>();
  for (const fault of oracle.writer.writeFaults(validRecord)) {
    const { code, shows, bytes } = fault;
    if (found.has(code) || !hasFault(context, fault)) continue;
    found.set(code, {
      name: code.toLowerCase().replaceAll('_', '-'),
      bytes,
      shows,
      breaks: { code, ruleId: null, field: fault.field ?? null },
    });
  }
  return { files: [...found.values()], missing: [] };
}

function hasFault(context: SampleContext, { code, as, field, bytes }: FaultyFile): boolean {
  if (as === 'issue') return isBrokenInTheMiddle(context, bytes, { code, ruleId: null, field: field ?? null });
  const { warnings, failure } = judgeFile(context.oracle, bytes);
  return as === 'failure' ? failure === code : failure === null && warnings.includes(code);
}
