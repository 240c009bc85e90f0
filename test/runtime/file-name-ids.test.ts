/** Messages that contain the name of their file have ids that depend on it, in the service too. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, startService } from './service.ts';
import { sendFile, waitForEnd } from './service-run.ts';
import { createWorkplace } from './specmill.ts';

const NAMED_YAML = `name: named
format: CSV
fields:
  - { name: id, type: STRING }
  - { name: source, type: STRING, value: 'file.name' }
`;
const PLAIN_YAML = `name: plain
format: CSV
fields:
  - { name: id, type: STRING }
`;

interface Message {
  value: string | { source?: string };
  headers: { ce_id: string };
}

test('the same content under two names has the same ids only if no message contains the name', async () => {
  const at = createWorkplace();
  at.write('specs/named.yaml', NAMED_YAML);
  at.write('specs/plain.yaml', PLAIN_YAML);
  const service = await startService(at, ['--threads', '1']);
  const idsOf = async (specId: string): Promise<string[]> => {
    for (const name of ['a.csv', 'b.csv']) {
      const runId = await sendFile(service, { specId, brokerTopic: specId, file: csvFile('id\n1\n', name) });
      assert.is((await waitForEnd(service, runId)).status, 'SUCCESS');
    }
    const messages = (await (await service.fetch(`/topics/${specId}/messages`)).json()) as Message[];
    assert.is(messages.length, 2);
    return messages.map(({ headers }) => headers.ce_id);
  };
  const [first, second] = await idsOf('named');
  assert.is.not(first, second);
  const [third, fourth] = await idsOf('plain');
  assert.is(third, fourth);
  await service.stop();
  at.remove();
});

test.run();
