/** The linters of the deployment files, where they are installed. README.md of the folder says what each of them found. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { skipIf } from '../../support/skip.ts';

const folder = join(import.meta.dirname, '../../../runtime/deploy');

/** kubeconform downloads schemas. This is where it finds them instead: a folder, or a URL with its placeholders. */
const schemas = process.env['SPECMILL_KUBECONFORM_SCHEMAS'];

const linters: readonly { file: string; program: string; args: readonly string[] }[] = [
  { file: 'prometheus-alerts.yaml', program: 'promtool', args: ['check', 'rules', 'prometheus-alerts.yaml'] },
  { file: 'prometheus-alerts.test.yaml', program: 'promtool', args: ['test', 'rules', 'prometheus-alerts.test.yaml'] },
  { file: 'specmill.service', program: 'systemd-analyze', args: ['verify', './specmill.service'] },
  { file: 'Dockerfile', program: 'hadolint', args: ['Dockerfile'] },
  ...(schemas === undefined
    ? []
    : [
        {
          file: 'kubernetes',
          program: 'kubeconform',
          args: [
            '-strict',
            '-schema-location',
            schemas,
            'kubernetes/specmill.yaml',
            'kubernetes/instances.yaml',
            'kubernetes/pieces.yaml',
          ],
        },
      ]),
];

for (const { file, program, args } of linters) {
  const isMissing = spawnSync(program, ['--version']).error !== undefined;
  const check = skipIf(isMissing ? `${program} is not installed` : null, test);
  check(`${program} accepts ${file}`, () => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    assert.is(status, 0, stdout + stderr);
  });
}

test.run();
