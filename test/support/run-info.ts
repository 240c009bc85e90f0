import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { createRunOptions, type RunInfo, type RunOptions } from '../../runtime/base/model/run-info.ts';

/** Creates the facts about a run of the file `f`, without a run id. */
export function createTestInfo(
  { spec }: Pick<SpecModule, 'spec'>,
  options: Partial<RunOptions> = {},
  more: Partial<RunInfo> = {},
): RunInfo {
  const file = { fileName: 'f', fileSha256: 'f'.repeat(64) };
  return { runId: null, spec, specId: null, ...file, options: createRunOptions(options), ...more };
}
