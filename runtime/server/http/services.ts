import type { Log } from '../../log/json-log.ts';
import type { Registry } from '../../registry/open-registry.ts';
import type { Runs } from '../../runs/runs.ts';
import type { Spool } from '../../source/spool.ts';
import type { Store } from '../../store/open-store.ts';
import type { Topics } from '../../store/topic-reader.ts';

/** What the handlers of requests use. */
export interface Services {
  registry: Registry;
  runs: Runs;
  spool: Spool;
  topics: Topics;
  store: Pick<Store, 'findProblem'>;
  log: Log;
  limits: {
    /** Size limit of a file, in bytes. */
    maxFileBytes: number;
    /** Upper limit for every spec's `maxRecordBytes`, in bytes. */
    maxRecordBytes: number;
    /** Maximum number of columns of a CSV file. */
    maxColumns: number;
    /** Size limit of a run's messages, in bytes, and as a multiple of its file. */
    maxOutputBytes: number;
    maxOutputRatio: number;
    /** Limit of the processor time for reading a file, in milliseconds. */
    maxProcessorMs: number;
  };
  /** Whether the service listens on other addresses than loopback. */
  anyHost: boolean;
  /** Returns true once the service is stopping. Then it accepts only GET and HEAD. */
  isStopping(): boolean;
}

/** Handles a request. Its errors become problem responses. `params` are the parameters of the path, decoded. */
export type Handler = (
  request: Request,
  services: Services,
  params: Readonly<Record<string, string>>,
) => Response | Promise<Response>;

/** One line of the route table. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY';
  /** `:name` matches one segment, `**` any number of segments. */
  path: string;
  /** The query parameters that the route takes. Any other is rejected with 400. */
  query?: readonly string[];
  handle: Handler;
}
