import { randomUUID } from 'node:crypto';
import { workAlone } from '../../runs/cluster/alone.ts';
import type { Cluster } from '../../runs/cluster/cluster.ts';
import type { Log } from '../../base/log/json-log.ts';
import type { Meter } from '../../base/log/meter.ts';
import type { AlertStore, NewAlert, StoredAlert } from '../../state/store/alert-store.ts';
import { createAlarm } from '../schedule/alarm.ts';
import type { AlertFacts } from '../work/work.ts';
import type { AlertReceiver } from './alert-receiver.ts';

/** Raises alerts, and sends those that are stored. */
export interface Alerts {
  /**
   * Counts and logs an alert, and returns what the caller must store; null if alerts are not sent. It is sent soon after
   * it was stored.
   */
  raise(facts: AlertFacts): NewAlert | null;
  close(): Promise<void>;
}

/** What alerts use. */
export interface AlertsParts {
  readonly store: AlertStore;
  readonly receiver: AlertReceiver | null;
  readonly log: Log;
  readonly meter: Meter;
  /** Only one instance sends alerts. Default: there are no others. */
  readonly inTurn?: Cluster['inTurn'];
}

const FIRST_PAUSE_MS = 5000;
const MAX_PAUSE_MS = 3600 * 1000;
/** An alert that could not be sent for this time is dropped. */
const MAX_AGE_MS = 3 * 86_400_000;
/** How long after raise() an alert is expected to be stored. */
const STORED_MS = 500;
/** The store is asked for alerts at least this often, because one may be stored late. */
const CHECK_MS = 60_000;

/** Creates the alerts of a service. Alerts that an earlier process has stored are sent, too. */
export function createAlerts({ store, receiver, log, meter, inTurn = workAlone }: AlertsParts): Alerts {
  const abort = new AbortController();
  const alarm = createAlarm(abort.signal);

  async function send(to: AlertReceiver, alert: StoredAlert): Promise<void> {
    try {
      await to.send(alert, abort.signal);
      await store.remove(alert.id);
    } catch (error) {
      if (abort.signal.aborted) return;
      const isTooOld = Date.now() - alert.createdAt > MAX_AGE_MS;
      const message = error instanceof Error ? error.message : String(error);
      log.warn(isTooOld ? 'alert_dropped' : 'alert_not_sent', { id: alert.id, kind: alert.kind, message });
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(alert.attempts, 30));
      await (isTooOld ? store.remove(alert.id) : store.postpone(alert.id, Date.now() + pause));
    }
  }

  async function sendAll(to: AlertReceiver, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => alarm.ring());
    while (!signal.aborted) {
      try {
        for (const alert of await store.waiting(Date.now())) if (!signal.aborted) await send(to, alert);
        const nextAt = (await store.nextAt()) ?? Infinity;
        await alarm.sleepUntil(Math.min(nextAt, Date.now() + CHECK_MS), Date.now());
      } catch (error) {
        // A full disk, for example. The alerts remain where they are.
        log.warn('alerts_failed', { message: error instanceof Error ? error.message : String(error) });
        await alarm.sleepUntil(Date.now() + FIRST_PAUSE_MS, Date.now());
      }
    }
  }

  const done =
    receiver === null ? Promise.resolve() : inTurn('alerts', abort.signal, ({ signal }) => sendAll(receiver, signal));
  return {
    raise({ kind, job, message, ...details }) {
      meter.count('job_alerts_total', { job: job.definition.name, kind });
      log.warn('alert', { kind, job: job.definition.name, message, ...details });
      if (receiver === null) return null;
      const data = { job: job.definition.name, jobId: job.id, message, ...details };
      // The caller stores the alert in its own transaction.
      setTimeout(() => alarm.ring(), STORED_MS).unref();
      const payload = JSON.stringify({ type: `specmill.${kind}`, timestamp: new Date().toISOString(), data });
      return { id: `msg_${randomUUID()}`, kind, payload };
    },
    async close() {
      abort.abort(new Error('the service is stopping'));
      await done;
    },
  };
}
