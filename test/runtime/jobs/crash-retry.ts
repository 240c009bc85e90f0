/**
 * A service that dies at a step of a retry. Call: `crash-retry.ts DATA FILES STEP`, with the folders of a workplace whose
 * job has a failed file, and the number of the step, from 1.
 */
import { openWorkplace } from './workplace.ts';

// The test has ended, perhaps by a failure.
process.on('disconnect', () => process.exit(1));

const [data = '', files = '', last = '1'] = process.argv.slice(2);
let count = 0;
const at = await openWorkplace({
  folders: { data, files },
  onStep() {
    if (++count === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
});
await at.jobs.retryFiles('job', { state: 'failed', specVersion: 'CURRENT', force: false });
