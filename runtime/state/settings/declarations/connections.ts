import { parseDuration, parsePositive } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** The limits of connections and of the time that a request may take. */
export const connectionSettings = {
  headerTimeout: defineSetting({
    flag: 'header-timeout',
    env: 'SPECMILL_HEADER_TIMEOUT',
    takes: 'TIME',
    fallback: '10s',
    help: 'how long a client may take to send the headers of a request; 0 means no limit',
    parse: parseDuration,
  }),
  idleTimeout: defineSetting({
    flag: 'idle-timeout',
    env: 'SPECMILL_IDLE_TIMEOUT',
    takes: 'TIME',
    fallback: '30s',
    help: 'how long a client may neither send nor receive a byte that the service waits for; 0 means no limit',
    parse: parseDuration,
  }),
  requestTimeout: defineSetting({
    flag: 'request-timeout',
    env: 'SPECMILL_REQUEST_TIMEOUT',
    takes: 'TIME',
    fallback: '1h',
    help: 'how long a client may take to send a request; 0 means no limit',
    parse: parseDuration,
  }),
  maxConnections: defineSetting({
    flag: 'max-connections',
    env: 'SPECMILL_MAX_CONNECTIONS',
    takes: 'N',
    fallback: '1000',
    help: 'maximum number of connections; further ones are refused',
    parse: parsePositive,
  }),
  maxConnectionsPerAddress: defineSetting({
    flag: 'max-connections-per-address',
    env: 'SPECMILL_MAX_CONNECTIONS_PER_ADDRESS',
    takes: 'N',
    fallback: '200',
    help: 'maximum number of connections from one address; further ones are refused',
    parse: parsePositive,
  }),
};
