import { connect } from 'node:net';
import type { BrokerSettings } from '../base/model/broker-settings.ts';

/** Watches whether the broker can be reached. */
export interface BrokerWatch {
  /** Returns for how many seconds no host of the broker has accepted a connection; 0 if one has at the last attempt. */
  unreachableSeconds(): number;
  close(): void;
}

const INTERVAL_MS = 5000;
const CONNECT_MS = 3000;

/**
 * Connects to the hosts of the broker every 5 seconds, one after another until one accepts. The embedded broker is
 * always reachable.
 */
export function watchBroker(broker: BrokerSettings, intervalMs = INTERVAL_MS): BrokerWatch {
  let since: number | null = null;
  let isLooking = false;
  const hosts = broker.kind === 'kafka' ? broker.brokers : [];
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const began = Date.now();
    let isReachable = false;
    for (const host of hosts) isReachable ||= await accepts(host);
    since = isReachable ? null : (since ?? began);
    isLooking = false;
  }
  const timer = hosts.length === 0 ? undefined : setInterval(() => void look(), intervalMs).unref();
  if (hosts.length > 0) void look();
  return {
    unreachableSeconds: () => (since === null ? 0 : (Date.now() - since) / 1000),
    close: () => clearInterval(timer),
  };
}

/** Returns true if `host:port` accepts a connection within 3 seconds. */
function accepts(host: string): Promise<boolean> {
  const at = host.lastIndexOf(':');
  return new Promise((resolve) => {
    const socket = connect({ host: host.slice(0, at), port: Number(host.slice(at + 1)), timeout: CONNECT_MS });
    const end = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
