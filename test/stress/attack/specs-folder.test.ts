/** What appears in the specs folder neither stops the service nor shows files from elsewhere. */
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, truncateSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('hostile files in the specs folder');
const IN_FOLDER = 'a text that is no spec';
const SECRET = 'hunter2-in-a-file-of-secrets';

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.at.write('secrets', `${SECRET}\n`);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

const plant: Readonly<Record<string, (at: Workplace, path: string) => void>> = {
  'a link to a file of secrets': (at, path) => symlinkSync(at.path('secrets'), path),
  'a link to /etc/passwd': (_, path) => symlinkSync('/etc/passwd', path),
  'a link to /dev/zero': (_, path) => symlinkSync('/dev/zero', path),
  'a link to nothing': (_, path) => symlinkSync('/nowhere', path),
  'a named pipe': (_, path) => void execFileSync('mkfifo', [path]),
  'a sparse file of 1.9 GB': (at, path) => {
    at.write('specs/planted.yaml', '');
    truncateSync(path, 1_900_000_000);
  },
  [IN_FOLDER]: (at) => at.write('specs/planted.yaml', SECRET),
};

for (const [what, create] of Object.entries(plant))
  test(`${what} is named, never quoted, and later specs are loaded`, async ({ at, service }) => {
    const path = at.path('specs/planted.yaml');
    const ready = async () => (await service.fetch('//health/ready')).text();
    create(at, path);
    await eventually(async () => (await ready()).includes('planted.yaml'));
    assert.not.match(await ready(), new RegExp(`${SECRET}|root:`));
    const checked = at.call(['check']);
    assert.is.not(checked.code, 0, checked.stderr);
    rmSync(path);
    const name = `later-${Object.keys(plant).indexOf(what)}`;
    at.write(`specs/${name}.yaml`, ORDERS_YAML.replace('name: orders', `name: ${name}`));
    await eventually(async () => (await service.fetch(`/specs/${name}`)).status === 200);
    assert.not.match(service.stderr(), new RegExp(`${SECRET}|root:`));
    // On a terminal, the lines of a file that really is in the folder are shown.
    if (what !== IN_FOLDER) assert.not.match(checked.stdout + checked.stderr, new RegExp(`${SECRET}|root:`));
  });

test.run();
