import {
  createRunOptions,
  DELIVERIES,
  type Delivery,
  MAX_ERROR_LIMIT,
  type RunOptions,
} from '../../base/model/run-info.ts';
import { parseErrorLimit, toErrorOptions } from '../../base/model/error-share.ts';
import type { CommandInput, Flag } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { parseNamed } from '../../state/settings/values/setting.ts';
import { parseCount } from '../../state/settings/values/parsers.ts';

/** The flags of all commands that read the records of a file. */
export const runFlags = {
  spec: { takes: 'S', help: 'the spec: a name in the specs folder, a path, or an id' },
  'skip-invalid': {
    takes: null,
    help: 'do not publish records with an ERROR issue (records with a FATAL issue are never published)',
  },
  'max-errors': {
    takes: 'N',
    help: 'stop the run as FAILED when more than N records have an ERROR or FATAL issue; with "2 %", nothing is published if more than 2 % have',
  },
  'max-rejected-documents': {
    takes: 'N',
    help: 'stop the run as FAILED when more than N documents (reject: WHOLE) are rejected (default: maxRejectedDocuments of the spec)',
  },
  'error-limit': {
    takes: 'N',
    help: 'list at most N records with issues; counts stay exact (default 50, with --json 1,000)',
  },
  json: { takes: null, help: 'print the ProcessingResult as JSON instead of a table' },
} as const satisfies Record<string, Flag>;

/** Default of --error-limit: for the table (`person`), and with --json (`program`). */
const LISTED = { person: 50, program: 1000 };

/** Reads the options of a run from the flags. Throws UsageError or SettingError for an invalid value. */
export function readRunOptions({
  flags,
  settings,
}: CommandInput<'maxRecordBytes' | 'maxColumns' | 'maxFileBytes' | 'maxProcessorTime'>): RunOptions {
  const maxErrors = flags.get('max-errors');
  const maxRejected = readCount(flags, 'max-rejected-documents');
  const limit = maxErrors === undefined ? null : parseNamed('--max-errors', maxErrors, parseErrorLimit);
  return createRunOptions({
    skipInvalidRecords: flags.has('skip-invalid'),
    ...toErrorOptions(limit),
    ...(maxRejected !== null && { maxRejectedDocuments: maxRejected }),
    errorLimit: Math.min(
      MAX_ERROR_LIMIT,
      readCount(flags, 'error-limit') ?? LISTED[flags.has('json') ? 'program' : 'person'],
    ),
    delivery: readDelivery(flags.get('delivery')),
    maxRecordBytes: settings.maxRecordBytes,
    maxColumns: settings.maxColumns,
    maxFileBytes: settings.maxFileBytes,
    maxProcessorMs: settings.maxProcessorTime,
  });
}

/** Returns the value of --spec. Throws UsageError if it is missing. */
export function readSpecFlag({ flags, operands: [first, second] }: CommandInput): string {
  const spec = flags.get('spec');
  if (spec === undefined)
    throw new UsageError(
      '--spec is missing. It names the spec that describes the file',
      second === undefined
        ? 'for example --spec payments, or --spec specs/payments.yaml'
        : `did you mean --spec ${first}?`,
    );
  return spec;
}

function readCount(flags: ReadonlyMap<string, string>, flag: string): number | null {
  const written = flags.get(flag);
  return written === undefined ? null : parseNamed(`--${flag}`, written, parseCount);
}

function readDelivery(written: string | undefined): Delivery {
  const delivery = written === undefined ? 'at-least-once' : DELIVERIES.find((one) => one === written);
  if (delivery === undefined)
    throw new UsageError(`--delivery takes one of ${DELIVERIES.join(', ')}, not "${written}"`);
  return delivery;
}
