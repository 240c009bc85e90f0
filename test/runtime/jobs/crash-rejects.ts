/**
 * A service that dies at a step of a retry of rejects. Call: `crash-rejects.ts DATA FILES STEP WAY`, with the folders of a
 * workplace whose job has a file with rejects, the number of the step, from 1, and the way that the retry goes.
 */
import { goOn, WAYS } from './rejects-flow.ts';
import { openWorkplace } from './workplace.ts';

// The test has ended, perhaps by a failure.
process.on('disconnect', () => process.exit(1));

const [data = '', files = '', last = '1', written] = process.argv.slice(2);
const way = WAYS.find((one) => one === written) ?? 'direct';
let count = 0;
const at = await openWorkplace({
  folders: { data, files },
  isMended: way === 'stored',
  onStep() {
    if (++count === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
});
await goOn(at, way);
process.exit(0);
