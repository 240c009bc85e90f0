import type { Log } from '../../log/json-log.ts';
import type { Registry } from '../../registry/open-registry.ts';
import type { Runs } from '../../runs/open-runs.ts';
import type { Spool } from '../../source/spool.ts';
import type { TopicReader } from '../../store/topic-reader.ts';

/** What requests are answered with. */
export interface Services {
  registry: Registry;
  runs: Runs;
  spool: Spool;
  topics: TopicReader;
  log: Log;
  limits: {
    /** Largest file that is taken, in bytes. */
    maxFileBytes: number;
    /** Bound on every spec's `maxRecordBytes`, in bytes. */
    maxRecordBytes: number;
  };
  /** Whether the service listens beyond loopback, which was asked for. */
  anyHost: boolean;
  /** Whether the service is about to end: nothing new is taken on. */
  isStopping(): boolean;
}

/** Answers a request; what it throws becomes a problem response. `params` are the path's, decoded. */
export type Handler = (
  request: Request,
  services: Services,
  params: Readonly<Record<string, string>>,
) => Response | Promise<Response>;

/** One line of the route table. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY';
  /** Below the prefix: `:name` is one segment, `**` any number. */
  path: string;
  handle: Handler;
}
