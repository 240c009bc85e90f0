import { openLineFile, makeStreamTarget } from '../sink/line-targets.ts';
import { type LineTarget, makeNdjsonSink } from '../sink/ndjson.ts';
import type { Command, CommandInput, ExitCode } from './command.ts';
import { reasonOf, SystemFailure, systemCode, WrongUsage } from './failures.ts';
import { formatResult } from './format-result.ts';
import { isSameFile } from './input.ts';
import { printAside, printResult } from './output.ts';
import { exitCodeOf, runFromCommand } from './run-command.ts';
import { readRunOptions, readSpecFlag, runFlags } from './run-flags.ts';
import { loadNamedSpec } from './spec-operand.ts';
import { visible } from './terminal.ts';

const ERRORS_LISTED = 1000;

type Names = 'specs' | 'data' | 'maxRecordBytes';

export const command: Command<Names> = {
  usage: ['transform --spec S FILE --out FILE|- [--skip-invalid] [--max-errors N] [--delivery D]', 'transform --spec S FILE --topic T [--dead-letter T] …'],
  description: [
    'Reads FILE (- is the standard input) as the spec says and writes its records as events, one JSON object a line.',
    'The ProcessingResult goes to the standard output, with --out - to the standard error.',
    'A file named by --out appears, or is replaced, only when the run has come to its end: one that FAILED leaves nothing.',
    'A reader that leaves early (--out - | head) ends the run in silence, with exit code 0.',
  ].join('\n'),
  flags: {
    ...runFlags,
    out: { takes: 'FILE', help: 'where the events go; - is the standard output' },
    topic: { takes: 'T', help: 'publish the events to this topic' },
    delivery: { takes: 'D', help: 'at-least-once (default), exactly-once, all-or-nothing' },
    'dead-letter': { takes: 'T', help: 'topic for the records that are not published' },
  },
  settings: ['specs', 'data', 'maxRecordBytes'],
  operands: { min: 1, max: 1, missing: 'the FILE to transform is missing; - is the standard input' },
  run: transform,
};

async function transform(input: CommandInput<Names>): Promise<ExitCode> {
  const file = input.operands[0] ?? '-';
  const out = readDestination(input, file);
  const options = readRunOptions(input, ERRORS_LISTED);
  const spec = await loadNamedSpec(readSpecFlag(input), input.settings);
  const result = await runFromCommand({ file, spec, options, openSink: async () => makeNdjsonSink(await openTarget(out)) });
  if (out === '-') await printAside(formatResult(result));
  else await printResult(formatResult(result));
  if (out !== '-' && result.status === 'FAILED') await printAside(`${visible(out)} is not written: the run failed\n`);
  return exitCodeOf(result);
}

function readDestination({ flags }: CommandInput, file: string): string {
  const out = flags.get('out');
  if (flags.has('topic')) throw new WrongUsage('--topic is not available in this version: events go to a file or the standard output', 'use --out FILE, or --out -');
  if (flags.has('dead-letter')) throw new WrongUsage('--dead-letter is for --topic: a file has no topic beside it');
  if (out === undefined) throw new WrongUsage('the events have no destination', 'use --out FILE, or --out - for the standard output');
  if (out === '-' && flags.get('delivery') === 'all-or-nothing') {
    throw new WrongUsage('what the standard output has taken cannot be taken back: --delivery all-or-nothing needs a file', 'use --out FILE');
  }
  if (isSameFile(file, out)) throw new WrongUsage('the events would overwrite the file that they are read from', 'use another name for --out');
  return out;
}

async function openTarget(out: string): Promise<LineTarget> {
  const fail = (error: unknown): never => {
    if (systemCode(error) === 'EPIPE') throw error;
    throw new SystemFailure(`cannot write ${out === '-' ? 'to the standard output' : out}: ${reasonOf(error)}`);
  };
  const target = out === '-' ? makeStreamTarget(process.stdout) : await openLineFile(out).catch(fail);
  return {
    write: (bytes) => target.write(bytes).catch(fail),
    finish: () => target.finish().catch(fail),
    discard: () => target.discard().catch(fail),
  };
}
