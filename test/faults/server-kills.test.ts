import { suite } from 'uvu';
import { killDuringWork } from '../runtime/kill-during-work.ts';
import { ORDERS_YAML } from '../runtime/service.ts';
import { createWorkplace } from '../runtime/specmill.ts';

const test = suite('kill -9 while specs change and files are sent');

test('fifteen kills: accepted work survives, partial work does not', async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  await killDuringWork(at, 15);
  at.remove();
});

test.run();
