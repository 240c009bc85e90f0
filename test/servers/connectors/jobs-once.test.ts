/** A job publishes each file once, while the service and the server of its source are killed. */
import { suite } from 'uvu';
import type { Service } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { requireServer } from './install/require-server.ts';
import { type OnceSource, onceSources } from './once/once-source.ts';
import { type OnceTarget, publishOnce, sizeOf } from './once/publish-once.ts';

const PAGE = 20_000;

const embeddedBroker: OnceTarget = {
  topic: 'claims',
  flags: [],
  options: { onDuplicateFile: 'WARN' },
  async read(service: Service, onValue) {
    for (let from = 0; ; ) {
      const response = await service.fetch(`/topics/claims/messages?from=${from}&limit=${PAGE}`);
      const page = (await response.json()) as { value: string }[];
      for (const { value } of page) onValue(value);
      if (page.length === 0) return;
      from += page.length;
    }
  },
};

for (const { type, server, open } of onceSources) {
  const title = `a job over ${type} publishes each file once`;
  if (!requireServer(server, title)) continue;
  const test = suite<{ at: Workplace; source: OnceSource }>(title);
  test.before(async (context) => {
    context.at = createWorkplace();
    context.source = await open();
  });
  test.after(async ({ at, source }) => {
    at.remove();
    await source.close();
  });
  test('while the service and the server are killed', ({ at, source }) =>
    publishOnce(at, {
      source,
      target: embeddedBroker,
      size: sizeOf({ files: 45, records: 500, kills: 5, serverKills: 2 }),
    }));
  test.run();
}
