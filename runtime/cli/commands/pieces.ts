import { brokerSettings } from '../../state/settings/broker.ts';
import { settings as declared } from '../../state/settings/declarations.ts';
import { schemaSettings } from '../../state/settings/schemas.ts';
import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { runFlags } from '../operands/run-flags.ts';
import type { PiecesSettingName } from '../operands/pieces-settings.ts';

const ACTIONS = ['plan', 'run', 'finish'] as const;
/** A part of the command. */
type Action = (typeof ACTIONS)[number];

/** The flags of `pieces plan` that decide what is read and published. */
const PLAN_FLAGS = [
  'spec',
  'size',
  'out',
  'members',
  'skip-invalid',
  'max-errors',
  'max-rejected-documents',
  'error-limit',
  'delivery',
  'topic',
  'cloudevents',
  ...schemaSettings.map((name) => declared[name].flag),
];
const RUN_FLAGS = ['index', 'to', 'dead-letter', 'file'];
const FLAGS: Readonly<Record<Action, readonly string[]>> = { plan: PLAN_FLAGS, run: RUN_FLAGS, finish: [] };

/** The deliveries of pieces. */
const DELIVERIES = ['exactly-once', 'at-least-once'] as const;

/** The command `specmill pieces`. */
export const command: Command<PiecesSettingName> = {
  usage: [
    'pieces plan FILE --spec S [--size 256MiB] --out PLAN [--members M] [--skip-invalid] [--max-errors N] [--delivery D]',
    'pieces plan FILE --spec S --out PLAN --value-format F --schema-registry URL --topic T',
    'pieces run PLAN --index N --to DIR|s3://BUCKET/PREFIX [--file FILE]',
    'pieces run PLAN --index N --to topic:T|kafka://HOST/T [--dead-letter T] [--file FILE]',
    'pieces run PLAN --index N --to "postgresql://USER@HOST/DATABASE?table=T" [--file FILE]',
    'pieces finish PLAN [--json]',
  ],
  description: [
    'Publishes a large file in pieces, in any number of processes on any machines. They share only files: no service and no',
    'database. So a scheduler that you already have can run them: Kubernetes, Airflow, Slurm, Spark, and others.',
    'plan reads FILE once without publishing anything, and writes a plan of its pieces. A compressed file, or a file of an',
    'archive, is unpacked first, once, as PLAN.content: remove it when all pieces are complete. run publishes one of them: N is',
    'from 0. finish prints the result of the file when all pieces have one, as transform does.',
    'Record numbers, ids, counts, issues and dead letters are those of transform. The options are those of the plan.',
    'A piece may run twice, also at the same time. In DIR, each piece has a file part-000000.ndjson, which appears when it is',
    'complete; all of them in order are what transform --out writes. In Kafka, an attempt fences the earlier ones of its piece.',
    'FILE, PLAN and DIR may be objects: s3://BUCKET/KEY?region=R. The access key is in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    'A table (postgresql, mariadb) takes key=FIELD,…, schema=S, sslmode=disable and sslrootcert=FILE, too. A row replaces the one',
    'with the same key or, without key, the same message id. The password is in SPECMILL_DATABASE_PASSWORD.',
    'With --value-format, plan finds the schemas of topic T in the registry, or registers them with --register-schemas. Their',
    'ids are in the plan, so run needs no registry.',
    'Exit codes: plan returns 1 if nothing can be published, run 0 if its piece is complete, finish the code of transform.',
  ].join('\n'),
  flags: {
    ...runFlags,
    size: { takes: 'SIZE', help: 'plan: the approximate size of a piece (default 256MiB)' },
    out: { takes: 'PLAN', help: 'plan: the file of the plan. The results of pieces are in the folder PLAN.results' },
    delivery: {
      takes: 'D',
      help: `plan: ${DELIVERIES.join(' (default) or ')}, for a topic`,
      choices: DELIVERIES,
    },
    topic: { takes: 'T', help: 'plan: the topic of messages with schemas in a registry' },
    members: {
      takes: 'PATTERN',
      help: 'plan: the file of an archive (zip, tar, tar.gz) to read: its name, or a pattern such as "**/*.csv" that fits one',
    },
    index: { takes: 'N', help: 'run: the number of the piece, from 0' },
    to: { takes: 'PLACE', help: 'run: where the piece is published: a folder, a bucket, a topic, or a table' },
    'dead-letter': { takes: 'T', help: 'run: topic for the records that are not published' },
    file: {
      takes: 'FILE',
      help: 'run: the path of the file, or of PLAN.content, on this machine (default: that of the plan)',
    },
  },
  settings: [
    'specs',
    'data',
    'threads',
    ...brokerSettings,
    ...schemaSettings,
    'cloudevents',
    'maxFileBytes',
    'maxRecordBytes',
    'maxColumns',
    'maxOutputBytes',
    'maxOutputRatio',
    'maxProcessorTime',
  ],
  operands: { min: 1, max: 2, missing: `name what to do: ${ACTIONS.join(', ')}`, kind: ACTIONS },
  run,
};

async function run(input: CommandInput<PiecesSettingName>): Promise<ExitCode> {
  const [written = '', file] = input.operands;
  const action = readChoice('pieces', written, ACTIONS);
  if (file === undefined)
    throw new UsageError(
      `pieces ${action} requires ${action === 'plan' ? 'FILE' : 'PLAN'}`,
      'see specmill pieces --help',
    );
  checkFlags(action, input);
  switch (action) {
    case 'plan':
      return (await import('./plan-pieces.ts')).planFile(input, file);
    case 'run':
      return (await import('./run-piece.ts')).runPiece(input, file);
    case 'finish':
      return (await import('./finish-pieces.ts')).finishPieces(input, file);
    default:
      action satisfies never;
      return EXIT.usage;
  }
}

/** Throws UsageError for a flag of another action: an option of the run has no effect after the plan. */
function checkFlags(action: Action, { flags }: CommandInput): void {
  for (const other of ACTIONS) {
    const flag = other === action ? undefined : FLAGS[other].find((name) => flags.has(name));
    if (flag !== undefined && !FLAGS[action].includes(flag))
      throw new UsageError(`--${flag} belongs to pieces ${other}`, `leave it out of pieces ${action}`);
  }
}
