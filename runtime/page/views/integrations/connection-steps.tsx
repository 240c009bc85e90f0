import type { ConnectionTest } from '../../../client/client.ts';
import { formatCount, toSentence } from '../../elements/format.ts';
import { Status } from '../../elements/status.tsx';

type Step = ConnectionTest['steps'][number]['step'];

const TITLES: Readonly<Record<Step, string>> = {
  resolve: 'Find the address',
  connect: 'Connect',
  hostKey: 'Check the host key',
  tls: 'Check the certificate',
  authenticate: 'Log in',
  list: 'List the content',
  write: 'Write a file',
  remove: 'Remove the file',
};

/** The steps of a connection test in order. The last one is the first that failed. */
export function ConnectionSteps({ result: { ok, steps } }: { result: ConnectionTest }) {
  return (
    <div class="stack wide-items">
      <p>
        <strong>{ok ? 'The connection works.' : 'The connection does not work yet.'}</strong>
      </p>
      <ol class="steps">
        {steps.map(({ step, ok: isOk, durationMs, detail }) => (
          <li key={step}>
            <Status tone={isOk ? 'good' : 'bad'}>{isOk ? 'OK' : 'Failed'}</Status>
            <span>
              <strong>{TITLES[step]}</strong> <span class="quiet">{formatCount(Math.round(durationMs))} ms</span>
              <span class="block">{toSentence(detail)}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
