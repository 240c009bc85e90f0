import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { makeEmbeddedSink } from '../../sink/embedded.ts';
import type { CutBytes } from '../../sink/pack-batch.ts';
import type { Sink } from '../../sink/contract.ts';
import { openCutter } from '../../source/open-slice-reader.ts';
import { openProgressJournal, type ProgressJournal } from './progress-journal.ts';
import { makeDurableJournal, makeRemoteJournal } from './remote-journal.ts';
import type { ProcessingResult } from '../../model/result.ts';
import { runFile } from '../../run/run-file.ts';
import { throwLost, withSource, waysOf } from './task-source.ts';
import type { RunTask } from '../../workers/messages.ts';
import type { TaskPort } from '../../workers/task-port.ts';

/** Works on a run from its checkpoint to its end, into its broker. */
export async function publishRun(task: RunTask, module: SpecModule, port: TaskPort): Promise<void> {
  const { info, deadLetterTopic } = task;
  const cutter =
    deadLetterTopic === null ? null : await openCutter(task.path, info.options.maxFileBytes).catch(throwLost);
  // Another broker is slower than one reader: what several read ahead would only take memory.
  const ways = waysOf(port, task.broker.kind === 'kafka' ? 'one' : 'all');
  try {
    const runWith = (sink: Sink): Promise<ProcessingResult> =>
      withSource(task, (source) => runFile({ info, module, source, sink, ...ways }));
    await publishInto(task, { cut: cutter?.cut ?? null, port, runWith });
  } finally {
    await cutter?.close();
  }
}

interface Publishing {
  cut: CutBytes | null;
  port: TaskPort;
  runWith(sink: Sink): Promise<ProcessingResult>;
}

async function publishInto(task: RunTask, { cut, port, runWith }: Publishing): Promise<void> {
  const { info, broker, topic, deadLetterTopic, checkpoint } = task;
  switch (broker.kind) {
    case 'embedded': {
      const deadLetters = cut === null ? null : { cut, maxBytes: info.options.maxRecordBytes };
      await runWith(makeEmbeddedSink({ journal: makeRemoteJournal(port), checkpoint, deadLetters }));
      return;
    }
    case 'kafka': {
      const { publishToKafka } = await import('../../sink/kafka/publish.ts');
      const { signal } = port;
      const journal = await openJournal(task, port);
      try {
        await publishToKafka(
          { info, settings: broker, topic, deadLetterTopic, checkpoint, journal, cut, signal },
          runWith,
        );
      } finally {
        await journal.close();
      }
      return;
    }
    default:
      broker satisfies never;
  }
}

// The other deliveries keep few checkpoints, and one that loses its transaction goes back to an earlier one.
async function openJournal({ info, progressPath }: RunTask, port: TaskPort): Promise<ProgressJournal> {
  const store = makeDurableJournal(port);
  if (info.options.delivery !== 'at-least-once' || info.runId === null) return { ...store, close: async () => {} };
  return openProgressJournal({ path: progressPath, runId: info.runId, store });
}
