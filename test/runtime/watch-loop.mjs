// Loaded into the service by --import: appends the processor time of each long turn of the event loop to a file, in ms.
// Processor time, because the load of the machine does not matter to it.
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.SPECMILL_TEST_PAUSES;
if (isMainThread && file !== undefined) {
  const spent = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;
  let before = spent();
  setInterval(() => {
    const now = spent();
    if (now - before > 20) appendFileSync(file, `${(now - before).toFixed()}\n`);
    before = spent();
  }, 1).unref();
}
