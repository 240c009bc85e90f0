/** The settings of received files in a bucket, with the vault, and the removal of old files. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { createMasterKeyText } from '../../../runtime/state/vault/master-key.ts';
import { ordersForm } from '../kafka/orders.ts';
import { sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { csvFile, eventually, jsonInit, problemOf } from '../../runtime/service.ts';
import { type BucketPlace, testBucketCluster } from './bucket-place.ts';
import type { Instance } from './cluster-place.ts';

const small = (name: string): File => csvFile(`id,amount\n${name},1.50\n`);

/** Starts an instance that must refuse to start. Returns what it says. */
async function refusalOf(starting: Promise<Instance>): Promise<string> {
  return starting.then(
    () => assert.unreachable('the instance has started') as never,
    (error: Error) => error.message,
  );
}

function createCredential(instance: Instance, name: string, { s3 }: BucketPlace): Promise<Response> {
  const { accessKeyId, secretAccessKey } = s3;
  const credential = { name, type: 'CLOUD_A_ACCESS_KEY', metadata: { accessKeyId }, secret: { secretAccessKey } };
  return instance.fetch('/credentials', jsonInit('POST', credential));
}

await testBucketCluster('the settings of a bucket', (test) => {
  test('an instance does not start without access to its bucket, and says why', async (place) => {
    const { start, startOther, files, env, s3, logs } = place;
    const wrong = { ...env, AWS_SECRET_ACCESS_KEY: 'wr0ng-secret' };
    for (const [starting, reason] of [
      [() => startOther(['--files', files], undefined, wrong), /rejected the credential\. Check the secret access key/],
      [() => startOther(['--files', files.replace('/files/', '/nowhere/')], undefined, env), /no such bucket/],
      [
        () => startOther(['--files', files.replace(s3.region, 'us-east-1')], undefined, env),
        /Set "region" to "eu-test-1"/,
      ],
      [() => start(['--files-credential', 'absent']), /there is no credential "absent" \(--files-credential\)/],
      [
        () => startOther(['--files', files.replace('127.0.0.1', 'no-host.invalid')], undefined, env),
        /cannot be resolved/,
      ],
    ] as const) {
      const text = await refusalOf(starting());
      assert.match(text, reason);
      assert.not.match(text, 'wr0ng-secret');
    }
    for (const log of logs()) assert.not.ok(log.includes(s3.secretAccessKey));
  });

  test('a credential of the vault opens the bucket, and a rotated one is used', async (place) => {
    const { start, startOther, broker, s3, logs, objects } = place;
    const key = { SPECMILL_MASTER_KEY: createMasterKeyText() };
    await broker.createTopic('t', { partitions: 1 });
    const first = await startOther(['--files', place.files], undefined, { ...place.env, ...key });
    assert.is((await createCredential(first, 'files', place)).status, 201);
    await first.stop();
    const a = await startOther(['--files', place.files, '--files-credential', 'files'], undefined, key);
    const runId = await sendFile(a, ordersForm('t', small('a')));
    assert.is((await waitForEnd(a, runId)).status, 'SUCCESS');
    assert.is(objects().length, 1);
    const [credential] = (await (await a.fetch('/credentials')).json()) as { id: string; usedBy: string[] }[];
    assert.equal(credential?.usedBy, ['--files']);
    await problemOf(await a.fetch(`/credentials/${credential?.id}`, { method: 'DELETE' }), 409, 'credential_in_use');
    const rotate = (secretAccessKey: string): Promise<Response> =>
      a.fetch(`/credentials/${credential?.id}`, jsonInit('PUT', { secret: { secretAccessKey } }));
    const isReady = async (): Promise<boolean> => (await a.fetch('//health/ready')).status === 200;
    assert.is((await rotate('wr0ng-secret')).status, 200);
    await eventually(async () => !(await isReady()), 60_000);
    assert.is((await rotate(s3.secretAccessKey)).status, 200);
    await eventually(isReady, 60_000);
    assert.match(logs().join(''), '"authentication_failed"');
    // Without a master key that all instances have, none is created.
    const keyless = await start();
    await problemOf(await createCredential(keyless, 'other', place), 503, 'vault_locked');
    assert.not.ok(existsSync(keyless.at.path('.data/master.key')));
    const command = readFileSync(`/proc/${a.pid}/cmdline`, 'utf8');
    for (const text of [command, ...logs()]) assert.not.ok(text.includes(s3.secretAccessKey));
  });

  test('files in a bucket belong to one database, and are removed when they are old', async (place) => {
    const { start, startOther, broker, objects, s3 } = place;
    await broker.createTopic('t', { partitions: 1 });
    const a = await start(['--keep-files', '6s']);
    const runs: string[] = [];
    for (const name of ['a', 'b']) {
      runs.push(await sendFile(a, ordersForm('t', small(name))));
      await waitForEnd(a, runs.at(-1) ?? '');
      if (name === 'a') await sleep(7000);
    }
    await eventually(async () => objects().length === 1, 30_000);
    await problemOf(await a.fetch(`/runs/${runs[0]}/rejects`), 410, 'file_gone');
    assert.is((await a.fetch(`/runs/${runs[1]}/rejects`)).status, 200);
    await a.stop();
    // The runs have files in the bucket, so a folder is refused; and so is the bucket of another database.
    assert.match(await refusalOf(startOther()), /the files of the runs in .* are in another folder/);
    const other = place.files.replace('/in/', '/elsewhere/');
    assert.match(await refusalOf(start(['--files', other])), /are in another place than s3:\/\/files\/elsewhere/);
    assert.ok(existsSync(join(s3.folder, /in\/place-\d+/.exec(place.files)?.[0] ?? '', 'store-id')));
  });
});
