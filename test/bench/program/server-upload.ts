import { join } from 'node:path';
import { CASES } from '../cases.ts';
import { writeRecipe } from '../data/write-file.ts';
import type { Figure, Setting } from './measure-program.ts';
import { startService } from './start-service.ts';
import { formatTime, middleOf, timeCommand } from './timed.ts';

/** The exit code of curl -f for a status of 400 or more. */
const REFUSED = 22;
/** The number of warm-up readings. V8 compiles the readers of two threads during the first 600 MB. */
const BEFORE = 5;
/** Repetitions, because these take less than a second each and other processes disturb them easily. */
const TIMES = 3;

/**
 * Measures HTTP validate of a file with curl, up to the result. The baseline is an upload that is only spooled: the
 * same form without a specId. The service notices the missing part at the end of the form, after it has received and
 * spooled the file. Then it rejects the request (400) and removes the file.
 */
export async function measureServer({ root, cache, specs, megabytes, rounds, say }: Setting): Promise<Figure> {
  const recipe = CASES[0]?.recipe;
  if (recipe === undefined) throw new Error('there is no case');
  const file = join(cache, 'data', 'upload.csv');
  writeRecipe(file, recipe, megabytes * 1e6);
  const { api, findSpec, stop } = await startService({ root, specs, data: join(cache, 'server-data') });
  try {
    const specId = await findSpec('payments');
    const post = (...parts: string[]): string[] => [
      '-sf',
      '-o',
      '/dev/null',
      ...parts.flatMap((part) => ['-F', part]),
      `${api}/transform/validate`,
    ];
    // With the spec first, the file is read during the upload. With the spec last, it is read afterwards.
    const [spool, validate, specLast] = [
      post(`file=@${file}`),
      post(`specId=${specId}`, `file=@${file}`),
      post(`file=@${file}`, `specId=${specId}`),
    ];
    const [first] = Array.from({ length: BEFORE }, () => timeCommand('curl', validate));
    const times = { spool: [] as number[], validate: [] as number[], specLast: [] as number[] };
    for (let round = 0; round < TIMES * rounds; round++) {
      times.spool.push(timeCommand('curl', spool, [REFUSED]));
      times.validate.push(timeCommand('curl', validate));
      times.specLast.push(timeCommand('curl', specLast));
    }
    const [spooled, validated, last] = [middleOf(times.spool), middleOf(times.validate), middleOf(times.specLast)];
    const others = `with specId after the file ${formatTime(last)}; the first request of a service ${formatTime(first ?? NaN)}`;
    say(`upload: validate ${formatTime(validated)}, ${others}, spool ${formatTime(spooled)}`);
    return {
      title: `HTTP validate of a ${megabytes} MB file, curl to result, compared with an upload that is only spooled`,
      measured: validated / spooled,
      unit: 'x',
      must: 2,
      goal: 1.3,
      isCost: true,
      details: `${formatTime(validated)} against ${formatTime(spooled)}; ${others}`,
    };
  } finally {
    await stop();
  }
}
