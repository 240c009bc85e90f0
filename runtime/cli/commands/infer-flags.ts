import { UsageError } from '../command-line/failures.ts';
import { EXIT, type ExitCode } from '../command-line/command.ts';
import { printToStderr } from '../command-line/output.ts';
import { nameInput } from '../operands/input.ts';
import { visible } from '../format/terminal.ts';
import { parseSize } from '../../state/settings/values/parsers.ts';

const SAMPLE_BYTES = '4MiB';
const MAX_SAMPLE_BYTES = 64 * 1024 * 1024;

/** Says why no spec is drafted, and returns the exit code. */
export async function printRefusal(file: string, { message }: Error): Promise<ExitCode> {
  await printToStderr(`cannot draft a spec from ${visible(nameInput(file))}: ${visible(message)}\n`);
  return EXIT.invalid;
}

/** Says how a drafted spec is saved. */
export function nameHint(name: string): string {
  return `save it as specs/${name}.yaml, or set --name: a spec has the name of its file`;
}

/** Returns the number of bytes of --sample-bytes. Throws UsageError if it is no size or too large. */
export function readSampleBytes(written = SAMPLE_BYTES): number {
  try {
    const bytes = parseSize(written);
    if (bytes <= MAX_SAMPLE_BYTES) return bytes;
  } catch {
    // Reported below.
  }
  throw new UsageError(`--sample-bytes takes a size up to 64MiB, such as 500KiB, not "${written}"`);
}
