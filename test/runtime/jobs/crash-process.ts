/**
 * A service that dies at a step of its job. Call: `crash-process.ts DATA FILES STEP JOB`, with the folders of a
 * workplace, the number of the step, from 1, and the definition of the job as JSON.
 */
import { openWorkplace } from './workplace.ts';

// The test has ended, perhaps by a failure.
process.on('disconnect', () => process.exit(1));

const [data = '', files = '', last = '1', job = ''] = process.argv.slice(2);
let count = 0;
const at = await openWorkplace({
  folders: { data, files },
  onStep() {
    if (++count === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
});
await at.jobs.create(JSON.parse(job));
